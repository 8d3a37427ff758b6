import { isFullRun } from '../../../repeats';
import { runNode } from '../../harness';
import { startService } from '../../service';

/** Lists 120,000 records of the smallest possible size, on twelve pages. */
async function listGroups(parameters: object) {
	const sandbox = await startService({ groups: 1 });
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
	return await runNode({
		parameters: { resource: 'group', operation: 'list', ...parameters },
		credential: sandbox,
	});
}

it('a list of 120,000 records is too long for n8n, and the error gives advice', async () => {
	const { items, error } = await listGroups({ returnAll: true });
	expect(items).toHaveLength(0);
	expect(error?.message).toBe('The list is too long for n8n: it has at least 120000 records');
	expect(error?.description).toContain('Narrow the list with Filters');
	expect(error?.description).toContain('"Export to File"');
}, 60_000);

if (isFullRun) {
	it('119,999 records are not too long for n8n', async () => {
		const { items, error } = await listGroups({ limit: 119_999 });
		expect(error).toBeUndefined();
		expect(items).toHaveLength(119_999);
	}, 60_000);
}
