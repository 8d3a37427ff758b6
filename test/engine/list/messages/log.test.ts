import type { INodeParameters } from 'n8n-workflow';

import { runNode } from '../../harness';
import type { LogEntry } from '../../harness/log';
import { expectAllCourses, fieldFilter, listCourses } from '../../lists';
import { shortenWaits, startService } from '../../service';

/** Returns an entry without its times and the execution's number. */
const withoutTimes = ({ level, message, metadata: { executionId, ...facts } }: LogEntry) => ({
	level,
	message: message
		.replace(/\b\d{1,6} ms/g, '... ms')
		.replace(`, execution ${executionId as string})`, ', execution ...)'),
	metadata: Object.fromEntries(
		Object.entries(facts).map(([name, value]) => [name, /ms$/i.test(name) ? 'ms' : value]),
	),
});

const lineOf = (level: string, what: string, facts: object) => ({
	level,
	message: `[Learning Platform] courses: ${what} (node "Node", workflow workflow "Workflow", execution ...)`,
	metadata: {
		list: 'courses',
		nodeName: 'Node',
		workflowId: 'workflow',
		workflowName: 'Workflow',
		...facts,
	},
});

const readLine = (page: number, records: number, hasNext: boolean) => {
	const end = hasNext ? 'another page follows' : 'last page';
	const facts = { page, records, hasNext, ms: 'ms' };
	return lineOf('debug', `page ${page}: ${records} records in ... ms, ${end}`, facts);
};

const retryLine = (page: number, reason: string) =>
	lineOf('info', `page ${page}: failed (${reason}), retrying in ... ms`, {
		page,
		reason,
		waitMs: 'ms',
	});

const tokenLine = lineOf('info', 'new access token in ... ms', { ms: 'ms' });

/** The order of lines about different pages depends on which response is faster. */
const byMessage = <T extends { message: string }>(lines: T[]) =>
	lines.sort((one, other) => one.message.localeCompare(other.message));

it('the log has a line for each event of a page and contains no secret', async () => {
	shortenWaits();
	const sandbox = await startService({ courses: 12, coursePageSize: 4 });
	const { faults, journal, tokens } = sandbox;
	const answer = (page: number, fault: object) => {
		faults.add({ on: { kind: 'courses', page }, ...fault });
	};
	answer(1, { status: 503 });
	answer(2, { status: 429, headers: { 'retry-after': '1' } });
	const untilPage3 = async () => {
		await journal.waitFor(({ page }) => page === 3);
	};
	answer(2, { inBody: untilPage3, drop: 'inBody' });
	// The list was edited in the meantime: this response has different records and a different link, so the page ahead
	// is dropped.
	answer(2, { emptyPage: true });
	answer(3, { inBody: async () => await new Promise(() => undefined) });
	answer(4, {
		before: () => {
			tokens.revokeAll();
		},
	});
	// A link, but not to the next page.
	answer(4, { linkHeader: '</first>; rel="first"' });

	const filters = fieldFilter('createdAt', 'gte', '2001-02-03T04:05:06.000Z');
	const { items, log } = await listCourses(sandbox, { returnAll: true, filters });

	expectAllCourses(items, sandbox);
	expect(byMessage(log.map(withoutTimes))).toEqual(
		byMessage([
			tokenLine,
			retryLine(1, '503'),
			readLine(1, 4, true),
			retryLine(2, '429'),
			lineOf('info', 'too many requests: all requests wait ... ms', { pauseMs: 'ms' }),
			retryLine(2, 'ECONNRESET'),
			readLine(2, 0, true),
			lineOf('info', 'page 3: dropped because the list continues on a different page', { page: 3 }),
			readLine(3, 4, true),
			tokenLine,
			readLine(4, 4, false),
			lineOf('info', 'listed 12 records from 4 pages in ... ms', {
				records: 12,
				pages: 4,
				ms: 'ms',
			}),
		]),
	);
	const limited = log.find(({ metadata }) => metadata.reason === '429');
	expect(limited?.metadata.waitMs).toBe(1_000);

	const written = JSON.stringify(log);
	const { clientId, clientSecret } = sandbox;
	const cursors = journal.of('courses').flatMap(({ url }) => url.split('next=')[1] ?? []);
	const sent = journal
		.of('courses')
		.flatMap(({ headers }) => headers.authorization?.split(' ')[1] ?? []);
	expect(cursors.length).toBeGreaterThan(3);
	expect(new Set(sent).size).toBe(2);
	for (const secret of [clientId, clientSecret, '2001-02-03', ...sent, ...cursors]) {
		expect(written).not.toContain(secret);
	}
});

it.each<[string, INodeParameters]>([
	['skills', { resource: 'other', listPath: { __rl: true, mode: 'path', value: 'skills' } }],
	['courses/stats', { resource: 'courseCompletion' }],
])('every line names a list by its path: %s', async (path, resource) => {
	const sandbox = await startService({ courses: 1 });
	const parameters = { ...resource, operation: 'list' };
	const { log } = await runNode({ credential: sandbox, parameters, items: 2 });
	const messages = log.map(({ message }) => message).join('\n');
	expect(messages).toContain(`${path}: 2 input items processed, `);
	expect(new Set(log.map(({ metadata }) => metadata.list))).toEqual(new Set([path]));
});

it('a run with several input items logs one line at the default level, plus its failures', async () => {
	const sandbox = await startService({ courses: 12 });
	sandbox.faults.add({ on: { kind: 'courses' }, times: 1, status: 400 });
	const { log } = await listCourses(sandbox, {}, { items: 3, onError: 'continueRegularOutput' });
	const usual = log.filter(({ level }) => level !== 'debug').map(withoutTimes);
	expect(usual.map(({ level, message }) => [level, message.replace(/ \(.*/, '')])).toEqual([
		['error', expect.stringContaining('failed after 0 pages and ... ms')],
		['info', '[Learning Platform] courses: 3 input items processed, 24 records read, 1 failed'],
	]);
});
