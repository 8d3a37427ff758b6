import { secondsReader } from '../../../../nodes/LearningPlatform/listing/split/seconds';
import { ServiceError } from '../../../../nodes/LearningPlatform/transport/errors';

const secondsOf = secondsReader('createdAt');

const second = (iso: string) => Date.parse(iso) / 1_000;

it.each([
	['2024-01-31T08:00:00.000Z', '2024-01-31T08:00:00Z'],
	['2024-01-31T08:00:00.999Z', '2024-01-31T08:00:00Z'],
	['2024-01-31T08:00:00.123456Z', '2024-01-31T08:00:00Z'],
	['2024-01-31T09:30:00+01:30', '2024-01-31T08:00:00Z'],
	['2024-01-31T08:00Z', '2024-01-31T08:00:00Z'],
	['2024-01-31T08:00:00', '2024-01-31T08:00:00Z'],
	['2024-01-31', '2024-01-31T00:00:00Z'],
	['1969-12-31T23:59:59.500Z', '1969-12-31T23:59:59Z'],
])('%s is in the second %s', (createdAt, expected) => {
	expect(secondsOf([{ createdAt }], undefined)).toEqual([second(expected)]);
});

it('a date in an object is found by its path', () => {
	const records = [{ dates: { created: '2024-01-31T08:00:00Z' } }];
	expect(secondsReader('dates.created')(records, undefined)).toEqual([
		second('2024-01-31T08:00:00Z'),
	]);
});

describe('refused, with the name of the record, is', () => {
	const range = { from: second('2024-01-01T00:00:00Z'), to: second('2024-02-01T00:00:00Z') };

	it.each([
		['no date', { _id: 'a' }, 'Record "a" has no "createdAt", by which the list is split'],
		[
			'null',
			{ _id: 'a', createdAt: null },
			'Record "a" has no "createdAt", by which the list is split',
		],
		[
			'one without an ID',
			{},
			'Record 1 of the page has no "createdAt", by which the list is split',
		],
		[
			'a text',
			{ id: 7, createdAt: 'soon' },
			'Record "7" has a "createdAt" that is not a date, and the list is split by it',
		],
		[
			'a day that is none',
			{ _id: 'a', createdAt: '2024-13-40' },
			'Record "a" has a "createdAt" that is not a date, and the list is split by it',
		],
		[
			'the end of the range',
			{ _id: 'a', createdAt: '2024-02-01T00:00:00Z' },
			'Record "a" does not belong to the part that was asked for: its "createdAt" is not from 2024-01-01T00:00:00Z to 2024-02-01T00:00:00Z',
		],
		[
			'what comes before the range',
			{ _id: 'a', createdAt: '2023-12-31T23:59:59.999Z' },
			'Record "a" does not belong to the part that was asked for: its "createdAt" is not from 2024-01-01T00:00:00Z to 2024-02-01T00:00:00Z',
		],
	])('%s', (_what, record, message) => {
		expect(() => secondsOf([record], range)).toThrow(ServiceError);
		expect(() => secondsOf([record], range)).toThrow(message);
	});

	it('and what is in the range is not', () => {
		const createdAt = ['2024-01-01T00:00:00Z', '2024-01-31T23:59:59.999Z'];
		expect(
			secondsOf(
				createdAt.map((at) => ({ createdAt: at })),
				range,
			),
		).toHaveLength(2);
	});
});
