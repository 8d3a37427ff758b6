import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import { startService } from '../service';
import { allEvents, courseIdAt, polledOnce } from './poller';

let sandbox: Sandbox;

beforeEach(async () => {
	sandbox = await startService({ courses: 12, coursePageSize: 5 });
});

/** Removes, updates, and adds a course, and returns the items. */
async function afterChanges(parameters: INodeParameters): Promise<IDataObject[]> {
	const poller = await polledOnce(sandbox, { ...allEvents, ...parameters });
	sandbox.catalogue.remove('courses', courseIdAt(sandbox, 0));
	expect(await poller.emitted()).toEqual([]);
	sandbox.catalogue.update('courses', courseIdAt(sandbox, 0), { name: '=1+1' });
	sandbox.catalogue.add('courses', { name: 'New', tags: ['a', 'b'] });
	return await poller.emitted();
}

const shapeOf = (items: IDataObject[]) => items.map((json) => Object.keys(json).join());

const eventFields = 'triggerEvent,triggerTime';

it("a removed record's row has the ID in the key column", async () => {
	const [removedId, updatedId] = [courseIdAt(sandbox, 0), courseIdAt(sandbox, 1)];
	const items = await afterChanges({ output: 'row', outputFields: 'name' });
	expect(items).toMatchObject([
		{ courseId: removedId, name: '', triggerEvent: 'removed' },
		{ courseId: updatedId, name: "'=1+1", triggerEvent: 'updated' },
		{ name: 'New', triggerEvent: 'added' },
	]);
	const shape = `courseId,name,${eventFields}`;
	expect(shapeOf(items)).toEqual([shape, shape, shape]);
});

it('rows have the columns of the whole list, not only those of the changed records', async () => {
	const [first, second] = [courseIdAt(sandbox, 0), courseIdAt(sandbox, 1)];
	for (const id of [first, second]) sandbox.catalogue.update('courses', id, { rating: 5 });
	const poller = await polledOnce(sandbox, { ...allEvents, output: 'row' });
	sandbox.catalogue.update('courses', second, { rating: undefined });
	expect(await poller.emitted()).toMatchObject([{ courseId: second, rating: '' }]);
});

it('simplified items have the event and names next to IDs', async () => {
	const options = { addNames: ['groups'] };
	const [removed, updated] = await afterChanges({ output: 'simplified', options });
	expect(shapeOf([removed ?? {}, updated ?? {}])).toEqual([
		`_id,${eventFields}`,
		`_id,name,status,type,groupId,groupName,authorId,sourceLang,createdAt,modifiedAt,duration,${eventFields}`,
	]);
});

it("ID Field sets a row's key", async () => {
	const [{ createdAt } = { createdAt: '' }] = sandbox.catalogue.list('courses');
	const options = { idField: 'createdAt' };
	const [removed] = await afterChanges({ output: 'row', outputFields: 'name', options });
	expect(removed).toMatchObject({ courseId: createdAt, triggerEvent: 'removed' });
});

it('a change to a field outside the output is an update', async () => {
	const poller = await polledOnce(sandbox, {
		triggerOn: ['updated'],
		output: 'selected',
		outputFields: 'name',
	});
	sandbox.catalogue.update('courses', courseIdAt(sandbox, 4), { description: 'Other words' });
	expect(await poller.events()).toEqual([['updated', courseIdAt(sandbox, 4)]]);
});

it('if there are items, the log names fields that no record has', async () => {
	const parameters = { output: 'selected', outputFields: 'nmae, name' };
	const poller = await polledOnce(sandbox, parameters);
	const warnings = async (mode: 'manual' | 'trigger' = 'trigger') =>
		(await poller.run({ mode })).log
			.filter(({ level }) => level === 'warn')
			.map(({ message }) => message);
	expect(await warnings()).toEqual([]);
	sandbox.catalogue.add('courses');
	const named = [expect.stringContaining('no record has the output fields nmae (')];
	expect(await warnings()).toEqual(named);
	expect(await warnings('manual')).toEqual(named);
});
