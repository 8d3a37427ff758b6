import { startSandbox, type ListRecord, type Sandbox } from '../../sandbox';

const DAY_MS = 86_400_000;

let sandbox: Sandbox;
let attempts: ListRecord[];
let enrollments: ListRecord[];

beforeAll(async () => {
	sandbox = await startSandbox();
	attempts = sandbox.catalogue.list('courses/stats');
	enrollments = sandbox.catalogue.list('paths/stats');
});

afterAll(() => sandbox.stop());

/** How somebody does in one course or path, in the order of time: a letter each. */
function courses(letterOf: (record: ListRecord) => string, records: ListRecord[], of: string) {
	const byLearner = new Map<string, ListRecord[]>();
	for (const record of records) {
		const key = `${String(record.userId)} ${String(record[of])}`;
		byLearner.set(key, [...(byLearner.get(key) ?? []), record]);
	}
	const timeOf = ({ completedAt, enrolledAt }: ListRecord) =>
		Date.parse((enrolledAt ?? completedAt ?? '9999-01-01') as string);
	return [...byLearner.values()].map((all) =>
		all
			.sort((a, b) => timeOf(a) - timeOf(b))
			.map(letterOf)
			.join(' '),
	);
}

const outcomeOf = ({ completedAt, score }: ListRecord) =>
	completedAt === undefined ? 'open' : Number(score) >= 50 ? 'passed' : 'failed';

const statusOf = ({ status }: ListRecord) => (status as { type: string }).type;

it.each(['passed', 'open', 'failed passed', 'passed failed', 'failed failed'])(
	'somebody has done this in a course, attempt after attempt: %s',
	(story) => {
		expect(courses(outcomeOf, attempts, 'courseId')).toContain(story);
	},
);

it.each(['successful successful late', 'unsuccessful successful', 'notYetStarted'])(
	'somebody has done this in a path, enrollment after enrollment: %s',
	(story) => {
		expect(courses(statusOf, enrollments, 'pathId')).toContain(story);
	},
);

it('enrollments are renewed after a year', () => {
	const yearsOf = ({ userId, pathId }: ListRecord) =>
		enrollments
			.filter((one) => one.userId === userId && one.pathId === pathId)
			.map(({ enrolledAt }) => Date.parse(String(enrolledAt)) / DAY_MS / 365);
	const three = enrollments.map(yearsOf).filter(({ length }) => length === 3);
	expect(three.length).toBeGreaterThan(0);
	for (const [first = 0, ...later] of three) {
		expect(later.map((year) => year - first).sort()).toEqual([1, 2]);
	}
});

it.each([1, 7, 600])('of %i users some never begin anything, if there are five', async (users) => {
	const small = await startSandbox({ users, courseStatistics: 2_000 });
	const { catalogue } = small;
	const ids = catalogue.list('users').map(({ _id }) => _id);
	const learners = ['courses/stats', 'paths/stats'].flatMap((list) =>
		catalogue.list(list).map(({ userId }) => userId),
	);
	expect(ids.filter((id) => !learners.includes(id))).toEqual(ids.filter((_id, at) => at % 5 === 4));
	expect(learners.filter((id) => !ids.includes(String(id)))).toEqual([]);
	await small.stop();
});

it('each user has a manager who has that user, but for the first', () => {
	const { catalogue } = sandbox;
	const of = (id: string, list: string) =>
		catalogue.list(`users/${id}/${list}`).map(({ _id }) => _id);
	const [first = '', ...others] = catalogue.list('users').map(({ _id }) => _id);
	expect(of(first, 'managers')).toEqual([]);
	for (const id of others.slice(0, 100)) {
		const [manager = '', ...more] = of(id, 'managers');
		expect(more).toEqual([]);
		expect(of(manager, 'subordinates')).toContain(id);
	}
});
