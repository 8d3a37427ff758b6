import type { ListRecord, Sandbox } from '../../../sandbox';
import { exportFile, recordsIn } from '../../export/exports';
import { runNode } from '../../harness';
import { expectAllCourses, fieldFilter, idsIn, idsOf, jsonOf, listCourses } from '../../lists';
import { startService } from '../../service';
import { Poller } from '../../trigger/poller';

const whole = { returnAll: true };
const split = { ...whole, options: { splitBy: 'createdAt' } };

/** Long enough for a cut: 20 pages. */
const long = { courses: 400, coursePageSize: 20 };

const sorted = (ids: unknown[]) => [...ids].sort();

const requestsOf = ({ journal }: Sandbox) => journal.of('courses').map(({ query }) => query);

/** Requests for parts, but for their further pages. */
const partsOf = (sandbox: Sandbox) =>
	requestsOf(sandbox).filter((query) => /createdAt\[(gte|lt)\]=/.test(query));

it.each([
	['created', 'steady'],
	['newest', 'skewed'],
	['shuffled', 'even'],
] as const)(
	'a long list in the order "%s" is read in parts, every record once (dates: %s)',
	async (courseOrder, courseDates) => {
		const sandbox = await startService({ ...long, courseOrder, courseDates });
		const { items, error } = await listCourses(sandbox, split);
		expect(error).toBeUndefined();
		expectAllCourses(items, sandbox, { inOrder: false });
		expect(partsOf(sandbox).length).toBeGreaterThan(1);
		expect(requestsOf(sandbox).length).toBeLessThanOrEqual(3 * 20);
	},
);

it('parts come in the order of the service where it lists by date', async () => {
	for (const courseOrder of ['created', 'newest'] as const) {
		const sandbox = await startService({ ...long, courseOrder });
		const { items } = await listCourses(sandbox, split);
		expectAllCourses(items, sandbox);
	}
});

it('records that were all created in one second are read with one cursor', async () => {
	const sandbox = await startService({ ...long, courseDates: 'same' });
	const { items } = await listCourses(sandbox, split);
	expectAllCourses(items, sandbox);
	expect(requestsOf(sandbox)).toHaveLength(20);
});

describe('not one request more than with one cursor are sent', () => {
	it.each([0, 1, 20, 21, 40])('for a list of %d records, on pages of 20', async (courses) => {
		const sandbox = await startService({ courses, coursePageSize: 20, courseOrder: 'shuffled' });
		const { items } = await listCourses(sandbox, split);
		expectAllCourses(items, sandbox);
		expect(requestsOf(sandbox)).toHaveLength(Math.max(1, Math.ceil(courses / 20)));
	});

	it('with a Limit', async () => {
		const sandbox = await startService(long);
		await listCourses(sandbox, { ...split, returnAll: false, limit: 100 });
		expect(requestsOf(sandbox)).toHaveLength(5);
	});
});

describe('filters', () => {
	const after = '2020-01-07T12:00:00.000Z';
	const before = '2020-01-13T12:00:00.000Z';

	it.each([
		['Created After', { createdAfter: after }],
		['Created After and Before', { createdAfter: after, createdBefore: before }],
		['a field filter on the same date', fieldFilter('createdAt', 'lt', before)],
		['another field', { status: 'published' }],
	])('hold in every part: %s', async (_what, filters) => {
		const sandbox = await startService({ ...long, coursePageSize: 10, courseOrder: 'shuffled' });
		const expected = await listCourses(sandbox, { ...whole, filters });
		sandbox.journal.clear();
		const { items, error } = await listCourses(sandbox, { ...split, filters });
		expect(error).toBeUndefined();
		expect(sorted(idsOf(items))).toEqual(sorted(idsOf(expected.items)));
		expect(partsOf(sandbox).length).toBeGreaterThan(1);
	});

	it('may be a day, in the time zone of the workflow', async () => {
		const sandbox = await startService(long);
		const filters = fieldFilter('createdAt', 'lt', '2020-01-13');
		const workflowSettings = { timezone: 'UTC' };
		const { items } = await listCourses(sandbox, { ...split, filters }, { workflowSettings });
		const isBefore = ({ createdAt }: ListRecord) => String(createdAt) < '2020-01-13';
		expect(idsOf(items).sort()).toEqual(idsIn(sandbox.catalogue, 'courses', isBefore).sort());
	});

	it('that are no date are refused', async () => {
		const sandbox = await startService(long);
		const filters = fieldFilter('createdAt', 'lt', '2020');
		const { error } = await listCourses(sandbox, { ...split, filters });
		expect(error?.message).toBe('The filter on "createdAt" cannot be combined with Read Faster');
		expect(requestsOf(sandbox)).toEqual([]);
	});
});

