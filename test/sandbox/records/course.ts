import { objectId, processDigits } from './objectId';
import { randomFor, type Random } from './random';
import { padTo, type Generate, type ListRecord } from './record';
import { AUDIENCES, LANGUAGES, OPENINGS, SENTENCES, SUBJECTS } from './words';

const FIRST_CREATED_MS = Date.UTC(2020, 0, 6, 9);
const BETWEEN_COURSES_MS = 1_740_000;
const LONGEST_UNTIL_MODIFIED_MS = 200 * 24 * 3_600_000;
const AUTHORS = 40;
const TAGS = 60;

/** Courses of one seed; each belongs to one of the given groups. */
export function courseGenerator(
	seed: number,
	recordBytes: number,
	groups: { count: number; generate: Generate },
): Generate {
	const process = processDigits(seed, 1);
	const authors = processDigits(seed, 3);
	const tags = processDigits(seed, 4);
	const authorId = (random: Random): string =>
		objectId(authors, FIRST_CREATED_MS, random.below(AUTHORS));
	const tagId = (random: Random): string => objectId(tags, FIRST_CREATED_MS, random.below(TAGS));

	return (index) => {
		const random = randomFor(seed, index);
		const createdAtMs = FIRST_CREATED_MS + index * BETWEEN_COURSES_MS + random.below(1_000_000);
		const author = authorId(random);
		const language = random.pick(LANGUAGES);
		const name = `${random.pick(OPENINGS)} ${random.pick(SUBJECTS)}${random.pick(AUDIENCES)}`;
		const record: ListRecord = {
			_id: objectId(process, createdAtMs, index),
			name,
			status: statusOf(random.below(100)),
			type: random.pick(['native', 'native', 'native', 'external', 'elearning standard']),
			authorId: author,
			originalAuthorId: random.below(10) === 0 ? authorId(random) : author,
			coAuthorIds: several(random.below(3), () => authorId(random)),
			collaborativeLearning: random.below(3) === 0,
			groupId: groups.count > 0 ? groups.generate(random.below(groups.count))._id : null,
			sourceLang: language,
			defaultLang: language,
			tagIds: several(random.below(4), () => tagId(random)),
			createdAt: new Date(createdAtMs).toISOString(),
			modifiedAt: new Date(createdAtMs + random.below(LONGEST_UNTIL_MODIFIED_MS)).toISOString(),
			duration: 300 + random.below(200) * 60,
			description: `${random.pick(SENTENCES)} ${random.pick(SENTENCES)}`,
			translations: several(random.below(3), () => ({ lang: random.pick(LANGUAGES), name })),
		};
		return recordBytes > 0 ? padTo(recordBytes, record) : record;
	};
}

function statusOf(percentile: number): string {
	if (percentile < 80) return 'published';
	return percentile < 95 ? 'archived' : 'deleted';
}

function several<T>(count: number, make: () => T): T[] {
	return Array.from({ length: count }, make);
}
