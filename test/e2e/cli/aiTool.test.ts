import type { INode } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../sandbox';
import { credentialFor } from '../harness/accounts';
import { exampleWorkflow } from '../harness/examples';
import { N8n } from '../harness/n8n';
import { startScriptedModel, type ScriptedModel } from '../harness/scriptedModel';
import type { StoredExecution } from '../harness/storedExecution';
import {
	type ImportedCredential,
	type ImportedWorkflow,
	node,
	workflow,
} from '../harness/workflow';

const TOOL = 'n8n-nodes-learning-platform.learningPlatformTool';

function modelAccountFor(id: string, model: ScriptedModel): ImportedCredential {
	return {
		id: `model-${id}`,
		name: 'model',
		type: 'openAiApi',
		data: { apiKey: 'none', organizationId: '', url: model.url, header: false },
	};
}

/** The example as somebody sets it up: with a credential for the platform, and one for the model. */
function example(account: ImportedCredential, { type, id, name }: ImportedCredential) {
	const workflow = exampleWorkflow('ask-an-agent', account);
	for (const node of workflow.nodes) {
		if (node.type.endsWith('.lmChatOpenAi')) node.credentials = { [type]: { id, name } };
	}
	return workflow;
}

/** A workflow whose agent, of a version that runs tools by their routes, has the node as its only tool. */
function olderAgentWith(tool: INode, modelAccount: ImportedCredential): ImportedWorkflow {
	const agent = workflow(
		'older-agent',
		node(
			'AI Agent',
			'@n8n/n8n-nodes-langchain.agent',
			{ promptType: 'define', text: 'Export the courses', options: {} },
			{ typeVersion: 2 },
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
		ai_languageModel: [[{ node: 'AI Agent', type: 'ai_languageModel', index: 0 }]],
	};
	agent.connections[tool.name] = { ai_tool: [[{ node: 'AI Agent', type: 'ai_tool', index: 0 }]] };
	return agent;
}

let sandbox: Sandbox;
let model: ScriptedModel;
let n8n: N8n;
let execution: StoredExecution;
let unused: { sandbox: Sandbox; model: ScriptedModel; execution: StoredExecution };

beforeAll(async () => {
	sandbox = await startSandbox({ courses: 40 });
	model = await startScriptedModel(
		[{ Limit: 2, Status: 'Archived' }, { Created_After: 'soon' }],
		'List_courses',
	);
	const account = credentialFor('account', sandbox);
	const modelAccount = modelAccountFor('example', model);
	const listing = example(account, modelAccount);

	const unusedSandbox = await startSandbox({ courses: 40 });
	const unusedModel = await startScriptedModel([{}]);
	const unusedAccount = credentialFor('unused', unusedSandbox);
	const unusedModelAccount = modelAccountFor('unused', unusedModel);
	const exporting = olderAgentWith(
		node(
			'Export',
			TOOL,
			{ resource: 'course', operation: 'export' },
			{ credential: unusedAccount },
		),
		unusedModelAccount,
	);

	n8n = await N8n.with({
		credentials: [account, modelAccount, unusedAccount, unusedModelAccount],
		workflows: [listing, exporting],
	});
	execution = await n8n.execute(listing);
	unused = {
		sandbox: unusedSandbox,
		model: unusedModel,
		execution: await n8n.execute(exporting),
	};
});

afterAll(async () => {
	await Promise.all([sandbox, model, unused.sandbox, unused.model].map((one) => one.stop()));
	await n8n.remove();
});

describe("the node as a tool of n8n's AI agent", () => {
	it('is offered with what it does and the fields left to the model', () => {
		const offered = model.tools().find(({ name }) => name === 'List_courses');
		expect(offered).toMatchObject({
			description: expect.stringContaining('it is archived, deleted, or published') as string,
			parameters: {
				type: 'object',
				properties: { Limit: { type: 'number' }, Status: { type: 'string' } },
			},
		});
	});

	it('lists what the model asks for, and says that there is more', () => {
		const archived = sandbox.catalogue
			.list('courses')
			.filter(({ status }) => status === 'archived')
			.map(({ _id }) => _id);
		const answer = JSON.parse(model.toolAnswers()[0] ?? '') as { _id?: string; note?: string }[];
		expect(answer.map(({ _id, note }) => _id ?? note)).toEqual([
			...archived.slice(0, 2),
			`${archived.length - 2} or more courses are not listed here. Narrow the filters or raise the limit.`,
		]);
		expect(execution.json('AI Agent')).toEqual([{ output: 'Done.' }]);
	});

	it('tells the model all of an error: what is wrong, and what it may answer instead', () => {
		const [, error] = model.toolAnswers();
		expect(error).toContain('Created After must be a date such as 2026-01-31');
		expect(error).toContain('Any form of ISO 8601 will do.');
	});

	// Agents before version 3 run a tool by its routes, and Export has none.
	it('sends nothing for an export that an older agent calls, and says why', () => {
		expect(unused.model.tools()).toHaveLength(1);
		expect(unused.sandbox.journal.entries).toEqual([]);
		expect(unused.execution.text).toContain('cannot be used as a tool');
	});
});
