import { isMatch, labelsOf, toChoice } from '../../../nodes/LearningPlatform/operations/choices';

describe('a record to choose', () => {
	it.each([
		['its name', { _id: 'a', name: 'Safety' }, 'Safety'],
		['its ID when it has no name', { _id: 'a', name: ' ' }, 'a'],
		[
			'its status when it is not published',
			{ _id: 'a', name: 'X', status: 'deleted' },
			'X (deleted)',
		],
		['no status when it is', { _id: 'a', name: 'X', status: 'published' }, 'X'],
		['a number', { id: 7 }, '7'],
	])('shows %s', (_what, record, name) => {
		expect(toChoice(record)).toMatchObject([{ name }]);
	});

	it('has an ID, best the one of the platform', () => {
		expect(toChoice({ id: 'b', _id: 'a' })).toMatchObject([{ id: 'a' }]);
		expect(toChoice({ name: 'Safety' })).toEqual([]);
	});
});

it.each([
	['Sécurité', 'SECURITE', true],
	['securite', 'é', true],
	['Ａ', 'x', false],
	['anything', '', true],
])('%s contains %s: %s', (text, part, expected) => {
	expect(isMatch(text, part)).toBe(expected);
});

it('labels name what is repeated by its parent, and by its ID where that says no more', () => {
	const names = new Map([
		['p', 'North'],
		['q', 'South'],
	]);
	const choice = (id: string, name: string, parentId?: string) => ({ id, name, parentId });
	const choices = [
		choice('1', 'Alone', 'p'),
		choice('2', 'Sales', 'p'),
		choice('3', 'Sales', 'q'),
		choice('4', 'Sales', 'unknown'),
		choice('5', 'Team', 'p'),
		choice('6', 'Team', 'p'),
	];
	expect(labelsOf(choices, names)).toEqual([
		'Alone',
		'Sales (North)',
		'Sales (South)',
		'Sales (4)',
		'Team (5)',
		'Team (6)',
	]);
});
