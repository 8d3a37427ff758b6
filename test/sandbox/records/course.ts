import { groupIdOf } from './group';
import { objectId, processDigits } from './objectId';
import { randomFor, type Random } from './random';
import { padTo, type Generate, type ListRecord } from './record';
import { AUDIENCES, LANGUAGES, OPENINGS, SENTENCES, SUBJECTS, type Words } from './words';

const FIRST_CREATED_MS = Date.UTC(2020, 0, 6, 9);
const BETWEEN_COURSES_MS = 1_740_000;
const LONGEST_UNTIL_MODIFIED_MS = 200 * 24 * 3_600_000;
const TYPES: Words = ['native', 'native', 'native', 'external', 'elearning standard'];

/** Courses of one seed; each belongs to one of the seed's first `groups` groups. */
export function courseGenerator(seed: number, recordBytes: number, groups: number): Generate {
	const process = processDigits(seed, 1);
	const authorIds = fewIds(processDigits(seed, 3), 40);
	const allTagIds = fewIds(processDigits(seed, 4), 60);
	const groupId = groupIdOf(seed);

	return (index) => {
		const random = randomFor(seed, index);
		const createdAtMs = FIRST_CREATED_MS + index * BETWEEN_COURSES_MS + random.below(1_000_000);
		const authorId = random.pick(authorIds);
		const language = random.pick(LANGUAGES);
		const name = `${random.pick(OPENINGS)} ${random.pick(SUBJECTS)}${random.pick(AUDIENCES)}`;
		const record: ListRecord = {
			_id: objectId(process, createdAtMs, index),
			name,
			status: statusOf(random.below(100)),
			type: random.pick(TYPES),
			authorId,
			originalAuthorId: random.below(10) === 0 ? random.pick(authorIds) : authorId,
			coAuthorIds: several(random.below(3), authorIds, random),
			collaborativeLearning: random.below(3) === 0,
			groupId: groups > 0 ? groupId(random.below(groups)) : null,
			sourceLang: language,
			defaultLang: language,
			tagIds: several(random.below(4), allTagIds, random),
			createdAt: new Date(createdAtMs).toISOString(),
			modifiedAt: new Date(createdAtMs + random.below(LONGEST_UNTIL_MODIFIED_MS)).toISOString(),
			duration: 300 + random.below(200) * 60,
			description: `${random.pick(SENTENCES)} ${random.pick(SENTENCES)}`,
			translations: several(random.below(3), LANGUAGES, random).map((lang) => ({ lang, name })),
		};
		return recordBytes > 0 ? padTo(recordBytes, record) : record;
	};
}

function fewIds(process: string, count: number): Words {
	const id = (index: number): string => objectId(process, FIRST_CREATED_MS, index);
	return [id(0), ...Array.from({ length: count - 1 }, (_, index) => id(index + 1))];
}

function statusOf(percentile: number): string {
	if (percentile < 80) return 'published';
	return percentile < 95 ? 'archived' : 'deleted';
}

/** Neighbours from a list of choices, so that none comes twice. */
function several(count: number, choices: Words, random: Random): string[] {
	if (count === 0) return [];
	const start = random.below(choices.length - count);
	return choices.slice(start, start + count);
}
