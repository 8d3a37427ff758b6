import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

import { startSandbox, type ListRecord, type Sandbox } from '../../sandbox';
import { credentialFor } from '../harness/accounts';
import { exampleWorkflow } from '../harness/examples';
import { N8n } from '../harness/n8n';
import { startN8n, type N8nServer } from '../harness/server';
import type { ImportedCredential, ImportedWorkflow } from '../harness/workflow';

const TOKEN = 'token-of-the-mcp-server';
const WRONG_SECRET = 'a-wrong-client-secret';

const bearer: ImportedCredential = {
	id: 'bearer',
	name: 'bearer',
	type: 'httpBearerAuth',
	data: { token: TOKEN },
};

let sandbox: Sandbox;
let n8n: N8n;
let server: N8nServer;
const clients: Client[] = [];

beforeAll(async () => {
	sandbox = await startSandbox({ courses: 60, groups: 8 });
	const account = credentialFor('account', sandbox);
	const wrong = credentialFor('wrong', sandbox, { clientSecret: WRONG_SECRET });
	const workflows = [example('catalogue', account), example('rejected', wrong)];
	n8n = await N8n.with({ credentials: [account, wrong, bearer], workflows });
	server = await startN8n(n8n.major, n8n.home, { env: { N8N_LOG_LEVEL: 'debug' } });
	await server.hasActivated(workflows.length);
});

afterAll(async () => {
	await Promise.all(clients.map((client) => client.close()));
	await server.stop();
	await sandbox.stop();
	await n8n.remove();
});

/** The example as somebody sets it up: with a credential for the platform, and one for its own clients. */
function example(path: string, account: ImportedCredential): ImportedWorkflow {
	const workflow = exampleWorkflow('mcp-server', account);
	const nodes = workflow.nodes.map((node) =>
		node.type.endsWith('.mcpTrigger')
			? {
					...node,
					webhookId: path,
					parameters: { ...node.parameters, path },
					credentials: { [bearer.type]: { id: bearer.id, name: bearer.name } },
				}
			: node,
	);
	return { ...workflow, id: path, name: path, nodes, active: true };
}

async function connect(path: string, token = TOKEN): Promise<Client> {
	const client = new Client({ name: 'test', version: '1.0.0' });
	await client.connect(
		new StreamableHTTPClientTransport(new URL(`${server.url}/mcp/${path}`), {
			requestInit: { headers: { authorization: `Bearer ${token}` } },
		}),
	);
	clients.push(client);
	return client;
}

/** Calls a tool; answers what a model would read. */
async function call(client: Client, name: string, input: Record<string, unknown>) {
	const { isError = false, content } = await client.callTool({ name, arguments: input });
	const [{ text = '' } = {}] = content as { text?: string }[];
	return { isError, text };
}

const idsIn = (text: string) =>
	(JSON.parse(text) as { _id?: string; note?: string }[]).map(({ _id, note }) => _id ?? note);

describe("the node behind n8n's MCP Server Trigger", () => {
	let client: Client;

	beforeAll(async () => {
		client = await connect('catalogue');
	});

	it('offers its tools with what they do and the fields left to the model', async () => {
		const { tools } = await client.listTools();
		const limit = (description: string) => ({ type: 'number', description, default: 10 });
		expect(tools.sort((one, other) => one.name.localeCompare(other.name))).toMatchObject([
			{
				name: 'Get_course',
				description: 'Get one course of the learning platform by its ID.',
				inputSchema: { type: 'object', properties: { Course_ID: { type: 'string' } } },
			},
			{
				name: 'List_courses',
				description:
					'List courses of the learning platform, each with its ID as "_id". Where you can give a status, it is archived, deleted, or published; any stands for all. To find courses by name or topic, give Name Contains one word of the name, e.g. "safety". If the last entry is a note, more courses may match than are listed.',
				inputSchema: {
					type: 'object',
					properties: {
						Limit: limit('How many courses to return at most'),
						Status: {
							type: 'string',
							description: 'archived, deleted or published; any for courses of every status',
							default: 'any',
						},
						Created_After: { type: 'string', default: 'any' },
						Name_Contains: { type: 'string', default: 'any' },
						Group_ID: { type: 'string', default: 'any' },
					},
				},
			},
			{
				name: 'List_groups',
				description:
					'List groups of the learning platform, each with its ID as "_id". To find groups by name or topic, give Name Contains one word of the name, e.g. "safety". If the last entry is a note, more groups may match than are listed.',
				inputSchema: {
					type: 'object',
					properties: { Limit: limit('How many groups to return at most') },
				},
			},
			{
				name: 'List_training_status',
				description: expect.stringMatching(
					/^Tell who has, and who has not, completed one course/,
				) as string,
				inputSchema: {
					type: 'object',
					properties: {
						Limit: limit('How many people to return at most'),
						Course_ID: { type: 'string' },
						Name_Contains: { type: 'string', default: 'any' },
						Show: { type: 'string', default: 'notCompleted' },
					},
				},
			},
		]);
		expect(tools.flatMap(({ inputSchema }) => inputSchema.required ?? [])).toEqual([
			'Course_ID',
			'Course_ID',
		]);
	});

	it('lists what is asked for, and says that there is more', async () => {
		const { text } = await call(client, 'List_courses', { Limit: 2, Status: 'Archived' });
		const archived = sandbox.catalogue
			.list('courses')
			.filter(({ status }) => status === 'archived')
			.map(({ _id }) => _id);
		const note = `${archived.length - 2} or more courses are not listed here. Narrow the filters or raise the limit.`;
		expect(idsIn(text)).toEqual([...archived.slice(0, 2), note]);
	});

	it('lists by filters with fields of their own', async () => {
		const courses = sandbox.catalogue.list('courses');
		const { groupId, createdAt }: ListRecord = courses[20] ?? { _id: '' };
		const input = { Limit: 60, Group_ID: groupId, Created_After: createdAt };
		const { text } = await call(client, 'List_courses', input);
		const wanted = courses.filter(
			(course) => course.groupId === groupId && String(course.createdAt) >= String(createdAt),
		);
		expect(idsIn(text)).toEqual(wanted.map(({ _id }) => _id));
	});

	it('gets one record', async () => {
		const [course] = sandbox.catalogue.list('courses');
		const { text } = await call(client, 'Get_course', { Course_ID: course?._id });
		expect(JSON.parse(text)).toMatchObject([{ _id: course?._id, name: course?.name }]);
	});

	it('refuses a status that there is not, and names what there is', async () => {
		const { isError, text } = await call(client, 'List_courses', { Status: 'finished' });
		expect(isError).toBe(true);
		expect(text).toContain('Status must be archived, deleted, or published');
	});

	it('answers a wrong secret in words that help, and without the secret', async () => {
		const { isError, text } = await call(await connect('rejected'), 'List_courses', {});
		expect(isError).toBe(true);
		expect(text).toContain('The service rejected the client ID or the client secret');
		expect(text).toContain('Copy Client ID and Client Secret from the admin panel');
		expect(`${text}${server.said()}`).not.toContain(WRONG_SECRET);
	});

	it('keeps out who has no token for it', async () => {
		await expect(connect('catalogue', 'another token')).rejects.toThrow('Authorization');
	});
});
