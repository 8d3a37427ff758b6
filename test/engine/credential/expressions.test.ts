import { exportFile, recordsIn } from '../export/exports';
import type { StoredCredential } from '../harness';
import { idsIn, idsOf, listCourses } from '../lists';
import { nameIn } from '../names/names';
import { setClock, startService, storedFor } from '../service';

// A credential's fields can be expressions, so one credential can serve many accounts.

/** Starts two platforms and stores a credential for the platform that an item names. */
async function twoTenants(baseUrl = '={{ $json.tenant }}') {
	const tenants = [
		await startService({ courses: 2, seed: 1 }),
		await startService({ courses: 3, seed: 2 }),
	] as const;
	const credential = storedFor(tenants[0]);
	credential.edit({ baseUrl });
	return { tenants, credential };
}

type Tenants = Awaited<ReturnType<typeof twoTenants>>['tenants'];

/** Returns the `_id`s of each item's own tenant. */
const idsOfEach = (tenants: Tenants, order: (0 | 1)[]) =>
	order.map((which) => idsIn(tenants[which].catalogue, 'courses'));

const itemsFor = (tenants: Tenants, order: (0 | 1)[]) =>
	order.map((which) => ({ json: { tenant: tenants[which].baseUrl } }));

async function listed(credential: StoredCredential, tenants: Tenants, order: (0 | 1)[]) {
	const items = itemsFor(tenants, order);
	const output = await listCourses(credential, { returnAll: true }, { items, storesLike });
	return order.map((_which, item) =>
		idsOf(output.items.filter(({ pairedItem }) => (pairedItem as { item: number }).item === item)),
	);
}

async function exported(credential: StoredCredential, tenants: Tenants, order: (0 | 1)[]) {
	const output = await exportFile(credential, {}, { items: itemsFor(tenants, order), storesLike });
	return await Promise.all(
		output.items.map(async (item) => (await recordsIn(item)).map(({ _id }) => _id)),
	);
}

let storesLike: 1 | 2;

describe.each([1, 2] as const)('in n8n %i', (major) => {
	beforeEach(() => {
		storesLike = major;
	});

	it.each([
		['List', listed],
		['Export to File', exported],
	])('each item of %s uses its own account', async (_name, run) => {
		const { tenants, credential } = await twoTenants();
		expect(await run(credential, tenants, [0, 1, 0])).toEqual(idsOfEach(tenants, [0, 1, 0]));
	});

	it("a file's names come from the account of the file's item", async () => {
		const { tenants, credential } = await twoTenants();
		const items = itemsFor(tenants, [0, 1]);
		const options = { addNames: ['groups'] };
		const files = await exportFile(credential, { options }, { items, storesLike });
		const records = await Promise.all(files.items.map(recordsIn));
		const named = tenants.map((tenant) =>
			tenant.catalogue.list('courses').map(({ groupId }) => nameIn(tenant, 'groups', groupId)),
		);
		expect(records.map((file) => file.map(({ groupName }) => groupName))).toEqual(named);
	});

	it.each([
		['the item, with one item per execution', '={{ $json.tenant }}'],
		['an earlier node', '={{ $("Trigger").first().json.tenant }}'],
	])('keeps an expression that reads %s', async (_what, baseUrl) => {
		const { tenants, credential } = await twoTenants(baseUrl);
		expect(await listed(credential, tenants, [0])).toEqual(idsOfEach(tenants, [0]));
		expect(await listed(credential, tenants, [1])).toEqual(idsOfEach(tenants, [1]));
		expect(credential.data.baseUrl).toBe(baseUrl);
	});

	it('each account needs only one exchange for all its items and executions', async () => {
		const { tenants, credential } = await twoTenants();
		await listed(credential, tenants, [0, 1, 0, 1]);
		const tenMinutesLater = Date.now() + 600_000;
		setClock(() => tenMinutesLater);
		await exported(credential, tenants, [1, 0, 1]);
		for (const { journal } of tenants) expect(journal.of('token')).toHaveLength(1);
	});
});
