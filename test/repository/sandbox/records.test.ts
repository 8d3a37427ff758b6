import { startSandbox, type ListRecord, type Sandbox } from '../../sandbox';
import { LANGUAGES, SENTENCES, SUBJECTS, TITLES, type Language } from '../../sandbox/records/words';

// The generated records are those of a company that could exist.

type Fields = Record<string, unknown>;

const textIn = (record: Fields, field: string) => (record[field] as string | undefined) ?? '';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ courses: 300, users: 700, groups: 300, courseStatistics: 200 });
});

afterAll(() => sandbox.stop());

const list = (path: string) => sandbox.catalogue.list(path);

/** The lists with the records' own dates, languages, or names. */
const [NESTED_PATH, NESTED_USER] = [0, 5];
const lists = () => {
	const path = list('paths')[NESTED_PATH]?._id ?? '';
	const user = list('users')[NESTED_USER]?._id ?? '';
	const classroom = list('classrooms')[0]?._id ?? '';
	return [
		...['courses', 'paths', 'paths/sessions', 'courses/stats', 'paths/stats', 'users', 'skills'],
		...['classrooms', 'learning-needs', 'bulk/operations', 'skills/powers'],
		...[`paths/${path}/sessions`, `paths/${path}/enrollments`, `users/${user}/certificates`],
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

/** Returns the language whose words a text starts with, and the number of the word. */
function wordOf(text: unknown): { language?: Language; number?: number } {
	for (const language of LANGUAGES) {
		for (const words of [SENTENCES, SUBJECTS, TITLES]) {
			const number = words[language].findIndex((word) => String(text).startsWith(word));
			if (number !== -1) return { language, number };
		}
	}
	return {};
}

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
	[
		'a record has one language, and its translations say the same',
		({ name, sourceLang, description, translations }) => {
			if (sourceLang === undefined) return true;
			const known = wordOf(name);
			return (
				[undefined, sourceLang].includes(known.language) &&
				[undefined, sourceLang].includes(wordOf(description).language) &&
				(translations as Fields[]).every(({ lang, translatedFields }) => {
					const { name: other } = translatedFields as Fields;
					const { language, number } = wordOf(other);
					return language === undefined || (language === lang && number === known.number);
				})
			);
		},
	],
])('%s', (_promise, rule) => {
	expect(breaking(rule).slice(0, 3)).toEqual([]);
});

it('people have different emails, which follow from their names', () => {
	const users = list('users');
	const latin = (text: unknown) =>
		String(text)
			.toLowerCase()
			.normalize('NFD')
			.replaceAll('ß', 'ss')
			.replaceAll('ı', 'i')
			.replaceAll(/[^a-z]/g, '');
	for (const { firstName, lastName, mail, username } of users) {
		const [account = ''] = String(mail ?? username).split('@');
		if (mail !== undefined && username !== undefined) expect(username).toBe(account);
		if (mail === undefined && username === undefined) continue;
		for (const name of [firstName, lastName]) {
			if (/^\p{Script=Latin}/u.test((name as string | undefined) ?? '')) {
				expect(account).toContain(latin(name));
			}
		}
	}
	const mails = users.flatMap(({ mail }) => (mail === undefined ? [] : [mail]));
	expect(new Set(mails).size).toBe(mails.length);
	expect(mails.length).toBeGreaterThan(600);
});

it('courses have authors who speak their language', () => {
	const languageOf = (id: unknown) => sandbox.catalogue.get('users', String(id)).lang;
	const usual = list('courses').filter((_, at) => at % 25 < 20);
	const fits = usual.filter(({ authorId, sourceLang }) => languageOf(authorId) === sourceLang);
	expect(fits.length).toBeGreaterThan(usual.length * 0.9);
});

it('the courses of a path have its subject', () => {
	const [path] = list('paths').filter(({ steps }) =>
		(steps as { type: string }[]).some(({ type }) => type === 'course'),
	);
	const steps = (path?.steps ?? []) as { type: string; _id: string }[];
	const names = steps.flatMap(({ type, _id }) =>
		type === 'course' ? [sandbox.catalogue.get('courses', _id).name] : [],
	);
	const subject = wordOf(path?.name).number ?? -1;
	for (const name of names) expect(Math.floor((wordOf(name).number ?? -1) / 3)).toBe(subject);
});

it('the first records of a list look like those of any company', () => {
	const firstOf = (path: string) =>
		list(path)
			.slice(0, 5)
			.map(({ name, firstName, lastName }) => name ?? `${String(firstName)} ${String(lastName)}`);
	expect(['courses', 'groups', 'paths', 'users'].map(firstOf)).toEqual([
		[
			'Welcome to the Company',
			'Interviewing Candidates',
			'Traiter les réclamations',
			'Fire Safety at Work',
			'Korruption vorbeugen',
		],
		['Everyone', 'Sales', 'Customer Service', 'Production', 'Logistics'],
		[
			'New Hire Onboarding',
			'Safety Certification',
			'Parcours leadership',
			'Compliance Essentials',
			'Vertriebsakademie',
		],
		['Olivia Smith', 'Noah Johnson', 'Amélie Martin', "Amelia O'Neill", 'Lena Müller'],
	]);
});
