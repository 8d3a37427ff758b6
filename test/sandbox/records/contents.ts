import { hashOf, randomFor } from './random';
import type { ListRecord } from './record';
import { found, made, type Place } from './source';
import { LANGUAGES, SENTENCES, SUBJECTS } from './words';
import type { World } from './world';

const TAGS = 60;

export const tags = made('tags', ({ index, random }) => ({
	name: `${random.pick(SUBJECTS)} ${index}`,
	isMain: index % 10 === 0,
}));

/** Up to three tags of a course or a path, by index. */
function tagsOf(id: string, world: World): number[] {
	const random = randomFor(world.measures.seed, hashOf(id));
	const count = random.below(4);
	const first = random.below(TAGS - count);
	return Array.from({ length: count }, (_, nth) => first + nth);
}

function tagged(index: number, world: World): ListRecord {
	const tagId = world.id('tags', index);
	return { _id: tagId, tagId, source: index % 3 === 0 ? 'automatic' : 'manual' };
}

/** The tags of the course or path that the list is below. */
export const tagsBelow = found(
	({ parameters, world }) => {
		const id = parameters.courseId ?? parameters.pathId ?? '';
		return tagsOf(id, world).map((index) => tagged(index, world));
	},
	(index, { world }) => tagged(index, world),
);

/** The author that a course had at first: in one of ten another than now. A filter, not a field. */
export function originalAuthorOf(course: ListRecord, world: World): unknown {
	const random = randomFor(world.measures.seed + 1, hashOf(course._id));
	return random.below(10) === 0 ? world.some('users', random) : course.authorId;
}

export const courseStats = made(
	({ courseStatistics }) => courseStatistics,
	({ index, random, world, createdAt, later }) => ({
		courseId: world.some('courses', random),
		userId: world.some('users', random),
		createdAt,
		// Attempts that are still open have not been completed.
		...(index % 4 === 0 ? {} : { completedAt: later(), score: random.below(101) }),
		progress: index % 4 === 0 ? random.below(100) : 100,
		timeSpent: random.below(200),
		lastActivityAt: later(),
	}),
);

export const paths = made('paths', ({ index, random, world, createdAt, later }) => {
	const lang = random.pick(LANGUAGES);
	const name = `Path ${index + 1}: ${random.pick(SUBJECTS)}`;
	return {
		name,
		description: random.pick(SENTENCES),
		status: index % 5 === 4 ? 'archived' : 'published',
		authorId: world.some('users', random),
		coAuthorIds: [],
		groupId: world.some('groups', random),
		sourceLang: lang,
		createdAt,
		modifiedAt: later(),
		steps: [{ type: 'course', contentId: world.some('courses', random) }],
		translations: [{ lang: 'fr', published: true, translatedFields: { name: `${name} (fr)` } }],
	};
});

/** Every session of every path; two sessions a path. */
export const sessions = made('paths/sessions', ({ index, random, world, createdAt, later }) => {
	const startDate = later();
	return {
		pathId: world.id('paths', index >> 1),
		name: `Session ${index + 1}`,
		instructorIds: [world.some('users', random)],
		createdAt,
		modifiedAt: later(),
		startDate,
		// Only the start is always there.
		...(index % 3 === 0 ? {} : { endDate: later(startDate) }),
	};
});

/** The sessions of one path: the same, and their translations. */
export const sessionsBelow = found(
	({ parameters, world }) =>
		[...world.now('paths/sessions')]
			.filter(({ pathId }) => pathId === parameters.pathId)
			.map((session) => ({ ...session, translations: [{ lang: 'fr', published: true }] })),
	(index, place) => ({
		...sessions(place).generate(index + place.world.count('paths/sessions')),
		pathId: place.parameters.pathId,
		translations: [],
	}),
);

export const enrollments = made(12, ({ index, random, world, parameters, createdAt, later }) => {
	const path = Math.max(0, world.indexOf('paths', parameters.pathId));
	return {
		sessionId: world.id('paths/sessions', path * 2 + (index % 2)),
		userId: world.some('users', random),
		status: index % 5 === 4 ? 'archived' : 'published',
		createdAt,
		...(index % 4 === 0 ? {} : { modifiedAt: later() }),
	};
});

const PROGRESS = ['onTime', 'late', 'successful', 'notYetStarted', 'unsuccessful'] as const;

/** How far users have come: on all paths, or in the session that the list is below. */
export const pathStats = made(20, ({ index, random, world, parameters, createdAt, later }) => {
	const status = PROGRESS[index % PROGRESS.length] ?? 'onTime';
	return {
		pathId: parameters.pathId ?? world.some('paths', random),
		...(parameters.sessionId === undefined ? {} : { sessionId: parameters.sessionId }),
		userId: world.some('users', random),
		status: { type: status },
		progress: random.below(101),
		enrolledAt: createdAt,
		...(status.endsWith('successful') ? { completedAt: later() } : {}),
	};
});

/** `course`, `path` or `path-session` IDs of a group: what belongs to it, in the catalog if published. */
export function contentIds(onlyPublished: boolean): ReturnType<typeof found> {
	const listOf: Readonly<Record<string, string>> = { course: 'courses', path: 'paths' };
	const belonging = (list: string, { parameters, world }: Place): ListRecord[] => {
		const ids: ListRecord[] = [];
		for (const { _id, groupId, status } of world.now(list)) {
			if (groupId !== parameters.groupId) continue;
			if (!onlyPublished || status === 'published') ids.push({ _id });
		}
		return ids;
	};
	return found(
		(place) => {
			const list = listOf[place.parameters.contentType ?? ''];
			if (list) return belonging(list, place);
			const ofGroup = new Set<unknown>(belonging('paths', place).map(({ _id }) => _id));
			return [...place.world.now('paths/sessions')]
				.filter(({ pathId }) => ofGroup.has(pathId))
				.map(({ _id }) => ({ _id }));
		},
		(index, { world }) => ({ _id: world.id('courses', index) }),
	);
}
