import { randomFor, type Random } from './random';
import { padTo, type ListRecord } from './record';
import type { Build } from './source';
import {
	AUDIENCES,
	LANGUAGES,
	OPENINGS,
	PLATFORMS,
	SENTENCES,
	SUBJECTS,
	type Words,
} from './words';

const LONGEST_UNTIL_MODIFIED_MS = 200 * 24 * 3_600_000;
const TYPES: Words = ['native', 'native', 'native', 'external', 'elearning standard'];

/** Courses as docs/service.md has them under Records; each belongs to one of the groups. */
export const courses: Build = ({ world }) => {
	const { seed, recordBytes, courseAuthors } = world.measures;
	const ids = Array.from({ length: courseAuthors }, (_, index) => world.id('users', index));
	const authorIds = ids as [string, ...string[]];

	const generate = (index: number): ListRecord => {
		const random = randomFor(seed, index);
		const createdAtMs = world.courseTime(index, random);
		const authorId = random.pick(authorIds);
		const language = random.pick(LANGUAGES);
		const name = `${random.pick(OPENINGS)} ${random.pick(SUBJECTS)}${random.pick(AUDIENCES)}`;
		const status = statusOf(random.below(100));
		const type = random.pick(TYPES);
		const record: ListRecord = {
			_id: world.id('courses', index, createdAtMs),
			name,
			status,
			type,
			authorId,
			coAuthorIds: several(random.below(3), authorIds, random),
			collaborativeLearning: random.below(3) === 0,
			groupId: world.some('groups', random),
			sourceLang: language,
			defaultLang: language,
			createdAt: new Date(createdAtMs).toISOString(),
			modifiedAt: new Date(createdAtMs + random.below(LONGEST_UNTIL_MODIFIED_MS)).toISOString(),
			duration: 5 + random.below(200),
			description: `${random.pick(SENTENCES)} ${random.pick(SENTENCES)}`,
			currentVersionNumber: 1 + random.below(9),
			translations: several(Math.max(0, random.below(4) - 1), LANGUAGES, random).map((lang) => ({
				lang,
				published: status === 'published',
				translatorIds: [authorId],
				translatedFields: { name: `${name} (${lang})` },
			})),
		};
		if (type === 'external') record.externalPlatform = random.pick(PLATFORMS);
		return recordBytes > 0 ? padTo(recordBytes, record, 'description') : record;
	};
	return { count: world.count('courses'), generate };
};

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
