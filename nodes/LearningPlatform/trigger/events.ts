import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { findKnownList } from '../catalog/knownLists';
import { resources, type Resource } from '../catalog/resources';
import { UserFacingError } from '../errors';
import { field, resourceField, type Field } from '../form';
import type { TriggerEvent } from './changes';

/** Whether the records of a resource are completions, e.g. of courses. */
export function hasCompletions({ list }: Resource): boolean {
	return list !== undefined && findKnownList(list)?.completionOf !== undefined;
}

/**
 * n8n's panel makes its entries for a trigger from the first field with this label, and an entry sets that field alone.
 * This one has the name of Resource, so an entry sets the resource, and Trigger On has a default for each.
 */
export const panelEntries: INodeProperties = {
	...resourceField,
	displayName: 'Events',
	type: 'hidden',
	options: resources.map((each) => ({
		name: each.name,
		value: each.value,
		action: hasCompletions(each)
			? `${achievementOf(each)} Completed`
			: `${each.list === undefined ? 'Record of Another List' : each.name} Added, Updated or Removed`,
	})),
};

/** What is completed, such as "Course" of "Course Completion". */
function achievementOf({ name }: Resource): string {
	return name.replace(/ Completion$/, '');
}

const changes: [INodePropertyOptions, ...INodePropertyOptions[]] = [
	{
		name: 'Added',
		value: 'added',
		description: 'A record is in the list that was not there at the last poll',
	},
	{
		name: 'Removed',
		value: 'removed',
		description: 'A record is no longer in the list. The item contains only its ID.',
	},
	{
		name: 'Updated',
		value: 'updated',
		description: 'Any field of a record has changed, whether or not its date of modification has',
	},
];

/** @param what is completed, in lower case */
const completed = (what: string): INodePropertyOptions => ({
	name: 'Completed',
	value: 'completed',
	description: `A learner has completed a ${what}. Each learner and ${what} is reported once.`,
});

const EVENTS: readonly TriggerEvent[] = ['added', 'completed', 'removed', 'updated'];

/** Completed is offered where records can have a date of completion, and alone where that is what they are for. */
export function triggerOnOf(of: Resource): Field<ReadonlySet<TriggerEvent>> {
	const isOffered = hasCompletions(of) || of.list === undefined;
	const what = of.list === undefined ? 'course or path' : achievementOf(of).toLowerCase();
	const [added, ...others] = changes;
	const options = isOffered ? [added, completed(what), ...others] : changes;
	return field(
		{
			displayName: 'Trigger On',
			name: 'triggerOn',
			type: 'multiOptions',
			required: true,
			noDataExpression: true,
			default: [hasCompletions(of) ? 'completed' : 'added'],
			description:
				'What to start the workflow for. With filters, a record is added when it begins to match them and removed when it no longer does.',
			options,
		},
		(entered) => {
			// A list, which an expression may return, becomes text with commas.
			const names = String(entered)
				.split(',')
				.map((name) => name.trim());
			const events = EVENTS.filter((event) => names.includes(event));
			if (events.length > 0) return new Set(events);
			throw new UserFacingError(
				'No event is selected in Trigger On',
				`Choose at least one of ${options.map(({ name }) => name).join(', ')}. If it is an expression, check what it returns.`,
			);
		},
	);
}

function isCompleted({ completedAt }: IDataObject): boolean {
	return completedAt !== undefined && completedAt !== null && completedAt !== '';
}

/** The records that a trigger follows. With Completed alone, attempts that are still open are none of them. */
export function followed(
	records: readonly IDataObject[],
	triggerOn: ReadonlySet<TriggerEvent>,
): readonly IDataObject[] {
	const isAlone = triggerOn.has('completed') && triggerOn.size === 1;
	return isAlone ? records.filter(isCompleted) : records;
}

/**
 * What a completed record completes, e.g. a learner and a course; `undefined` for other records and without Completed.
 *
 * @param id of the record, used where it lacks a field of `completionOf`
 */
export function completionIn(
	record: IDataObject,
	{
		triggerOn,
		completionOf,
	}: { triggerOn: ReadonlySet<TriggerEvent>; completionOf?: readonly string[] | undefined },
	id: string | number,
): unknown[] | undefined {
	if (!triggerOn.has('completed') || !isCompleted(record)) return undefined;
	const ids = completionOf?.map((field) => record[field]);
	return ids && !ids.includes(undefined) ? ids : [id];
}
