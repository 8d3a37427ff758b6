import type { TriggerEvent } from '../../../nodes/LearningPlatform/trigger/changes';
import { completionIn, followed } from '../../../nodes/LearningPlatform/trigger/events';
import { checkCompleted } from '../../../nodes/LearningPlatform/trigger/settings';

const triggerOn = new Set(['completed'] as const);
const done = { _id: 'a', userId: 'u', courseId: 'c', completedAt: '2026-01-31' };

it.each([
	['of known fields by these', ['userId', 'courseId'], ['u', 'c']],
	['that lacks one of them by its ID', ['userId', 'pathId'], ['a']],
	['of a list that is not known by its ID', undefined, ['a']],
])('a completed record %s is told apart', (_, completionOf, expected) => {
	expect(completionIn(done, { triggerOn, completionOf }, done._id)).toEqual(expected);
});

it.each<[what: string, events: TriggerEvent[], ids: string[]]>([
	['Completed alone follows completed records only', ['completed'], ['a']],
	['Completed with another event follows all', ['added', 'completed'], ['a', 'b']],
	['another event follows all', ['added'], ['a', 'b']],
])('%s', (_, events, ids) => {
	const open = [null, '', undefined].map((completedAt) => ({ _id: 'b', completedAt }));
	const records = followed([done, ...open], new Set(events));
	expect([...new Set(records.map(({ _id }) => _id))]).toEqual(ids);
});

it('a list that is not known may be followed by Completed', () => {
	expect(() => {
		checkCompleted(triggerOn, { path: 'exams/results' });
	}).not.toThrow();
});
