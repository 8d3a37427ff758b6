import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import { startService } from '../service';
import { allEvents, courseIdAt, polledOnce, Poller } from './poller';

let sandbox: Sandbox;

beforeEach(async () => {
	sandbox = await startService({ courses: 12, coursePageSize: 5 });
});

/** What happens to the first three courses, and what a trigger with an output says of it. */
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

it('a removed record has its key under the name that it has in a row', async () => {
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

it('the columns of rows are those of the whole list, not only of what changed', async () => {
	const [first, second] = [courseIdAt(sandbox, 0), courseIdAt(sandbox, 1)];
	for (const id of [first, second]) sandbox.catalogue.update('courses', id, { rating: 5 });
	const poller = await polledOnce(sandbox, { ...allEvents, output: 'row' });
	sandbox.catalogue.update('courses', second, { rating: undefined });
	expect(await poller.emitted()).toMatchObject([{ courseId: second, rating: '' }]);
});

it('simplified items have the event, and names beside IDs, as well', async () => {
	const options = { addNames: ['groups'] };
	const [removed, updated] = await afterChanges({ output: 'simplified', options });
	expect(shapeOf([removed ?? {}, updated ?? {}])).toEqual([
		`_id,${eventFields}`,
		`_id,name,status,type,groupId,groupName,authorId,sourceLang,createdAt,modifiedAt,duration,${eventFields}`,
	]);
});

it('the key of a row is the ID field that the user named', async () => {
	const [{ createdAt } = { createdAt: '' }] = sandbox.catalogue.list('courses');
	const options = { idField: 'createdAt' };
	const [removed] = await afterChanges({ output: 'row', outputFields: 'name', options });
	expect(removed).toMatchObject({ courseId: createdAt, triggerEvent: 'removed' });
});

it('a change of a field that is not output is an update', async () => {
	const poller = await polledOnce(sandbox, {
		triggerOn: ['updated'],
		output: 'selected',
		outputFields: 'name',
	});
	sandbox.catalogue.update('courses', courseIdAt(sandbox, 4), { description: 'Other words' });
	expect(await poller.events()).toEqual([['updated', courseIdAt(sandbox, 4)]]);
});

it('a test event with fields of another list is an error', async () => {
	const sample = new Poller(sandbox, { output: 'selected', outputFields: 'name, progress' });
	const { error } = await sample.run({ mode: 'manual' });
	expect(error?.message).toMatch(/^The list courses does not have the Output Fields progress/);
});

it('fields that no record has are named in n8n’s log, when there is something to output', async () => {
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
