import type { IDataObject } from 'n8n-workflow';

import type { ListRecord, Sandbox, SandboxOptions } from '../../sandbox';
import { randomFor } from '../../sandbox/records/random';
import { startService } from '../service';

// The rules of docs/completions.md, written again without the package.

/** What a service may send for a date, the date that it means, and the time to compare. */
const DATES: [sent: unknown, shown: string | null, ms: number][] = [
	['2026-01-10T08:00:00.000Z', '2026-01-10T08:00:00.000Z', Date.UTC(2026, 0, 10, 8)],
	['2026-01-10T09:30:00+01:00', '2026-01-10T09:30:00+01:00', Date.UTC(2026, 0, 10, 8, 30)],
	['2026-01-10', '2026-01-10', Date.UTC(2026, 0, 10)],
	['2026-01-10 07:00:00', '2026-01-10 07:00:00', Date.UTC(2026, 0, 10, 7)],
	['2026-03-05T10:00:00Z', '2026-03-05T10:00:00Z', Date.UTC(2026, 2, 5, 10)],
	['2025-12-31T23:59:59.999Z', '2025-12-31T23:59:59.999Z', Date.UTC(2025, 11, 31, 23, 59, 59, 999)],
	[1_772_704_801, '2026-03-05T10:00:01.000Z', Date.UTC(2026, 2, 5, 10, 0, 1)],
	[1_772_704_802_000, '2026-03-05T10:00:02.000Z', Date.UTC(2026, 2, 5, 10, 0, 2)],
	['1772704803', '2026-03-05T10:00:03.000Z', Date.UTC(2026, 2, 5, 10, 0, 3)],
	...[undefined, undefined, undefined, null, '', '-', 'NULL', false, 0, '0000-00-00'].map(noDate),
	...['1970-01-01T00:00:00.000Z', '0001-01-01', '9999-12-31', '2026-02-30', 46_053].map(noDate),
];

function noDate(sent: unknown): [unknown, null, number] {
	return [sent, null, -Infinity];
}

/** What a service may send for a score or progress, and the number that it means. */
const NUMBERS: [sent: unknown, shown: number | null][] = [
	...[0, 40, 85, 85.5, 100].map((number): [number, number] => [number, number]),
	...([
		['85.00', 85],
		['7,5', 7.5],
		[' 40 ', 40],
		['92 %', 92],
	] as [string, number][]),
	...[undefined, undefined, null, '', 'passed'].map((sent): [unknown, null] => [sent, null]),
];

/** Statuses, best first. */
const PATH_STATUSES = [
	'successful',
	'awaitingCorrection',
	'onTime',
	'late',
	'toRetake',
	'notYetStarted',
	'sessionNotOpened',
	'unsuccessful',
	'somethingNew',
] as const;

const dateOf = (sent: unknown) => DATES.find(([date]) => Object.is(date, sent)) ?? noDate(sent);

const numberOf = (sent: unknown) => NUMBERS.find(([number]) => number === sent)?.[1] ?? null;

const STATUSES = ['active', 'active', 'active', 'invited', 'deleted'] as const;

export interface Platform {
	sandbox: Sandbox;
	ids: { course: string; path: string; group: string };
}

/** Starts a platform with twelve random people, attempts, enrollments, and members of a group. */
export async function startRandomly(
	seed: number,
	pageSizes: SandboxOptions['pageSizes'] = {},
): Promise<Platform> {
	const random = randomFor(seed, 0);
	const sandbox = await startService({ users: 12, courses: 3, groups: 1, pageSizes });
	const { catalogue } = sandbox;
	const idIn = (list: string, at: number) => catalogue.records(list).at(at)._id;
	const ids = { course: idIn('courses', 1), path: idIn('paths', 1), group: idIn('groups', 0) };
	const users = catalogue.list('users').map(({ _id }) => _id);
	for (const userId of users) {
		const names = [{}, {}, { firstName: undefined, lastName: '' }, { mail: undefined }] as const;
		catalogue.update('users', userId, { status: random.pick(STATUSES), ...random.pick(names) });
	}
	// Few values, so that records often tie and the later rules decide.
	const [dates, numbers] = [
		random.shuffled(DATES).slice(0, 6),
		random.shuffled(NUMBERS).slice(0, 2),
	];
	const date = () => random.pick(dates as [(typeof DATES)[0]])[0];
	const number = () => random.pick(numbers as [(typeof NUMBERS)[0]])[0];
	const roles = `groups/${ids.group}/roles`;
	for (const list of ['courses/stats', 'paths/stats', roles]) catalogue.clear(list);
	const anybody = () => random.pick([...users, 'f'.repeat(24)] as [string]);
	for (let left = random.below(12); left > 0; left -= 1) {
		catalogue.add(roles, { userId: anybody(), role: random.pick(['learner', 'coach']) });
	}
	const courses = [ids.course, ids.course, catalogue.records('courses').at(0)._id] as const;
	for (let left = random.below(120); left > 0; left -= 1) {
		const record = { userId: anybody(), courseId: random.pick(courses) };
		const times = { completedAt: date(), firstActivityAt: date() };
		catalogue.add('courses/stats', { ...record, ...times, score: number(), progress: number() });
	}
	const paths = [ids.path, ids.path, catalogue.records('paths').at(0)._id] as const;
	for (let left = random.below(120); left > 0; left -= 1) {
		const type = random.pick(PATH_STATUSES);
		catalogue.add('paths/stats', {
			userId: anybody(),
			pathId: random.pick(paths),
			status: random.below(8) > 0 ? { type } : undefined,
			sessionId: random.pick(['5e55104a'.repeat(3), '5e55104b'.repeat(3), undefined]),
			enrolledAt: date(),
			startedAt: date(),
			dueDate: date(),
			completedAt: date(),
			unenrolledAt: random.below(4) > 0 ? undefined : date(),
			score: number(),
			progress: number(),
		});
	}
	return { sandbox, ids };
}

