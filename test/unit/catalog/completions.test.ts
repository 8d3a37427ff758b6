import { dateIn, isCompleted } from '../../../nodes/LearningPlatform/catalog/completions';

const MOMENT = '2026-01-31T08:30:00.000Z';

it.each([
	[MOMENT, MOMENT],
	['2026-01-31', '2026-01-31'],
	['2026-01-31 08:30:00', '2026-01-31 08:30:00'],
	['2026-01-31T09:30:00+01:00', '2026-01-31T09:30:00+01:00'],
	['1999-05-01', '1999-05-01'],
	[Date.parse(MOMENT), MOMENT],
	[Date.parse(MOMENT) / 1_000, MOMENT],
	[String(Date.parse(MOMENT)), MOMENT],
	[undefined, undefined],
	[null, undefined],
	['', undefined],
	['  ', undefined],
	[0, undefined],
	['0', undefined],
	[1, undefined],
	[-62_135_596_800_000, undefined],
	[1e300, undefined],
	[true, undefined],
	[false, undefined],
	['null', undefined],
	['never', undefined],
	['2026-02-30', undefined],
	['2026-13-01T08:00:00Z', undefined],
	['0000-00-00', undefined],
	['0000-00-00 00:00:00', undefined],
	['0001-01-01T00:00:00Z', undefined],
	['1970-01-01T00:00:00.000Z', undefined],
	['9999-12-31', undefined],
	[{}, undefined],
])('%j is a date of completion: %j', (completedAt, expected) => {
	expect(dateIn(completedAt)).toBe(expected);
	expect(isCompleted({ completedAt })).toBe(expected !== undefined);
});