describe('a record by which the list cannot be split is an error that names it:', () => {
	const onFirstPage = (sandbox: Sandbox, fields: Partial<ListRecord>) =>
		sandbox.catalogue.update('courses', sandbox.catalogue.list('courses')[3]?._id ?? '', fields);

	it.each([
		['without the date', { createdAt: undefined }, /^Record "[0-9a-f]{24}" has no "createdAt"/],
		['with null', { createdAt: null }, /^Record "[0-9a-f]{24}" has no "createdAt"/],
		[
			'with something else',
			{ createdAt: 'soon' },
			/^Record "[0-9a-f]{24}" has a "createdAt" that is not a date/,
		],
		[
			'with a number',
			{ createdAt: 1_700_000_000 },
			/^Record "[0-9a-f]{24}" has a "createdAt" that is not a date/,
		],
	])('%s', async (_what, fields, message) => {
		const sandbox = await startService(long);
		onFirstPage(sandbox, fields);
		const { items, error } = await listCourses(sandbox, split);
		expect(items).toEqual([]);
		expect(error?.message).toMatch(message);
		expect(error?.message).toMatch(/\(courses, page 1\)$/);
		expect(error?.description).toContain('Remove Read Faster under Options');
	});

	it('from a service that does not filter by the date', async () => {
		const sandbox = await startService(long);
		const everything = sandbox.catalogue.list('courses');
		sandbox.faults.add({
			on: { kind: 'courses', occurrence: 4 },
			body: everything.slice(0, 20),
			linkHeader: null,
		});
		const { items, error } = await listCourses(sandbox, split);
		expect(items).toEqual([]);
		expect(error?.message).toMatch(
			/^Record "[0-9a-f]{24}" does not belong to the part that was asked for: its "createdAt" is not from .* \(courses, page 1 of the part from /,
		);
	});
});

describe('a part that fails', () => {
	it('fails the list, with its name, and ends the others', async () => {
		const sandbox = await startService(long);
		sandbox.faults.add({ on: { kind: 'courses', occurrence: 6 }, status: 403 });
		const { items, error } = await listCourses(sandbox, split);
		await sandbox.journal.idle();
		expect(items).toEqual([]);
		expect(error?.message).toMatch(
			/^The service does not allow this request \(courses, page 1 of the part from \S+Z to \S+Z\)$/,
		);
	});

	it('for a while is asked for again', async () => {
		const sandbox = await startService(long);
		for (const occurrence of [5, 7, 9]) {
			const headers = { 'retry-after': '0' };
			sandbox.faults.add({ on: { kind: 'courses', occurrence }, status: 429, headers });
		}
		const { items, error } = await listCourses(sandbox, split);
		expect(error).toBeUndefined();
		expectAllCourses(items, sandbox, { inOrder: false });
	});
});

it('stopping the execution ends all parts', async () => {
	const sandbox = await startService({ ...long, courseOrder: 'shuffled' });
	const stop = new AbortController();
	sandbox.faults.add({
		on: { kind: 'courses', occurrence: 8 },
		before: async () => {
			stop.abort();
			await new Promise(() => undefined);
		},
	});
	const { status } = await listCourses(sandbox, split, { signal: stop.signal });
	await sandbox.journal.idle();
	const count = requestsOf(sandbox).length;
	expect(status).toBe('canceled');
	expect(count).toBeLessThan(20);
});

it('no more parts are read at once than lists of the credential', async () => {
	const sandbox = await startService({ ...long, courseOrder: 'shuffled', firstByteDelayMs: 5 });
	await listCourses(sandbox, split);
	const open = sandbox.journal.of('courses').map(({ openAtArrival }) => openAtArrival);
	// A part has a page on its way and the next one.
	expect(Math.max(...open)).toBeLessThan(2 * 16);
});

it('Export to File writes every record, in parts', async () => {
	const sandbox = await startService({ ...long, courseOrder: 'shuffled' });
	const { items, error } = await exportFile(sandbox, { options: { splitBy: 'createdAt' } });
	expect(error).toBeUndefined();
	const ids = (await recordsIn(items[0])).map(({ _id }) => _id);
	expect(sorted(ids)).toEqual(sorted(idsIn(sandbox.catalogue, 'courses')));
	expect(items[0]?.json.records).toBe(400);
	expect(partsOf(sandbox).length).toBeGreaterThan(1);
});

it('a trigger reads in parts what it compares', async () => {
	const sandbox = await startService({ ...long, courseOrder: 'shuffled' });
	const poller = new Poller(sandbox, { options: { splitBy: 'createdAt' } });
	await poller.run();
	const { _id } = sandbox.catalogue.add('courses', { name: 'New' });
	sandbox.journal.clear();
	const { items } = await poller.run();
	expect(jsonOf(items ?? []).map((item) => item._id)).toEqual([_id]);
	expect(partsOf(sandbox).length).toBeGreaterThan(1);
});

it.each(['path', 'list'])(
	'Other List is read in parts by a date that is named: %s',
	async (mode) => {
		const sandbox = await startService({ pageSizes: { paths: 4 } });
		const listPath = { __rl: true, mode, value: 'paths' };
		const parameters = { resource: 'other', operation: 'list', listPath, ...split };
		const { items, error } = await runNode({ credential: sandbox, parameters });
		expect(error).toBeUndefined();
		expect(sorted(idsOf(items))).toEqual(sorted(idsIn(sandbox.catalogue, 'paths')));
		expect(sandbox.journal.of('paths').some(({ query }) => query.includes('createdAt[gte]'))).toBe(
			true,
		);
	},
);
