import { DateTime } from 'luxon';
import { startSandbox, type Sandbox } from '../../sandbox';
import { sheetsOf } from '../../workbook';
import { credentialFor } from '../harness/accounts';
import { nameOfUser } from '../harness/catalogueRows';
import {
	addresseeOf,
	attachmentsOf,
	linesOf,
	type Mailbox,
	startMailbox,
} from '../harness/mailbox';
import { N8n } from '../harness/n8n';
import { exampleWithWebhook, type OnDemand, startOnDemand } from '../harness/onDemand';
import type { ImportedWorkflow } from '../harness/workflow';

/** The workflows' time zone. It is far from UTC, which the service uses for times. */
const ZONE = 'Asia/Tokyo';

/** Each example and the node that sends its email. */
const EXAMPLES = {
	'completions-of-the-month': 'Email the report',
	'members-of-every-group': 'Email the report',
	'expiring-certificates': 'Email each manager or HR',
	'who-has-not-completed': 'Email each manager or HR',
};

let sandbox: Sandbox;
let mailbox: Mailbox;
let n8n: N8n;
let runs: OnDemand;
let workflows: Map<string, ImportedWorkflow>;

beforeAll(async () => {
	[sandbox, mailbox] = await Promise.all([
		startSandbox({ courses: 20, groups: 8, users: 12, courseStatistics: 9 }),
		startMailbox(),
	]);
	const account = credentialFor('account', sandbox);
	const credentials = { smtp: { id: 'smtp', name: 'smtp' } };
	const pathId = { __rl: true, mode: 'list', value: sandbox.catalogue.list('paths')[0]?._id ?? '' };
	const chosen = { 'List unfinished training': { parameters: { pathId } } };
	workflows = new Map(
		Object.entries(EXAMPLES).map(([file, mails]) => {
			const { settings, ...workflow } = exampleWithWebhook(file, account, {
				...chosen,
				[mails]: { credentials },
			});
			return [file, { ...workflow, settings: { ...settings, timezone: ZONE } }];
		}),
	);
	n8n = await N8n.with({
		credentials: [account, mailbox.credential],
		workflows: [...workflows.values()],
	});
	runs = await startOnDemand(n8n);
	for (const workflow of workflows.values()) await runs.publish(workflow);
});

afterAll(async () => {
	await runs.stop();
	await Promise.all([sandbox.stop(), mailbox.stop()]);
	await n8n.remove();
});

/** Runs an example and returns the emails that it sends; `failure` is the expected error. */
async function mailsOf(file: keyof typeof EXAMPLES, failure?: string): Promise<string[]> {
	const before = mailbox.mails.length;
	const workflow = workflows.get(file);
	if (!workflow) throw new Error(`There is no example ${file}`);
	const { status, error } = await runs.run(workflow.id);
	expect([status, error?.message]).toEqual([failure ? 'error' : 'success', failure]);
	return mailbox.mails.slice(before);
}

/** The rows of the only workbook in the emails. */
function reportIn(mails: string[], fileName: string, sheet: string): unknown[][] {
	const [file, ...others] = mails.flatMap((mail) => attachmentsOf(mail, fileName));
	expect([mails.map(addresseeOf), others]).toEqual([['hr@example.com'], []]);
	return sheetsOf(file ?? Buffer.alloc(0))[sheet] ?? [];
}

const record = (path: string, id: unknown) => sandbox.catalogue.get(path, String(id));

const nameOf = (userId: unknown) => nameOfUser(sandbox, userId);

it('"Monthly completions" emails each completion from last month with its course and group', async () => {
	const { catalogue } = sandbox;
	const thisMonth = DateTime.now().setZone(ZONE).startOf('month');
	const lastMonth = thisMonth.minus({ months: 1 });
	expect(await mailsOf('completions-of-the-month')).toEqual([]);

	const times = [
		lastMonth.minus({ seconds: 1 }),
		lastMonth,
		lastMonth.plus({ days: 20 }),
		thisMonth.minus({ seconds: 1 }),
		thisMonth,
	];
	const attempts = catalogue.list('courses/stats').slice(0, times.length);
	attempts.forEach(({ _id }, at) =>
		catalogue.update('courses/stats', _id, { completedAt: times[at]?.toUTC().toISO() }),
	);
	const removed = catalogue.add('courses');
	catalogue.update('courses/stats', attempts[2]?._id ?? '', { courseId: removed._id });
	catalogue.remove('courses', removed._id);

	const row = (at: number) => {
		const { userId, courseId, score = null } = record('courses/stats', attempts[at]?._id);
		const [learner, mail] = [nameOf(userId), record('users', userId).mail ?? ''];
		// The third course no longer exists.
		const course = at === 2 ? undefined : record('courses', courseId);
		const group = course ? record('groups', course.groupId) : undefined;
		const names = [course?.name ?? '', group?.name ?? ''];
		return [times[at]?.toISODate(), learner, mail, ...names, score];
	};
	const file = `completions-${lastMonth.toFormat('yyyy-MM')}.xlsx`;
	const mails = await mailsOf('completions-of-the-month');
	expect(reportIn(mails, file, 'Completions')).toEqual([
		['Completed', 'Learner', 'Email', 'Course', 'Group', 'Score'],
		// Completions without a course come last.
		...[1, 3, 2].map(row),
	]);
	expect(mails[0]).toContain('3 completions');
});

