import {
	bestFirst,
	labelsOf,
	toCandidate,
} from '../../../nodes/LearningPlatform/operations/pickers';

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
		['the mail address of a user', { _id: 'a', firstName: 'Ana', mail: 'a@b.de' }, 'Ana (a@b.de)'],
		['no status of a user who is active', { _id: 'a', name: 'X', status: 'active' }, 'X'],
		['a number', { id: 7 }, '7'],
	])('shows %s', (_what, record, name) => {
		expect(toCandidate(record)).toMatchObject([{ name }]);
	});

	it('has an ID, best the one of the platform', () => {
		expect(toCandidate({ id: 'b', _id: 'a' })).toMatchObject([{ id: 'a' }]);
		expect(toCandidate({ uuid: 'c', name: 'Safety' })).toMatchObject([{ id: 'c', name: 'Safety' }]);
		expect(toCandidate({ _id: '', id: 'b' })).toMatchObject([{ id: 'b' }]);
		expect(toCandidate({ name: 'Safety' })).toEqual([]);
	});
});

it('labels name what is repeated by its parent, and by its ID where that says no more', () => {
	const names = new Map([
		['p', 'North'],
		['q', 'South'],
	]);
	const choice = (id: string, name: string, parentId?: string) => ({
		...{ id, name, parentId, isHidden: false },
	});
	const candidates = [
		choice('1', 'Alone', 'p'),
		choice('2', 'Sales', 'p'),
		choice('3', 'Sales', 'q'),
		choice('4', 'Sales', 'unknown'),
		choice('5', 'Team', 'p'),
		choice('6', 'Team', 'p'),
	];
	expect(labelsOf(candidates, names)).toEqual([
		'Alone',
		'Sales (North)',
		'Sales (South)',
		'Sales (4)',
		'Team (5)',
		'Team (6)',
	]);
});

it.each([
	['', ['Fire safety', 'Safety', 'Éaf', 'Safe (archived)']],
	['SAF', ['Safety', 'Fire safety', 'Éaf', 'Safe (archived)']],
	['eaf', ['Éaf', 'Fire safety', 'Safety', 'Safe (archived)']],
])('"%s" has first what can be used, and of that what begins with it', (part, names) => {
	const ofStatus = (status: string) => (name: string) => toCandidate({ _id: name, name, status });
	const candidates = [
		...['Safe'].flatMap(ofStatus('archived')),
		...['Fire safety', 'Safety', 'Éaf'].flatMap(ofStatus('active')),
	];
	expect(bestFirst(candidates, part).map(({ name }) => name)).toEqual(names);
});
