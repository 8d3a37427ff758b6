/** The events that the trigger can report, and the fields that choose them. */
import type { INodeProperties } from 'n8n-workflow';

import { MILESTONES } from '../catalog/completions';
import { listAt } from '../catalog/knownLists';
import { resources, type Resource } from '../catalog/resources';
import { UserFacingError } from '../failures/userFacingError';
import { field, integer, constantField, oneOf, resourceField, toggle, type Field } from '../form';
import { foldChoice, titleOf } from '../values/words';

/** Events about a record. Milestones, by contrast, are events about a learner. */
export const CHANGES = ['removed', 'updated', 'added'] as const;

/** All events, in the order in which they are reported. */
export const EVENTS = [...CHANGES, ...MILESTONES] as const;

export type TriggerEvent = (typeof EVENTS)[number];

/** Returns the milestones that a list can have, or all milestones if the list is unknown. */
function milestonesAt(path: string): readonly TriggerEvent[] {
	const { completionIdentity, fields = {}, isKnown } = listAt(path);
	if (!isKnown) return MILESTONES;
	if (completionIdentity === undefined) return [];
	// A course attempt has a completion date; a path enrollment also has a status.
	return 'status' in fields ? MILESTONES : ['completed'];
}

const milestonesOf = ({ list = '' }: Resource) => milestonesAt(list);

/** The panel entries that do not follow the pattern. */
const ACTIONS: Partial<Record<string, string>> = {
	courseCompletion: 'Course Completed',
	other: 'Record in Another List Added, Updated, or Removed',
	pathCompletion: 'Path Completed, Failed, or Late',
};

/** n8n lists the first field with this label in its panel. An entry sets only Resource, so Trigger On has defaults. */
export const panelEntries: INodeProperties = {
	...resourceField,
	displayName: 'Events',
	type: 'hidden',
	options: resources.map(({ name, value }) => ({
		name,
		value,
		action: ACTIONS[value] ?? `${name} Added, Updated, or Removed`,
	})),
};

const descriptions = {
	added: 'A record has appeared in the list since the last poll',
	completed:
		'A learner has completed a course or a path. Each course attempt and each path enrollment is reported once. To report only those with a passing score, add Passing Score under Options.',
	failed:
		'A learner has failed a path: the session is over, or no attempts are left. Each enrollment is reported once.',
	late: 'A learner is late: a mandatory step of a path is past its due date. Each enrollment is reported once.',
	removed: 'A record is no longer in the list. The item contains only its ID.',
	updated: 'A field in a record has changed, even if the modification date has not',
} satisfies Record<TriggerEvent, string>;

/** Returns the Trigger On field. For completions, it offers milestones and preselects Completed. */
export function triggerOnOf(resource: Resource): Field<ReadonlySet<TriggerEvent>> {
	const offered: readonly unknown[] = [...CHANGES, ...milestonesOf(resource)];
	const options = Object.entries(descriptions)
		.filter(([value]) => offered.includes(value))
		.map(([value, description]) => ({ name: titleOf(value), value, description }));
	const isForCompletions = resource.list !== undefined && milestonesOf(resource).length > 0;
	return field(
		{
			displayName: 'Trigger On',
			name: 'triggerOn',
			type: 'multiOptions',
			required: true,
			noDataExpression: true,
			default: [isForCompletions ? 'completed' : 'added'],
			description:
				'Events that start the workflow. If filters are set, a record counts as added when it starts to match them and as removed when it no longer matches.',
			options,
		},
		(entered) => {
			// An expression may return a list.
			const names = [entered].flat().join().split(',').map(foldChoice).filter(Boolean);
			const events = EVENTS.filter((event) => offered.includes(event) && names.includes(event));
			if (events.length > 0 && events.length === new Set(names).size) return new Set(events);
			throw new UserFacingError(
				`Trigger On must be one or more of ${options.map(({ name }) => name).join(', ')} for ${resource.plural}`,
				'Choose them from the list. If you use an expression, check its result.',
			);
		},
	);
}

const passingScore = integer({
	name: 'passingScore',
	default: 80,
	typeOptions: { minValue: 0, maxValue: 100 },
	description:
		'Lowest score, as a percentage, that counts as a completion. Records with a lower score, or no score yet, are ignored. A later attempt that passes is still reported.',
	ifLeftOut: 0,
});

const onlyFirst = toggle({
	name: 'onlyFirst',
	default: true,
	description:
		'Whether to report each event only once per learner and course (or path), even if the training is repeated',
	displayName: 'Only the First',
	ifLeftOut: false,
});

/** Returns the milestone options, which only completion lists and Other List offer. */
export const optionsOfCompletions = (resource: Resource) =>
	milestonesOf(resource).length > 0
		? { passingScore, onlyFirst }
		: { passingScore: constantField(0), onlyFirst: constantField(false) };

/** @throws UserFacingError for a milestone that a list cannot have */
export function checkTriggerOn(triggerOn: ReadonlySet<TriggerEvent>, path: string): void {
	const possible = milestonesAt(path);
	const event = MILESTONES.find((each) => triggerOn.has(each) && !possible.includes(each));
	if (event === undefined) return;
	const fitting = resources.filter((each) => each.list && milestonesOf(each).includes(event));
	throw new UserFacingError(
		`Trigger On has no event "${titleOf(event)}" for the list ${path}`,
		`Choose a different event in Trigger On, or choose the resource ${oneOf(fitting.map(({ name }) => name))}.`,
	);
}
