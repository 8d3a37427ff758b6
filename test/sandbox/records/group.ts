import { objectId, processDigits } from './objectId';
import { randomFor } from './random';
import { padTo, type Generate, type ListRecord } from './record';
import { PLACES, SENTENCES, TEAMS } from './words';

const FIRST_CREATED_MS = Date.UTC(2019, 0, 7, 8);
const BETWEEN_GROUPS_MS = 3_600_000;

/** The `_id` of the group with an index. */
export function groupIdOf(seed: number): (index: number) => string {
	const process = processDigits(seed, 2);
	return (index) => objectId(process, FIRST_CREATED_MS + index * BETWEEN_GROUPS_MS, index);
}

/** Groups of one seed. They carry no dates, as in the wild; the first one is the root of all. */
export function groupGenerator(seed: number, recordBytes: number): Generate {
	const groupId = groupIdOf(seed);
	return (index) => {
		const random = randomFor(seed + 1, index);
		const record: ListRecord = {
			_id: groupId(index),
			name: index === 0 ? 'Everyone' : `${random.pick(TEAMS)} – ${random.pick(PLACES)} ${index}`,
			public: random.below(4) > 0,
			parentId: index === 0 ? null : groupId(random.below(Math.min(index, 20))),
			custom: random.below(10) === 0,
			description: random.pick(SENTENCES),
		};
		return recordBytes > 0 ? padTo(recordBytes, record) : record;
	};
}