function statusIn(record: ListRecord, training: string): string {
	const isDated = dateOf(record.completedAt)[1] !== null;
	if (training === 'course') return isDated ? 'completed' : 'inProgress';
	const { type } = (record.status ?? {}) as { type?: string };
	return type ?? (isDated ? 'successful' : 'onTime');
}

const isDone = (status: string) => ['completed', 'successful'].includes(status);

/** Returns a person's records that count: a learner who was unenrolled without success is not enrolled. */
function countedOf({ sandbox, ids }: Platform, training: 'course' | 'path'): ListRecord[] {
	const all = sandbox.catalogue.list(`${training}s/stats`);
	return all.filter(
		(record) =>
			record[`${training}Id`] === ids[training] &&
			(training === 'course' ||
				dateOf(record.unenrolledAt)[1] === null ||
				isDone(statusIn(record, training))),
	);
}

/** Returns the records that no other record of the person beats, rule by rule. */
function bestOf(records: ListRecord[], training: string): ListRecord[] {
	const time = (field: string) => (record: ListRecord) => dateOf(record[field])[2];
	const isOfSession = (one: ListRecord, other: ListRecord) =>
		one === other || (one.sessionId !== undefined && one.sessionId === other.sessionId);
	const rules: ((record: ListRecord) => number)[] = [
		(record) => {
			const status = statusIn(record, training);
			return isDone(status) ? 2 : status === 'unsuccessful' ? 0 : 1;
		},
		(record) =>
			training === 'course'
				? 0
				: Math.max(...records.filter((one) => isOfSession(record, one)).map(time('enrolledAt'))),
		({ score }) => numberOf(score) ?? -Infinity,
		(record) => -(PATH_STATUSES as readonly string[]).indexOf(statusIn(record, training)),
		({ progress }) => numberOf(progress) ?? 0,
		training === 'course' ? () => 0 : time('enrolledAt'),
		time('completedAt'),
		time(training === 'course' ? 'firstActivityAt' : 'startedAt'),
	];
	return rules.reduce((left, rule) => {
		const highest = Math.max(...left.map(rule));
		return left.filter((record) => rule(record) === highest);
	}, records);
}

/** Returns what Training Status may say, by person: several records only if no rule decides. */
export function expected(
	platform: Platform,
	{ training, people, show }: { training: 'course' | 'path'; people: string; show: string },
): Map<string, IDataObject[]> {
	const { sandbox, ids } = platform;
	const counted = countedOf(platform, training);
	const members = sandbox.catalogue.list(`groups/${ids.group}/roles`);
	const asked = new Set((people === 'group' ? members : counted).map(({ userId }) => userId));
	const persons = sandbox.catalogue
		.list('users')
		.filter(({ _id, status }) =>
			people === 'active' ? status === 'active' : status !== 'deleted' && asked.has(_id),
		);
	const isShown = ({ status }: IDataObject) =>
		({ all: true, late: status === 'late', completed: isDone(status as string) })[show] ??
		!isDone(status as string);
	return new Map(
		persons.flatMap(({ _id: userId, firstName, lastName, mail }) => {
			const own = counted.filter((record) => record.userId === userId);
			const person = {
				userId,
				userName: [firstName, lastName].filter(Boolean).join(' ') || null,
				userMail: mail ?? null,
			};
			const nothing = training === 'course' ? 'notStarted' : 'notEnrolled';
			const best: Partial<ListRecord>[] = own.length > 0 ? bestOf(own, training) : [{}];
			const possible = best.map((record): IDataObject => ({
				...person,
				status: own.length > 0 ? statusIn(record as ListRecord, training) : nothing,
				dueDate: dateOf(record.dueDate)[1],
				completedAt: dateOf(record.completedAt)[1],
				progress: numberOf(record.progress) ?? 0,
				score: numberOf(record.score),
				attempts: own.length,
				startedAt: dateOf(training === 'course' ? record.firstActivityAt : record.startedAt)[1],
				...(training === 'course'
					? { courseId: ids.course }
					: { pathId: ids.path, sessionId: (record.sessionId as string | undefined) ?? null }),
			}));
			return possible.some(isShown) ? [[userId, possible]] : [];
		}),
	);
}
