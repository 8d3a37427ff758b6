import type { IDataObject } from 'n8n-workflow';

import { milestoneIn } from '../catalog/completions';
import type { RecordId } from '../catalog/identity';
import { shortHash } from '../values/hash';
import type { Milestone, TriggerEvent } from './changes';
import { KEY_LENGTH } from './keys';

/** Which milestones count, and which of them are the same. */
export interface MilestoneSettings {
	triggerOn: ReadonlySet<TriggerEvent>;
	/** In percent; 0 for any score, and none. */
	passingScore: number;
	/** Whether a learner reaches a milestone once in each course or path, or else once in each record. */
	onlyFirst: boolean;
	/** The fields that name learner and course, or path; `undefined` for the fields of the ID. */
	completionOf?: readonly string[] | undefined;
}

/** The milestone that a record shows, if it is asked for. The ID stands in for a missing field of `completionOf`. */
export function milestoneOf(
	record: IDataObject,
	id: RecordId,
	{ triggerOn, passingScore, onlyFirst, completionOf = [] }: MilestoneSettings,
): Milestone | undefined {
	const event = milestoneIn(record);
	if (event === undefined || !triggerOn.has(event)) return undefined;
	// An attempt without a score may still get one.
	const hasPassed = passingScore === 0 || Number(record.score ?? -1) >= passingScore;
	if (event === 'completed' && !hasPassed) return undefined;
	const ids = onlyFirst ? completionOf.map((field) => record[field]) : [];
	const isNamed = ids.length > 0 && !ids.includes(undefined);
	const reached = JSON.stringify([event, ...(isNamed ? ids : [id])]);
	return { event, key: shortHash(reached, KEY_LENGTH) };
}
