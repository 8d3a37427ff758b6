import type { INodeParameters } from 'n8n-workflow';

import type { ListRecord, Sandbox } from '../../../sandbox';
import { exportFile, recordsIn } from '../../export/exports';
import { expectAllCourses, idsIn, idsOf, jsonOf, listCourses } from '../../lists';
import { startService } from '../../service';
import { Poller } from '../../trigger/poller';

const split = { returnAll: true, options: { splitBy: 'createdAt' } };

/** Long enough for a cut: 20 pages. */
const long = { courses: 200, coursePageSize: 10 };

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
	'a long list in the order "%s" is read in parts, every record once, in that order if it goes by date (dates: %s)',
	async (courseOrder, courseDates) => {
		const sandbox = await startService({ ...long, courseOrder, courseDates });
		const { items, error } = await listCourses(sandbox, split);
		expect(error).toBeUndefined();
		expectAllCourses(items, sandbox, { inOrder: courseOrder !== 'shuffled' });
		expect(partsOf(sandbox).length).toBeGreaterThan(1);
		expect(requestsOf(sandbox).length).toBeLessThanOrEqual(3 * 20);
	},
);

describe('not one request more than with one cursor are sent', () => {
	it.each([0, 20])('for a list of %d records, on pages of 10', async (courses) => {
		const sandbox = await startService({ courses, coursePageSize: 10, courseOrder: 'shuffled' });
		const { items } = await listCourses(sandbox, split);
		expectAllCourses(items, sandbox);
		expect(requestsOf(sandbox)).toHaveLength(Math.max(1, courses / 10));
	});

	it('with a Limit', async () => {
		const sandbox = await startService(long);
		await listCourses(sandbox, { ...split, returnAll: false, limit: 50 });
		expect(requestsOf(sandbox)).toHaveLength(5);
	});
});

const [after, before] = ['2020-01-07T12:00:00.000Z', '2020-01-09T12:00:00.000Z'] as const;

it.each<[what: string, filters: INodeParameters, passes: (course: ListRecord) => boolean]>([
	[
		'Created After and Before',
		{ createdAfter: after, createdBefore: before },
		({ createdAt }) => String(createdAt) >= after && String(createdAt) < before,
	],
	['another field', { status: 'published' }, ({ status }) => status === 'published'],
])('filters hold in every part: %s', async (_what, filters, passes) => {
	const sandbox = await startService({ ...long, coursePageSize: 5, courseOrder: 'shuffled' });
	const wanted = idsIn(sandbox.catalogue, 'courses', passes);
	expect(wanted.length).toBeGreaterThan(50);
	const { items, error } = await listCourses(sandbox, { ...split, filters });
	expect(error).toBeUndefined();
	expect(sorted(idsOf(items))).toEqual(sorted(wanted));
	expect(partsOf(sandbox).length).toBeGreaterThan(1);
});

it('a part that fails fails the list, with its name, and ends the others', async () => {
	const sandbox = await startService(long);
	sandbox.faults.add({ on: { kind: 'courses', occurrence: 6 }, status: 403 });
	const { items, error } = await listCourses(sandbox, split);
	await sandbox.journal.idle();
	expect(items).toEqual([]);
	expect(error?.message).toMatch(
		/^The service does not allow this request \(courses, page 1 of the part from \S+Z to \S+Z\)$/,
	);
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

it('Export to File writes every record, in parts', async () => {
	const sandbox = await startService({ ...long, courseOrder: 'shuffled' });
	const { items, error } = await exportFile(sandbox, { options: { splitBy: 'createdAt' } });
	expect(error).toBeUndefined();
	const ids = (await recordsIn(items[0])).map(({ _id }) => _id);
	expect(sorted(ids)).toEqual(sorted(idsIn(sandbox.catalogue, 'courses')));
	expect(items[0]?.json.records).toBe(200);
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
