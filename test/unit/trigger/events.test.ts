import { checkTriggerOn } from '../../../nodes/LearningPlatform/trigger/events';
import type { TriggerEvent } from '../../../nodes/LearningPlatform/trigger/changes';

it.each<[TriggerEvent, path: string, refusal: string | undefined]>([
	['completed', 'paths/stats', undefined],
	['late', 'paths/stats', undefined],
	['failed', 'paths/7/sessions/8/user-stats', undefined],
	['completed', 'courses/stats', undefined],
	['late', 'exams/results', undefined],
	[
		'completed',
		'courses',
		'Trigger On cannot be Completed for the list courses, whose records have no date of completion',
	],
	[
		'failed',
		'courses/stats',
		'Trigger On cannot be Failed for the list courses/stats, whose records have no status of a learner',
	],
	[
		'late',
		'users',
		'Trigger On cannot be Late for the list users, whose records have no status of a learner',
	],
])('%s of %s is possible, or refused in words', (event, path, refusal) => {
	const check = () => {
		checkTriggerOn(new Set([event]), path);
	};
	if (refusal === undefined) expect(check).not.toThrow();
	else expect(check).toThrow(refusal);
});
