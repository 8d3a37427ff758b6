import type { INodeProperties } from 'n8n-workflow';

import { MILESTONES } from '../catalog/completions';
import { findKnownList } from '../catalog/knownLists';
import { resources, type Resource } from '../catalog/resources';
import { UserFacingError } from '../errors';
import { field, notOffered, percentage, resourceField, toggle, type Field } from '../form';
import { lettersOf, titleOf } from '../values/words';
import { CHANGES, EVENTS, type TriggerEvent } from './changes';

/** Returns the milestones that a list can have: all for an unknown list. */
function milestonesAt(path: string): readonly TriggerEvent[] {
	const list = findKnownList(path);
	if (list === undefined) return MILESTONES;
	if (list.completionOf === undefined) return [];
	// An attempt at a course only has a date of completion, an enrollment in a path also a status.
	return 'status' in list.fields ? MILESTONES : ['completed'];
}

const milestonesOf = ({ list = '' }: Resource) => milestonesAt(list);

/** E.g. "Course Completed". */
function actionOf(of: Resource): string {
	const milestones = milestonesOf(of)
		.map(titleOf)
		.join(', ')
		.replace(/, (\w+)$/, ' or $1');
	if (of.list !== undefined && milestones !== '') return of.name.replace('Completion', milestones);
	const record = of.list === undefined ? 'Record of Another List' : of.name;
	return `${record} Added, Updated or Removed`;
}

/**
 * n8n's panel makes its entries for a trigger from the first field with this label. An entry sets that field alone: here
 * it is Resource, and Trigger On has a default for each.
 */
export const panelEntries: INodeProperties = {
	...resourceField,
	displayName: 'Events',
	type: 'hidden',
	options: resources.map((of) => ({ name: of.name, value: of.value, action: actionOf(of) })),
};

/** The descriptions of events, in the order of the form. */
const meanings = {
	added: 'A record is in the list that was not there at the last poll',
	completed:
		'A learner has completed a course or a path. Each attempt at a course, and each enrollment in a path, is reported once.',
	failed:
		'A learner has failed a path: its session is over, or no attempt is left. Each enrollment is reported once.',
	late: 'A learner is late: a mandatory step of a path is past its date. Each enrollment is reported once.',
	removed: 'A record is no longer in the list. The item contains only its ID.',
	updated: 'Any field of a record has changed, whether or not its date of modification has',
} satisfies Record<TriggerEvent, string>;

/** Offers milestones for lists that have them, and preselects Completed for completions. */
export function triggerOnOf(of: Resource): Field<ReadonlySet<TriggerEvent>> {
	const offered: readonly unknown[] = [...CHANGES, ...milestonesOf(of)];
	const options = Object.entries(meanings)
		.filter(([value]) => offered.includes(value))
		.map(([value, description]) => ({ name: titleOf(value), value, description }));
	const isForCompletions = of.list !== undefined && milestonesOf(of).length > 0;
	return field(
		{
			displayName: 'Trigger On',
			name: 'triggerOn',
			type: 'multiOptions',
			required: true,
			noDataExpression: true,
			default: [isForCompletions ? 'completed' : 'added'],
			description:
				'Events that start the workflow. With filters, a record is added when it begins to match them and removed when it no longer does.',
			options,
		},
		(entered) => {
			// An expression may return a list.
			const names = [entered].flat().join().split(',').map(lettersOf).filter(Boolean);
			const unknown = names.find((name) => !options.some(({ value }) => value === name));
			const events = EVENTS.filter((event) => names.includes(event));
			if (unknown === undefined && events.length > 0) return new Set(events);
			throw new UserFacingError(
				unknown === undefined
					? 'No event is selected in Trigger On'
					: `Trigger On has no event "${unknown}" for ${of.plural}`,
				`Choose at least one of ${options.map(({ name }) => name).join(', ')}. If it is an expression, check what it returns.`,
			);
		},
	);
}

const passingScore = percentage(
	'passingScore',
	80,
	'Lowest score, in percent, that counts as a completion. Records with a lower score, or none yet, are ignored. A later attempt that passes is reported.',
	0,
);

const onlyFirst = toggle(
	'onlyFirst',
	true,
	'Whether each learner and course, or path, is reported only once for each event, even if a training is repeated',
	{ displayName: 'Only the First' },
	false,
);

/** Other resources count every score, and every record. */
export const optionsOfCompletions = (of: Resource) =>
	milestonesOf(of).length > 0
		? { passingScore, onlyFirst }
		: { passingScore: notOffered(0), onlyFirst: notOffered(false) };

/** @throws UserFacingError for a milestone that a list cannot have */
export function checkTriggerOn(triggerOn: ReadonlySet<TriggerEvent>, path: string): void {
	const possible = milestonesAt(path);
	const event = MILESTONES.find((each) => triggerOn.has(each) && !possible.includes(each));
	if (event === undefined) return;
	const fitting = resources.filter((each) => each.list && milestonesOf(each).includes(event));
	const lacks = event === 'completed' ? 'date of completion' : 'status of a learner';
	throw new UserFacingError(
		`Trigger On cannot be ${titleOf(event)} for the list ${path}, whose records have no ${lacks}`,
		`Choose another event in Trigger On, or the resource ${fitting.map(({ name }) => name).join(' or ')}.`,
	);
}
