import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Fault, Sandbox } from '../../sandbox';
import { NO_ID } from '../../sandbox/examplePaths';
import { exportFile } from '../export/exports';
import { jsonOf, listCourses } from '../lists';
import { startProxy } from '../proxy';
import { shortenWaits, startService } from '../service';

const items = (...jsons: IDataObject[]): INodeExecutionData[] => jsons.map((json) => ({ json }));

const addNames = (...lists: string[]) => ({ options: { addNames: lists, maxRetries: 0 } });

describe('an unlisted group has an empty name, and the log says why: the service responds with', () => {
	const lacking = (reason: string) =>
		`names left empty because these records could not be read: groups ${NO_ID} (${reason})`;

	/** Starts a service with a course in an unlisted group. */
	async function serviceWith(fault: Fault): Promise<Sandbox> {
		const sandbox = await startService({ courses: 120, groups: 120 });
		const [{ _id } = { _id: '' }] = sandbox.catalogue.list('courses');
		sandbox.catalogue.update('courses', _id, { groupId: NO_ID });
		sandbox.faults.add({ on: { kind: 'groups/{groupId}' }, ...fault });
		return sandbox;
	}

	it.each<[string, string, Fault]>([
		['another record', 'none', { status: 200, body: { _id: 'e'.repeat(24), name: 'Another' } }],
		['a fault', '500', { status: 500 }],
		['no access', '403', { status: 403, body: { error: { code: 'groupNotAccessible' } } }],
	])('%s', async (_answer, reason, fault) => {
		const sandbox = await serviceWith(fault);
		const run = await listCourses(sandbox, { returnAll: true, ...addNames('groups') });
		expect(run.error).toBeUndefined();
		const unnamed = jsonOf(run.items).filter(({ groupName }) => groupName === '');
		expect(unnamed.map(({ groupId }) => groupId)).toEqual([NO_ID]);
		const lines = run.log.filter(({ level }) => level === 'warn').map(({ message }) => message);
		expect(lines).toEqual([expect.stringContaining(lacking(reason)) as string]);
	});

	it('404, and a file has a hint', async () => {
		const sandbox = await serviceWith({ status: 404, body: { error: { code: 'groupNotFound' } } });
		const { error, hints, log } = await exportFile(sandbox, addNames('groups'));
		expect(error).toBeUndefined();
		expect(hints.map(({ message }) => message)).toEqual([
			expect.stringMatching(
				new RegExp(`^Some names are empty because .*: groups ${NO_ID} \\(404\\)$`),
			) as string,
		]);
		expect(log).toContainEqual(
			expect.objectContaining({
				level: 'info',
				message: expect.stringContaining(lacking('404')) as string,
			}),
		);
	});
});

it('each input item reads names through its own proxy', async () => {
	const sandbox = await startService({ courses: 1, groups: 1 });
	const proxies = [await startProxy(), await startProxy()];
	await listCourses(
		sandbox,
		{ ...addNames('groups'), requestOptions: { proxy: '={{ $json.proxy }}' } },
		{ items: items(...proxies.map(({ url }) => ({ proxy: url }))) },
	);
	const groups = ({ carried }: (typeof proxies)[number]) =>
		carried.filter((line) => line.includes('/api/v2/groups/'));
	expect(proxies.map(groups)).toEqual([
		[expect.any(String) as string],
		[expect.any(String) as string],
	]);
});

it('a token that is rejected twice while names are read is renewed again', async () => {
	const sandbox = await startService({ courses: 120, groups: 120, groupPageSize: 60 });
	sandbox.faults.add({ on: { kind: 'groups', page: 2 }, times: 2, status: 401 });
	shortenWaits();
	const { items: named, error } = await listCourses(sandbox, {
		limit: 120,
		options: { addNames: ['groups'] },
	});
	expect(error).toBeUndefined();
	expect(named).toHaveLength(120);
});
