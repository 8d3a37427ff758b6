import {
	checkTriggerOn,
	optionsOfCompletions,
	triggerOnOf,
} from '../../../nodes/LearningPlatform/trigger/events';
import type { TriggerEvent } from '../../../nodes/LearningPlatform/trigger/changes';
import { optionValuesOf, resourceOf } from '../form/entered';

it.each([
	['course', 'added, removed, updated', 'added'],
	['courseCompletion', 'added, completed, removed, updated', 'completed'],
	['pathCompletion', 'added, completed, failed, late, removed, updated', 'completed'],
	['other', 'added, completed, failed, late, removed, updated', 'added'],
])('Trigger On of %s offers %s, and begins with %s', (resource, events, first) => {
	const [property] = triggerOnOf(resourceOf(resource)).properties;
	expect(optionValuesOf(property)).toEqual(events.split(', '));
	expect(property?.default).toEqual([first]);
});

it('options of completions are added with 80 percent, and with each learner and course once', () => {
	const { passingScore, onlyFirst } = optionsOfCompletions(resourceOf('courseCompletion'));
	expect(passingScore.properties.map((property) => property.default)).toEqual([80]);
	expect(onlyFirst.properties.map((property) => property.default)).toEqual([true]);
});

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
