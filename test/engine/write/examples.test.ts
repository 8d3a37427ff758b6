import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { projectDirectory, runWorkflow, type WorkflowJson } from '../harness';
import { startPlatform, writesTo } from './people';

/** A part of an example, fed with rows in place of its table, with a group chosen where one is needed. */
function behindTable(file: string, table: string, names: string[], groupId: string): WorkflowJson {
	const text = readFileSync(join(projectDirectory, 'examples', file), 'utf8');
	const { nodes, connections } = JSON.parse(text) as WorkflowJson;
	const rows = nodes
		.filter(({ name }) => name === table)
		.map((node) => ({ ...node, type: 'n8n-nodes-base.manualTrigger', typeVersion: 1 }));
	const chosen = { groupId: { __rl: true, mode: 'list', value: groupId } };
	const own = nodes
		.filter(({ name }) => names.includes(name))
		.map((node) => ({
			...node,
			parameters: { ...node.parameters, ...('groupId' in node.parameters && chosen) },
			// The engine has no Filter.
			...(node.type === 'n8n-nodes-base.filter' && { type: 'n8n-nodes-base.noOp' }),
		}));
	const kept = Object.entries(connections)
		.filter(([name]) => [table, ...names].includes(name))
		.map(([name, { main = [] }]) => {
			const ends = main.map((output) => output?.filter(({ node }) => names.includes(node)) ?? []);
			return [name, { main: ends }];
		});
	return {
		nodes: [...rows, ...own],
		connections: Object.fromEntries(kept) as WorkflowJson['connections'],
	};
}

describe('new-hires.json', () => {
	it('creates new people, and a second run writes nothing', async () => {
		const { sandbox, group = '', ana } = await startPlatform();
		const names = ['Create or update each person', 'Add each person to the group'];
		const json = behindTable('new-hires.json', 'Read the HR table', names, group);
		const items = [
			{ mail: 'ana@example.com', firstName: 'Ana', lastName: null, job: 'Doctor' },
			{ mail: 'Dora@example.com', firstName: 'Dora', lastName: 'Diaz', job: '' },
			{ mail: '', firstName: 'Nobody' },
		].map((row) => ({ json: row }));
		const run = async () => await runWorkflow(json, { credential: sandbox, items });
		const [people = '', members = ''] = names;

		const first = await run();
		expect(first.error).toBeUndefined();
		expect(first.outputOf(people).map(({ json: { mail, outcome } }) => [mail, outcome])).toEqual([
			['ana@example.com', 'updated'],
			['Dora@example.com', 'created'],
		]);
		expect(first.outputOf(people, 1)).toMatchObject([
			{ json: { firstName: 'Nobody', error: 'Email is empty' } },
		]);
		expect(first.outputOf(members).map(({ json: { outcome } }) => outcome)).toEqual([
			'unchanged',
			'unchanged',
		]);
		expect(sandbox.catalogue.get('users', ana)).toMatchObject({ job: 'Doctor' });

		sandbox.journal.clear();
		const second = await run();
		expect(second.outputOf(people).map(({ json: { outcome } }) => outcome)).toEqual([
			'unchanged',
			'unchanged',
		]);
		expect(writesTo(sandbox)).toEqual([]);
	});
});

describe('leavers.json', () => {
	it('sets the end of the last day as the deactivation date, and removes a member from the group', async () => {
		const { sandbox, group = '', ana } = await startPlatform();
		const names = [
			...['Find each person', 'Set the deactivation date', 'Keep if the last day has come'],
			'Remove from the group',
		];
		const json = behindTable('leavers.json', 'Read the leavers', names, group);
		const today = new Date().toISOString().slice(0, 10);
		const items = [
			{ mail: 'Ana@example.com ', lastDay: today },
			{ mail: 'ben@example.com', lastDay: today },
			{ mail: 'cem@example.com', lastDay: '2999-12-31' },
		].map((row) => ({ json: row }));
		json.settings = { timezone: 'UTC' };
		const { error, outputOf } = await runWorkflow(json, { credential: sandbox, items });
		expect(error).toBeUndefined();
		const [, update = '', , remove = ''] = names;
		const updated = outputOf(update).map((item) => item.json);
		expect(updated.map(({ mail, outcome }) => [mail, outcome])).toEqual([
			['ana@example.com', 'updated'],
			['cem@example.com', 'updated'],
		]);
		expect(updated[1]?.toBeDeactivatedAt).toBe('2999-12-31T23:59:59.999Z');
		expect(outputOf(remove)).toMatchObject([
			{ json: { userId: ana, groupId: group, role: 'learner', outcome: 'removed' } },
			{ json: { outcome: 'notMember' } },
		]);
	});
});
