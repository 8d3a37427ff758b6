import { toCandidate } from '../../../nodes/LearningPlatform/operations/pickers';

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
