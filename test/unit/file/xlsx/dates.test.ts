import { partOf } from '../../../workbook';
import { bytesOf, fileOf } from '../written';

/** A column of texts in a workbook with dates. */
const fileIn = (timeZone: string, field = 'createdAt') =>
	fileOf('xlsx', {
		...{ fields: [field], convertDates: true, timeZone },
		labels: new Map([[field, 'In Words']]),
	});

/** What the cell of a text has, if it is a date. */
async function dateOf(text: string, timeZone: string, field = 'createdAt') {
	const workbook = await bytesOf(fileIn(timeZone, field), [{ [field]: text }]);
	const sheet = await partOf(workbook, 'xl/worksheets/sheet1.xml');
	const [, style, serial] = /<c r="A2" s="([23])"><v>([^<]*)</.exec(sheet) ?? [];
	return style === undefined ? undefined : { serial: Number(serial), hasTime: style === '2' };
}

// Serials as Excel shows them when such a cell is formatted as a number.
describe('is a date in a workbook', () => {
	it.each([
		['a day', '2026-01-31', 'Europe/Paris', 46053, false],
		['the same day far in the west', '2026-01-31', 'Pacific/Pago_Pago', 46053, false],
		[
			'a moment, by the clocks in winter',
			'2026-01-31T11:00:00.000Z',
			'Europe/Paris',
			46053.5,
			true,
		],
		['a moment, by the clocks in summer', '2026-07-31T10:00:00Z', 'Europe/Paris', 46234.5, true],
		['a moment with another zone', '2026-01-31T20:00:00+09:00', 'Europe/Paris', 46053.5, true],
		['a zone without a colon', '2026-01-31T20:00:00+0900', 'Europe/Paris', 46053.5, true],
		['a moment to the millisecond', '2026-01-31T00:00:00.500Z', 'UTC', 46053.000005787, true],
		['a time without a zone, as it is', '2026-01-31T12:00:00', 'Europe/Paris', 46053.5, true],
		['the first day that all spreadsheets agree about', '1900-03-01', 'UTC', 61, false],
		['the last day', '9999-12-31', 'UTC', 2_958_465, false],
	])('%s', async (_what, text, timeZone, serial, hasTime) => {
		const date = await dateOf(text, timeZone);
		expect(date?.serial).toBeCloseTo(serial, 6);
		expect(date?.hasTime).toBe(hasTime);
	});
});

describe('stays text', () => {
	it.each([
		['a day before March 1900', '1900-02-28'],
		['a moment that clocks here have not reached in 9999', '9999-12-31T23:30:00Z'],
		['a day that does not exist', '2026-02-30'],
		['a year', '2026'],
		['digits only', '20260131'],
		['a date in a text', 'on 2026-01-31'],
		['a date with more after it', '2026-01-31 or so'],
	])('%s', async (_what, text) => {
		expect(await dateOf(text, 'Europe/Paris')).toBeUndefined();
	});
});

it.each([
	['a course that is called by a day', 'name', '2026-01-31', false],
	['a code that looks like a time without a zone', 'custom', '2026-01-31T12:00', false],
	['a custom value that is a day', 'value', '2026-01-31', false],
	['a moment in any field', 'value', '2026-01-31T12:00:00.000Z', true],
	['a day in a date of a row', 'courseCreatedAt', '2026-01-31', true],
	['a day in a planned date', 'startDate', '2026-01-31', true],
])('what is a date, whatever its column is called: %s', async (_what, field, text, isDate) => {
	expect((await dateOf(text, 'UTC', field)) !== undefined).toBe(isDate);
});

it('nothing is looked up anew for a cell, since a list has millions of them', async () => {
	const file = fileIn('Europe/Paris');
	const lookUps = jest.spyOn(Intl, 'DateTimeFormat');
	const texts = ['2026-01-31', '2026-01-31T12:00', '2026-01-31T12:00:00Z'];
	await bytesOf(
		file,
		texts.map((createdAt) => ({ createdAt })),
	);
	expect(lookUps).not.toHaveBeenCalled();
	lookUps.mockRestore();
});
