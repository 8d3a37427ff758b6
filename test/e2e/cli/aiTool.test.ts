import type { INode } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../sandbox';
import { credentialFor } from '../harness/accounts';
import { N8n } from '../harness/n8n';
import { startScriptedModel, type ScriptedModel } from '../harness/scriptedModel';
import type { StoredExecution } from '../harness/storedExecution';
import { node, workflow } from '../harness/workflow';

/** A workflow whose agent has the node as its only tool. */
function agentWith(
	tool: INode,
	model: ScriptedModel,
	{ id, typeVersion }: { id: string; typeVersion: number },
) {
	const modelAccount = {
		id: `model-${id}`,
		name: 'model',
		type: 'openAiApi',
		data: { apiKey: 'none', organizationId: '', url: model.url, header: false },
	};
	const agent = workflow(
		id,
		node(
			'Agent',
			'@n8n/n8n-nodes-langchain.agent',
			{ promptType: 'define', text: 'Which courses are archived?', options: {} },
			{ typeVersion },
		),
	);
	agent.nodes.push(
		node(
			'Model',
			'@n8n/n8n-nodes-langchain.lmChatOpenAi',
			{ model: { __rl: true, mode: 'id', value: 'scripted' }, options: {} },
			{ typeVersion: 1.2, credential: modelAccount },
		),
		tool,
	);
	agent.connections.Model = {
		ai_languageModel: [[{ node: 'Agent', type: 'ai_languageModel', index: 0 }]],
	};
	agent.connections[tool.name] = { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] };
	return { agent, modelAccount };
}

const TOOL = 'n8n-nodes-learning-platform.learningPlatformTool';

let sandbox: Sandbox;
let model: ScriptedModel;
let n8n: N8n;
let execution: StoredExecution;
let unused: { sandbox: Sandbox; model: ScriptedModel; execution: StoredExecution };

beforeAll(async () => {
	sandbox = await startSandbox({ courses: 40 });
	model = await startScriptedModel({ Limit: 2, Status: 'Archived' });
	const account = credentialFor('account', sandbox);
	const listing = agentWith(
		node(
			'List courses',
			TOOL,
			{
				resource: 'course',
				operation: 'list',
				limit: "={{ $fromAI('Limit', 'How many', 'number') }}",
				filters: { status: "={{ $fromAI('Status', 'published or archived', 'string') }}" },
			},
			{ credential: account },
		),
		model,
		{ id: 'chat', typeVersion: 3 },
	);

	const unusedSandbox = await startSandbox({ courses: 40 });
	const unusedModel = await startScriptedModel({});
	const unusedAccount = credentialFor('unused', unusedSandbox);
	const exporting = agentWith(
		node(
			'Export',
			TOOL,
			{ resource: 'course', operation: 'export' },
			{ credential: unusedAccount },
		),
		unusedModel,
		{ id: 'export', typeVersion: 2 },
	);

	n8n = await N8n.with({
		credentials: [account, listing.modelAccount, unusedAccount, exporting.modelAccount],
		workflows: [listing.agent, exporting.agent],
	});
	execution = await n8n.execute(listing.agent);
	unused = {
		sandbox: unusedSandbox,
		model: unusedModel,
		execution: await n8n.execute(exporting.agent),
	};
});

afterAll(async () => {
	await Promise.all([sandbox, model, unused.sandbox, unused.model].map((one) => one.stop()));
	await n8n.remove();
});

describe("the node as a tool of n8n's AI agent", () => {
	it('is offered with what it does and the fields left to the model', () => {
		expect(model.tools()).toMatchObject([
			{
				name: 'List_courses',
				description: 'List courses in Learning Platform',
				parameters: {
					type: 'object',
					properties: {
						Limit: { type: 'number', description: 'How many' },
						Status: { type: 'string', description: 'published or archived' },
					},
				},
			},
		]);
	});

	it('lists what the model asks for, and hands it over', () => {
		const archived = sandbox.catalogue
			.list('courses')
			.filter(({ status }) => status === 'archived');
		expect(archived.length).toBeGreaterThan(2);
		expect(model.toolAnswer()).toEqual(archived.slice(0, 2));
		expect(execution.json('Agent')).toEqual([{ output: 'Done.' }]);
	});

	// Agents before version 3 run a tool by its routes, and Export has none.
	it('sends nothing for an export that an older agent calls, and says why', () => {
		expect(unused.model.tools()).toHaveLength(1);
		expect(unused.sandbox.journal.entries).toEqual([]);
		expect(unused.execution.text).toContain('cannot be used as a tool');
	});
});
