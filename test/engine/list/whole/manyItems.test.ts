import { campaign, isFullCampaign } from '../../../campaign';
import type { Sandbox } from '../../../sandbox';
import { runNode } from '../../harness';
import { startService } from '../../service';

let sandbox: Sandbox;

const ITEMS = campaign(60, 400);

it(`${ITEMS} input items all get their records from a service that accepts 50 requests a second`, async () => {
	// Slow answers keep many requests open.
	sandbox = await startService({ courses: 5, requestsPerSecond: 50, firstByteDelayMs: 50 });
	const { items, error } = await runNode({
		parameters: { resource: 'course', operation: 'list', limit: 1 },
		credential: sandbox,
		items: ITEMS,
	});
	expect(error).toBeUndefined();
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
		Array.from({ length: ITEMS }, (_, item) => ({ item })),
	);
	expect(sandbox.journal.of('token')).toHaveLength(1);
}, 120_000);

describe('a list that is too long for n8n', () => {
	beforeEach(async () => {
		// Twelve pages of the smallest records.
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

	it('is an error with advice at 120,000 records', async () => {
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

	it('is the same error with a limit that high', async () => {
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
