import type { IDataObject } from 'n8n-workflow';

import { findKnownList } from '../catalog/knownLists';
import { resources, type Resource } from '../catalog/resources';
import { UserFacingError } from '../errors';
import type { TriggerEvent } from './changes';

/** Whether the records of a resource are completions, e.g. of courses. */
export function hasCompletions({ list }: Resource): boolean {
	return list !== undefined && findKnownList(list)?.completionOf !== undefined;
}

/** Whether the record has the date of its completion. */
function isCompleted({ completedAt }: IDataObject): boolean {
	return completedAt !== undefined && completedAt !== null && completedAt !== '';
}

/**
 * The records that a trigger follows. With Completed alone it neither remembers nor reports an attempt that is still
 * open.
 */
export function followed(
	records: readonly IDataObject[],
	triggerOn: ReadonlySet<TriggerEvent>,
): readonly IDataObject[] {
	const isAlone = triggerOn.has('completed') && triggerOn.size === 1;
	return isAlone ? records.filter(isCompleted) : records;
}

/**
 * What a completed record is the completion of; `undefined` for any other record, or without the event Completed.
 *
 * @param watched the events of the trigger, and the fields that name the learner and what was completed, e.g. `userId`
 * and `courseId`
 * @param id of the record, used where these fields are not known
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

/** @throws UserFacingError when Completed is chosen for a list whose records cannot be completed */
export function checkCompleted(
	triggerOn: ReadonlySet<TriggerEvent>,
	{ path, completionOf }: { path: string; completionOf?: readonly string[] },
): void {
	if (!triggerOn.has('completed') || completionOf || !findKnownList(path)) return;
	const names = resources.filter(hasCompletions).map(({ name }) => name);
	throw new UserFacingError(
		`Trigger On cannot be Completed for the list ${path}, whose records have no date of completion`,
		`Choose another event in Trigger On, or the resource ${names.join(' or ')}.`,
	);
}
