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

it("a workflow lists more records than n8n's declarative engine can pass on", async () => {
	const { items, error } = await listGroups({ returnAll: true });
	expect(error).toBeUndefined();
	expect(items).toHaveLength(120_000);
}, 60_000);
