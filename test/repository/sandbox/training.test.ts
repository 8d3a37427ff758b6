import { startSandbox, type ListRecord } from '../../sandbox';

const timeOf = ({ completedAt, enrolledAt }: ListRecord) =>
	Date.parse((enrolledAt ?? completedAt ?? '9999-01-01') as string);

const outcomeOf = ({ completedAt, score }: ListRecord) =>
	completedAt === undefined ? 'open' : Number(score) >= 50 ? 'passed' : 'failed';

const statusOf = ({ status }: ListRecord) => (status as { type: string }).type;

it.each([
	['courses/stats', 'courseId', outcomeOf, ['passed open', 'failed passed', 'passed failed']],
	['paths/stats', 'pathId', statusOf, ['toRetake successful', 'unsuccessful toRetake']],
] as const)('%s: learners try twice', async (list, key, said, stories) => {
	const sandbox = await startSandbox();
	const records = sandbox.catalogue.list(list).sort((a, b) => timeOf(a) - timeOf(b));
	const pairOf = (record: ListRecord) => `${String(record.userId)} ${String(record[key])}`;
	const found = records.map((one) =>
		records
			.filter((other) => pairOf(other) === pairOf(one))
			.map(said)
			.join(' '),
	);
	expect(found).toEqual(expect.arrayContaining([...stories]));
	await sandbox.stop();
});

it.each([1, 7, 600])('one of five among %i users never begins anything', async (users) => {
	const sandbox = await startSandbox({ users, courseStatistics: 2_000 });
	const { catalogue } = sandbox;
	const ids = catalogue.list('users').map(({ _id }) => _id);
	const learners = ['courses/stats', 'paths/stats'].flatMap((list) =>
		catalogue.list(list).map(({ userId }) => userId),
	);
	expect(ids.filter((id) => !learners.includes(id))).toEqual(ids.filter((_id, at) => at % 5 === 4));
	expect(learners.filter((id) => !ids.includes(String(id)))).toEqual([]);
	await sandbox.stop();
});

it('each user but the first is below a manager', async () => {
	const sandbox = await startSandbox({ users: 100 });
	const { catalogue } = sandbox;
	const of = (id: string, list: string) =>
		catalogue.list(`users/${id}/${list}`).map(({ _id }) => _id);
	const [first = '', ...others] = catalogue.list('users').map(({ _id }) => _id);
	expect(of(first, 'managers')).toEqual([]);
	for (const id of others) {
		const [manager = '', ...more] = of(id, 'managers');
		expect(more).toEqual([]);
		expect(of(manager, 'subordinates')).toContain(id);
	}
	await sandbox.stop();
});
