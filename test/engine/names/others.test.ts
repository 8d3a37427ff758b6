import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import { runNode } from '../harness';
import { exportFile, fileIn, recordsIn } from '../export/exports';
import { jsonOf } from '../lists';
import { startService } from '../service';
import { courseIdAt, polledOnce, allEvents } from '../trigger/poller';
import { countRequests, namedByHand, nameIn } from './names';

const options = { addNames: ['groups', 'users'] };

describe('Get', () => {
	const get = async (credential: Sandbox, id: unknown) => {
		const courseId = { __rl: true, mode: 'id', value: id as string };
		const parameters = { resource: 'course', operation: 'get', courseId, options };
		return await runNode({ credential, parameters });
	};

	it("requests a single record's names one by one", async () => {
		const sandbox = await startService({ courses: 5, groups: 3 });
		const [course = {}] = sandbox.catalogue.list('courses') as IDataObject[];
		const { items } = await get(sandbox, course._id);
		expect(jsonOf(items)).toEqual([namedByHand(sandbox, course)]);
		expect(countRequests(sandbox)).not.toHaveProperty('users');
	});

	it('reports that the course is missing, not its names', async () => {
		const sandbox = await startService({ courses: 1 });
		const { error } = await get(sandbox, 'f'.repeat(24));
		expect(error?.message).toBe(`The service has no course with the ID "${'f'.repeat(24)}"`);
	});
});

describe('Export to File', () => {
	it.each<[string, INodeParameters, object]>([
		['All Fields', {}, {}],
		['Columns', {}, { columns: 'groupId,authorId' }],
	])('has names next to IDs from the first page on: %s', async (_which, parameters, others) => {
		const sandbox = await startService({ courses: 130, coursePageSize: 30, groups: 120 });
		const all = { ...parameters, options: { ...others, ...options } };
		const { items, error } = await exportFile(sandbox, all);
		expect(error).toBeUndefined();
		const records = await recordsIn(items[0]);
		const columns = Object.keys(records[0] ?? {});
		for (const id of ['group', 'author']) {
			expect(columns[columns.indexOf(`${id}Id`) + 1]).toBe(`${id}Name`);
		}
		expect(records.map(({ groupName, authorName }) => [groupName, authorName])).toEqual(
			(sandbox.catalogue.list('courses') as IDataObject[]).map(({ groupId, authorId }) => [
				nameIn(sandbox, 'groups', groupId),
				nameIn(sandbox, 'users', authorId),
			]),
		);
	});

	it('reads the lists of names once for all files of a run', async () => {
		const sandbox = await startService({ courses: 130, groups: 120 });
		const parameters = { format: 'jsonl', options: { addNames: ['groups'] } };
		const { items } = await exportFile(sandbox, parameters, { items: 3 });
		expect(items).toHaveLength(3);
		expect(String(await fileIn(items[2]))).toContain('"groupName":');
		expect(countRequests(sandbox)).toEqual({ courses: 3, groups: 1 });
	});
});

describe('the trigger', () => {
	it.each(['raw', 'row'])(
		'adds names to the %s output and requests only the names for its items',
		async (output) => {
			const sandbox = await startService({ courses: 130, coursePageSize: 50, groups: 120 });
			const poller = await polledOnce(sandbox, { ...allEvents, output, options });
			sandbox.journal.clear();
			expect(await poller.emitted()).toEqual([]);
			expect(countRequests(sandbox)).toEqual({ courses: 3 });
			sandbox.catalogue.update('courses', courseIdAt(sandbox, 3), { name: 'Renamed' });
			sandbox.catalogue.remove('courses', courseIdAt(sandbox, 5));
			await poller.emitted();
			const [removed] = await poller.emitted();
			sandbox.catalogue.update('courses', courseIdAt(sandbox, 3), { name: 'Again' });
			sandbox.journal.clear();
			const [item] = await poller.emitted();
			const [, , , course] = sandbox.catalogue.list('courses') as IDataObject[];
			expect(item).toMatchObject({
				groupName: nameIn(sandbox, 'groups', course?.groupId),
				authorName: nameIn(sandbox, 'users', course?.authorId),
			});
			expect(countRequests(sandbox).groups).toBeUndefined();
			expect(removed).toMatchObject({ triggerEvent: 'removed' });
			const isRow = output === 'row';
			expect(Object.keys(removed ?? {}).includes('groupName')).toBe(isRow);
			if (isRow) expect(Object.keys(removed ?? {})).toEqual(Object.keys(item ?? {}));
		},
	);

	it('does not report a change until its names can be read', async () => {
		const sandbox = await startService({ courses: 12, groups: 4 });
		const poller = await polledOnce(sandbox, {
			...allEvents,
			options: { ...options, maxRetries: 0 },
		});
		sandbox.catalogue.update('courses', courseIdAt(sandbox, 3), { name: 'Renamed' });
		sandbox.faults.add({ on: { kind: 'groups/{groupId}' }, status: 500 });
		sandbox.faults.add({ on: { kind: 'groups' }, status: 500 });
		const { error } = await poller.run();
		expect(error?.message).toBe(
			'The service failed to process the request (names of groups, page 1)',
		);
		expect(await poller.emitted()).toMatchObject([{ triggerEvent: 'updated', name: 'Renamed' }]);
	});

	it('has the current name of a group', async () => {
		const sandbox = await startService({ courses: 12, groups: 4 });
		const poller = await polledOnce(sandbox, { ...allEvents, options });
		const [course] = sandbox.catalogue.list('courses') as IDataObject[];
		const rename = (name: string) => {
			sandbox.catalogue.update('courses', course?._id as string, { name });
			sandbox.catalogue.update('groups', course?.groupId as string, { name });
		};
		const activated = {};
		rename('Before');
		await poller.run({ activated });
		rename('After');
		const { items } = await poller.run({ activated });
		expect(items?.map(({ json }) => [json.name, json.groupName])).toEqual([['After', 'After']]);
	});
});
