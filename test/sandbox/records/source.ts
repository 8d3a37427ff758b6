import { createdAtMs, type Referable } from './ids';
import { objectId, processDigits } from './objectId';
import { hashOf, type Random, randomFor } from './random';
import type { Generate, ListRecord } from './record';
import type { Measures, World } from './world';

/** Where a list comes from: how its records are made, and how many there are at the start. */
export interface Source {
	count: number;
	generate: Generate;
}

/** A list by its path, with the parameters that are in it. */
export interface Place {
	path: string;
	parameters: Readonly<Record<string, string>>;
	world: World;
}

/** Makes the source of a list. */
export type Build = (place: Place) => Source;

/** What the record of an index is made from. */
interface Moment extends Place {
	index: number;
	random: Random;
	createdAt: string;
	/** Some time after another, after `createdAt` by default. */
	later: (since?: string) => string;
}

const LONGEST_UNTIL_LATER_MS = 200 * 24 * 3_600_000;

type Fields = Record<string, unknown>;

/**
 * A list of made-up records.
 *
 * @param made how many there are at the start; those of a referable list are as many as the world says.
 * @param make the fields; without an `_id` among them, the record has the usual one.
 */
export function made(
	count: number | Referable | ((measures: Measures) => number),
	make: (moment: Moment) => Fields,
): Build {
	return (place) => {
		const { path, world } = place;
		const { seed } = world.measures;
		const process = processDigits(seed, hashOf(path));
		const id =
			typeof count === 'string'
				? (index: number) => world.id(count, index)
				: (index: number) => objectId(process, createdAtMs(index), index);
		return {
			count: countOf(count, world),
			generate: (index) => {
				const random = randomFor(seed ^ hashOf(path), index);
				const createdAt = new Date(createdAtMs(index)).toISOString();
				const later = (since = createdAt): string =>
					new Date(Date.parse(since) + random.below(LONGEST_UNTIL_LATER_MS)).toISOString();
				return { _id: id(index), ...make({ ...place, index, random, createdAt, later }) };
			},
		};
	};
}

/**
 * A list whose entries follow from other lists, found when it is first asked for.
 *
 * @param spare makes the entries that are added later.
 */
export function found(
	find: (place: Place) => ListRecord[],
	spare: (index: number, place: Place) => ListRecord,
): Build {
	return (place) => {
		const records = find(place);
		return {
			count: records.length,
			// Copies, because a generated record belongs to who asked for it.
			generate: (index) => ({ ...(records[index] ?? spare(index, place)) }),
		};
	};
}

function countOf(
	count: number | Referable | ((measures: Measures) => number),
	world: World,
): number {
	if (typeof count === 'function') return count(world.measures);
	return typeof count === 'number' ? count : world.count(count);
}
