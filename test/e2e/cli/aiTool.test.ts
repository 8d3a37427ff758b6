import { startSandbox, type Sandbox } from '../../sandbox';
import { credentialFor } from '../harness/accounts';
import { N8n } from '../harness/n8n';
import { startScriptedModel, type ScriptedModel } from '../harness/scriptedModel';
import type { StoredExecution } from '../harness/storedExecution';
import { node, workflow } from '../harness/workflow';

let sandbox: Sandbox;
let model: ScriptedModel;
let n8n: N8n;
let execution: StoredExecution;

beforeAll(async () => {
	sandbox = await startSandbox({ courses: 40 });
	model = await startScriptedModel({ Limit: 2, Status: 'archived' });
	const account = credentialFor('account', sandbox);
	const modelAccount = {
		id: 'model',
		name: 'model',
		type: 'openAiApi',
		data: { apiKey: 'none', organizationId: '', url: model.url, header: false },
	};
	const chat = workflow(
		'chat',
		node(
			'Agent',
			'@n8n/n8n-nodes-langchain.agent',
			{ promptType: 'define', text: 'Which courses are archived?', options: {} },
			{ typeVersion: 3 },
		),
	);
	chat.nodes.push(
		node(
			'Model',
			'@n8n/n8n-nodes-langchain.lmChatOpenAi',
			{ model: { __rl: true, mode: 'id', value: 'scripted' }, options: {} },
			{ typeVersion: 1.2, credential: modelAccount },
		),
		node(
			'List courses',
			'n8n-nodes-learning-platform.learningPlatformTool',
			{
				resource: 'course',
				operation: 'list',
				limit: "={{ $fromAI('Limit', 'How many', 'number') }}",
				filters: { status: "={{ $fromAI('Status', 'published or archived', 'string') }}" },
			},
			{ credential: account },
		),
	);
	chat.connections.Model = {
		ai_languageModel: [[{ node: 'Agent', type: 'ai_languageModel', index: 0 }]],
	};
	chat.connections['List courses'] = { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] };
	n8n = await N8n.with({ credentials: [account, modelAccount], workflows: [chat] });
	execution = await n8n.execute(chat);
});

afterAll(async () => {
	await Promise.all([sandbox.stop(), model.stop()]);
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
});
