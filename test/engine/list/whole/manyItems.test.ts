import { campaign, isFullCampaign } from '../../../campaign';
import type { Sandbox } from '../../../sandbox';
import { credentialFor, runNode } from '../../harness';
import { startService } from '../../service';

let sandbox: Sandbox;

const ITEMS = campaign(60, 400);

describe(`${ITEMS} input items against a service that takes 50 requests a second`, () => {
	it.each([
		['of one process', ['127.0.0.1']],
		// What a process knows of a service it keeps by address, so that another one is another process.
		['of each of two processes that share nothing', ['127.0.0.1', 'localhost']],
	])(
		'%s all get their records',
		async (_who, hosts) => {
			// An answer that takes a moment lets many requests be open at once.
			sandbox = await startService({ courses: 5, requestsPerSecond: 50, firstByteDelayMs: 50 });
			const { baseUrl } = sandbox;
			const itemsOfEach = ITEMS / hosts.length;

			const runs = hosts.map(async (host) =>
				runNode({
					parameters: { resource: 'course', operation: 'list', limit: 1 },
					credential: { ...credentialFor(sandbox), baseUrl: baseUrl.replace('127.0.0.1', host) },
					items: itemsOfEach,
				}),
			);

			for (const { items, error } of await Promise.all(runs)) {
				expect(error).toBeUndefined();
				expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
					Array.from({ length: itemsOfEach }, (_, item) => ({ item })),
				);
			}
			expect(sandbox.journal.of('token')).toHaveLength(hosts.length);
		},
		120_000,
	);
});

it('reads sixteen lists at once', async () => {
	sandbox = await startService({ courses: 5 });
	const { journal, faults } = sandbox;
	const more = journal.waitFor(() => journal.of('courses').length === 16);
	faults.add({
		on: { kind: 'courses', occurrence: 1 },
		times: 16,
		before: async () => {
			await more;
		},
	});

	const { items } = await runNode({
		parameters: { resource: 'course', operation: 'list', limit: 1 },
		credential: sandbox,
		items: 30,
	});

	expect(items).toHaveLength(30);
});

it('holds back all listings of a credential when one of them meets the rate limit', async () => {
	sandbox = await startService({ courses: 20, coursePageSize: 10 });
	const secondListing = sandbox.journal.waitFor(() => sandbox.journal.of('courses').length === 2);
	sandbox.faults.add({
		on: { kind: 'courses', page: 1 },
		status: 429,
		headers: { 'retry-after': '1' },
		before: async () => {
			await secondListing;
		},
	});
	// The other listing is ready for its second page only when the first has met the limit.
	sandbox.faults.add({
		on: { kind: 'courses', page: 1 },
		inBody: async () => {
			await sandbox.journal.waitFor(({ status }) => status === 429);
		},
	});

	const { items, error } = await runNode({
		parameters: { resource: 'course', operation: 'list', limit: 20 },
		credential: sandbox,
		items: 2,
	});

	expect(error).toBeUndefined();
	expect(items).toHaveLength(40);
	const [limited, , ...later] = sandbox.journal.of('courses');
	expect(limited?.status).toBe(429);
	const firstLater = Math.min(...later.map(({ arrivedAt }) => arrivedAt));
	expect(firstLater - (limited?.finishedAt ?? 0)).toBeGreaterThanOrEqual(900);
});

describe('a list that is too long for n8n', () => {
	beforeEach(async () => {
		// Twelve pages of the smallest records: the limit is that of n8n's items.
		sandbox = await startService({ groups: 1 });
		let pages = 0;
		sandbox.faults.add({
			on: { kind: 'groups' },
			times: Infinity,
			status: 200,
			body: () => {
				pages += 1;
				return Array.from({ length: 10_000 }, (_, index) => ({ _id: `${pages}-${index}` }));
			},
			linkHeader: () =>
				pages < 12 ? `<${sandbox.origin}/api/v2/groups?next=${pages}>; rel="next"` : '',
		});
	});

	it('is an error that says how to get on, at 120,000 records', async () => {
		const { items, error } = await listGroups({ returnAll: true });

		expect(items).toHaveLength(0);
		expect(error?.message).toBe('The list is too long for n8n: it has 120000 records or more');
		expect(error?.description).toContain('Narrow the list with Filters');
		expect(error?.description).toContain('"Export to File"');
	}, 60_000);

	if (!isFullCampaign) return;

	it('works with 119,999 records', async () => {
		const { items, error } = await listGroups({ limit: 119_999 });

		expect(error).toBeUndefined();
		expect(items).toHaveLength(119_999);
	}, 60_000);

	it('is the same error when the limit is as high', async () => {
		const { error } = await listGroups({ limit: 200_000 });

		expect(error?.message).toContain('The list is too long for n8n');
	}, 60_000);
});

async function listGroups(parameters: object) {
	return await runNode({
		parameters: { resource: 'group', operation: 'list', ...parameters },
		credential: sandbox,
	});
}