it('"Members of every group" emails one row per membership', async () => {
	const { catalogue } = sandbox;
	const rows = catalogue.list('groups').flatMap(({ _id, name, parentId }) =>
		catalogue.list(`groups/${_id}/roles`).map(({ userId, role }) => {
			const parent = parentId === undefined ? null : record('groups', parentId).name;
			return [name, parent, nameOf(userId), record('users', userId).mail ?? '', role];
		}),
	);
	const file = `members-${DateTime.now().setZone(ZONE).toISODate()}.xlsx`;
	const mails = await mailsOf('members-of-every-group');
	expect(reportIn(mails, file, 'Members')).toEqual([
		['Group', 'Parent Group', 'Member', 'Email', 'Role'],
		...rows,
	]);
	expect(mails[0]).toContain(`${rows.length} rows`);
});

/** Assigns people to managers: Ana has two managers, Cem's manager has no email address, and one person has left. */
function teams() {
	const { catalogue } = sandbox;
	const users = catalogue.list('users');
	for (const { _id } of users) {
		catalogue.update('users', _id, { status: 'active' });
		for (const list of ['certificates', 'managers']) catalogue.clear(`users/${_id}/${list}`);
	}
	const [boss, lead, silent, deleted, ana, ben, cem, dan] = users.map(({ _id }) => _id);
	catalogue.update('users', silent ?? '', { mail: undefined });
	catalogue.update('users', deleted ?? '', { status: 'deleted' });
	for (const [_id = '', ...team] of [
		[boss, ana, ben, dan, deleted],
		[lead, ana],
		[silent, cem],
	]) {
		for (const user of team) catalogue.add(`users/${user ?? ''}/managers`, { _id });
	}
	return { boss, lead, deleted, ana, ben, cem, dan };
}

it('"Expiring certificates" emails managers about their teams, and HR about everyone else', async () => {
	const { catalogue } = sandbox;
	const now = DateTime.now().setZone(ZONE);
	const { boss, lead, ana, ben, cem, deleted } = teams();
	const give = (user: string | undefined, title: string, days: number, type = 'external') =>
		catalogue.add(`users/${user ?? ''}/certificates`, {
			type,
			title,
			certificateOutlineId: title,
			expirationDate: now.plus({ days }).toUTC().toISO(),
		});
	give(boss, 'Without a manager', 10);
	give(ana, 'Fire safety', 10);
	give(ana, 'First aid', 29, 'path');
	give(ana, 'Valid for long', 31);
	give(ben, 'Forklift', 20);
	give(cem, 'Manager without an address', 20);
	give(deleted, 'Of a leaver', 20);

	const mails = await mailsOf('expiring-certificates');
	const line = (user: string | undefined, title: string, days: number) =>
		`${nameOf(user)}: ${title}, valid until ${now.plus({ days }).toFormat('LLLL d, yyyy')}`;
	const ofAna = [line(ana, 'Fire safety', 10), line(ana, 'First aid', 29)];
	const mailOf = (user: string | undefined) => String(record('users', user).mail);
	const listed = mails.map((one) => [
		addresseeOf(one),
		linesOf(one).filter((text) => text.includes('valid until')),
	]);
	expect(Object.fromEntries(listed)).toEqual({
		[mailOf(boss)]: [...ofAna, line(ben, 'Forklift', 20)],
		[mailOf(lead)]: ofAna,
		'hr@example.com': [
			line(boss, 'Without a manager', 10),
			line(cem, 'Manager without an address', 20),
		],
	});
	expect(mails).toHaveLength(3);
	for (const mail of mails) {
		expect(linesOf(mail)[0]).toContain('expire in the next 30 days:');
	}
});

it('"Unfinished training by manager" emails managers and HR, even if one email is rejected', async () => {
	const { catalogue } = sandbox;
	const [path, other] = catalogue.list('paths');
	catalogue.clear('paths/stats');
	const { boss, lead, ana, ben, cem, dan } = teams();
	const due = DateTime.fromISO('2026-05-03T20:00:00Z');
	const enroll = (userId: string | undefined, type: string, pathId = path?._id) =>
		catalogue.add('paths/stats', {
			userId,
			pathId,
			status: { type },
			unenrolledAt: undefined,
			dueDate: type === 'notYetStarted' ? undefined : due.toUTC().toISO(),
		});
	enroll(ben, 'notYetStarted');
	enroll(ana, 'late');
	enroll(cem, 'onTime');
	enroll(dan, 'successful');
	enroll(boss, 'late');
	enroll(cem, 'late', other?._id);

	const line = (user: string | undefined, rest: string) =>
		`${nameOf(user)}: ${String(path?.name)}${rest}`;
	const day = `, due ${due.setZone(ZONE).toFormat('LLLL d, yyyy')}`;
	const mails = await mailsOf('who-has-not-completed');
	const mailOf = (user: string | undefined) => String(record('users', user).mail);
	const team = 'These people on your team have not completed their training.';
	expect(mails.map((one) => [addresseeOf(one), linesOf(one).join('\n').trim()]).sort()).toEqual(
		[
			[
				mailOf(boss),
				[team, '', 'Late:', line(ana, day), '', 'Open:', line(ben, ', not yet started')],
			],
			[mailOf(lead), [team, '', 'Late:', line(ana, day)]],
			[
				'hr@example.com',
				[
					'These people without a manager have not completed their training.',
					'',
					'Late:',
					line(boss, day),
					'',
					'Open:',
					line(cem, `, on time${day}`),
				],
			],
		]
			.map(([to, lines]) => [to, [lines].flat().join('\n')])
			.sort(),
	);

	mailbox.refuse(mailOf(boss));
	const sent = await mailsOf(
		'who-has-not-completed',
		`Not emailed: ${mailOf(boss)} (Can't send mail - all recipients were rejected: 550 no such mailbox). All other emails were sent.`,
	);
	mailbox.refuse(false);
	expect(sent.map(addresseeOf).sort()).toEqual(['hr@example.com', mailOf(lead)].sort());
});
