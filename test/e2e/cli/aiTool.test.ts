import { startSandbox, type Sandbox } from '../../sandbox';
import { credentialFor } from '../harness/accounts';
import { exampleWorkflow, setUp } from '../harness/examples';
import { N8n } from '../harness/n8n';
import type { StoredExecution } from '../harness/storedExecution';
import { startWitness, type Witness } from '../harness/witness';

/** The fields of an OpenAI chat completion request that these tests read. */
interface Question {
	messages: { role: string; content: unknown }[];
	tools: { function: { name: string; description: string; parameters: object } }[];
}

const CALLS = [{ Limit: 2, Status: 'Archived' }, { Created_After: 'soon' }].map((input, at) => ({
	id: `call_${at}`,
	type: 'function',
	function: { name: 'List_courses', arguments: JSON.stringify(input) },
}));

/** Responds like a model that calls the tool once and then says that it is done. */
function answer({ messages }: Question): object {
	const isAnswered = messages.some(({ role }) => role === 'tool');
	const said = isAnswered ? { content: 'Done.' } : { content: null, tool_calls: CALLS };
	const finish_reason = isAnswered ? 'stop' : 'tool_calls';
	return {
		id: 'completion',
		object: 'chat.completion',
		created: 1,
		model: 'scripted',
		choices: [{ index: 0, message: { role: 'assistant', ...said }, finish_reason }],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}

let sandbox: Sandbox;
let model: Witness;
let n8n: N8n;
let execution: StoredExecution;
let questions: Question[];
let toolAnswers: string[];

beforeAll(async () => {
	sandbox = await startSandbox({ courses: 40 });
	model = await startWitness(({ body }) => answer(JSON.parse(body) as Question));
	const account = credentialFor('account', sandbox);
	const data = { apiKey: 'none', organizationId: '', url: `${model.origin}/v1`, header: false };
	const modelAccount = { id: 'model', name: 'model', type: 'openAiApi', data };
	const example = setUp(exampleWorkflow('ask-an-agent', account), {
		'@n8n/n8n-nodes-langchain.lmChatOpenAi': {
			credentials: { openAiApi: { id: 'model', name: 'model' } },
		},
	});
	n8n = await N8n.with({ credentials: [account, modelAccount], workflows: [example] });
	execution = await n8n.execute(example);
	questions = model.requests.map(({ body }) => JSON.parse(body) as Question);
	toolAnswers = (questions.at(-1)?.messages ?? [])
		.filter(({ role }) => role === 'tool')
		.map(({ content }) => String(content));
});

afterAll(async () => {
	await Promise.all([sandbox.stop(), model.stop()]);
	await n8n.remove();
});

describe("the node as a tool for n8n's AI agent", () => {
	it('is offered with its description and the fields that the model fills in', () => {
		const offered = questions[0]?.tools.map((tool) => tool.function);
		expect(offered?.find(({ name }) => name === 'List_courses')).toMatchObject({
			description: expect.stringContaining('accepts archived, deleted, or published') as string,
			parameters: {
				type: 'object',
				properties: { Limit: { type: 'number' }, Status: { type: 'string' } },
			},
		});
	});

	it('lists the records that the model asks for and says that there are more', () => {
		const archived = sandbox.catalogue
			.list('courses')
			.filter(({ status }) => status === 'archived')
			.map(({ _id }) => _id);
		const listed = JSON.parse(toolAnswers[0] ?? '') as { _id?: string; note?: string }[];
		expect(listed.map(({ _id, note }) => _id ?? note)).toEqual([
			...archived.slice(0, 2),
			`${archived.length - 2} or more courses are not listed here. Narrow the filters or raise the limit.`,
		]);
		expect(execution.json('AI Agent')).toEqual([{ output: 'Done.' }]);
	});

	it('gives the model the full error: the problem and the valid values', () => {
		expect(toolAnswers[1]).toContain('Created After must be a date such as 2026-01-31');
		expect(toolAnswers[1]).toContain('ISO 8601 date');
	});
});
