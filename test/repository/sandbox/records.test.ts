import { startSandbox, type ListRecord, type Sandbox } from '../../sandbox';

// The generated records are those of a company that could exist.

type Fields = Record<string, unknown>;

const textIn = (record: Fields, field: string) => (record[field] as string | undefined) ?? '';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ courses: 300, users: 700, groups: 300, courseStatistics: 200 });
});

afterAll(() => sandbox.stop());

const list = (path: string) => sandbox.catalogue.list(path);

/** The lists with the records' own dates. */
const [NESTED_PATH, NESTED_USER] = [0, 5];
const lists = () => {
	const path = list('paths')[NESTED_PATH]?._id ?? '';
	const user = list('users')[NESTED_USER]?._id ?? '';
	const classroom = list('classrooms')[0]?._id ?? '';
	return [
		'courses',
		'paths',
		'paths/sessions',
		'courses/stats',
		'paths/stats',
		'users',
		'skills',
		'classrooms',
		'learning-needs',
		'bulk/operations',
		'skills/powers',
		`paths/${path}/sessions`,
		`paths/${path}/enrollments`,
		`users/${user}/certificates`,
		`classrooms/${classroom}/slots`,
	];
};

/** Returns the records of all lists that break a rule. */
const breaking = (rule: (record: ListRecord) => boolean) =>
	lists().flatMap((path) =>
		list(path)
			.filter((one) => !rule(one))
			.map((one) => [path, one]),
	);

const ORDERS = [
	['createdAt', 'modifiedAt'],
	['createdAt', 'updatedAt'],
	['createdAt', 'archivedAt'],
	['firstActivityAt', 'completedAt', 'lastActivityAt'],
	['enrolledAt', 'startedAt', 'completedAt'],
	['enrolledAt', 'startedAt', 'dueDate'],
	['enrolledAt', 'unenrolledAt'],
	['startDate', 'endDate'],
	['queuedAt', 'startedAt', 'endedAt'],
	['deliveryDate', 'expirationDate'],
];
const PAST = [
	'createdAt',
	'modifiedAt',
	'completedAt',
	'lastActivityAt',
	'lastLoginDate',
	'endedAt',
];

const isSorted = (texts: unknown[]) =>
	texts.every((text, at) => at === 0 || String(texts[at - 1]) <= String(text));

it.each<[promise: string, rule: (record: ListRecord) => boolean]>([
	[
		'dates follow each other',
		(record) =>
			ORDERS.every((order) =>
				isSorted(order.flatMap((field) => (record[field] === undefined ? [] : [record[field]]))),
			),
	],
	[
		'nothing has happened in the future',
		(record) => PAST.every((field) => textIn(record, field) <= new Date().toISOString()),
	],
	[
		'completed means a progress of 100',
		({ completedAt, progress }) =>
			progress === undefined || (completedAt !== undefined) === (progress === 100),
	],
	[
		'a late enrollment was due, and an open one is due',
		({ completedAt, status, ...record }) => {
			const dueDate = textIn(record, 'dueDate');
			const { type } = (status ?? {}) as { type?: string };
			if (dueDate === '' || type === undefined) return true;
			const isOver = dueDate < new Date().toISOString();
			return type === 'late' ? isOver : completedAt !== undefined || !isOver;
		},
	],
])('%s', (_promise, rule) => {
	expect(breaking(rule).slice(0, 3)).toEqual([]);
});

it('people have different emails', () => {
	const mails = list('users').flatMap(({ mail }) => (mail === undefined ? [] : [mail]));
	expect(new Set(mails).size).toBe(mails.length);
	expect(mails.length).toBeGreaterThan(600);
});
