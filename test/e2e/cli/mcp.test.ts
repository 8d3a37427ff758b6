import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

import { startSandbox, type Sandbox } from '../../sandbox';
import { credentialFor } from '../harness/accounts';
import { exampleWorkflow, setUp } from '../harness/examples';
import { N8n } from '../harness/n8n';
import { startN8n, type N8nServer } from '../harness/server';
import type { ImportedCredential, ImportedWorkflow } from '../harness/workflow';

const TOKEN = 'token-of-the-mcp-server';
const WRONG_SECRET = 'a-wrong-client-secret';

const bearer = { id: 'bearer', name: 'bearer', type: 'httpBearerAuth', data: { token: TOKEN } };

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

/** Sets up the example with one credential for the platform and one for MCP clients. */
function example(path: string, account: ImportedCredential): ImportedWorkflow {
	const workflow = setUp(exampleWorkflow('mcp-server', account), {
		'@n8n/n8n-nodes-langchain.mcpTrigger': {
			webhookId: path,
			parameters: { path },
			credentials: { [bearer.type]: { id: bearer.id, name: bearer.name } },
		},
	});
	return { ...workflow, id: path, name: path, active: true };
}

async function connect(path: string): Promise<Client> {
	const client = new Client({ name: 'test', version: '1.0.0' });
	await client.connect(
		new StreamableHTTPClientTransport(new URL(`${server.url}/mcp/${path}`), {
			requestInit: { headers: { authorization: `Bearer ${TOKEN}` } },
		}),
	);
	clients.push(client);
	return client;
}

/** Calls a tool and returns its response to the model. */
async function call(client: Client, name: string, input: Record<string, unknown>) {
	const { isError = false, content } = await client.callTool({ name, arguments: input });
	const [{ text = '' } = {}] = content as { text?: string }[];
	return { isError, text };
}

describe("the node behind n8n's MCP Server Trigger", () => {
	let client: Client;

	beforeAll(async () => {
		client = await connect('catalogue');
	});

	it('offers its tools with the fields that the model fills in', async () => {
		const { tools } = await client.listTools();
		const offered = tools.map(({ name, inputSchema: { properties = {}, required = [] } }) => [
			name,
			Object.keys(properties).sort(),
			required,
		]);
		expect(offered.sort()).toEqual([
			['Get_course', ['Course_ID'], ['Course_ID']],
			['List_courses', ['Created_After', 'Group_ID', 'Limit', 'Name_Contains', 'Status'], []],
			['List_groups', ['Limit', 'Name_Contains'], []],
			['List_path_status', ['Limit', 'Name_Contains', 'Path_ID', 'Show'], ['Path_ID']],
			['List_paths', ['Limit', 'Name_Contains'], []],
			['List_training_status', ['Course_ID', 'Limit', 'Name_Contains', 'Show'], ['Course_ID']],
		]);
		const courses = tools.find(({ name }) => name === 'List_courses');
		expect(courses?.description).toMatch(/^List courses on the learning platform/);
		expect(courses?.inputSchema.properties?.Status).toMatchObject({
			type: 'string',
			description: 'archived, deleted, or published; use "any" for every status',
			default: 'any',
		});
	});

	it('lists the courses with a given status and gets one course', async () => {
		const archived = sandbox.catalogue
			.list('courses')
			.filter(({ status }) => status === 'archived');
		const list = await call(client, 'List_courses', { Limit: 2, Status: 'Archived' });
		const listed = JSON.parse(list.text) as { _id?: string; note?: string }[];
		expect(listed.map(({ _id, note }) => _id ?? note)).toEqual([
			...archived.slice(0, 2).map(({ _id }) => _id),
			expect.stringMatching(/^\d+ or more courses are not listed here/),
		]);
		const [course] = archived;
		const { text } = await call(client, 'Get_course', { Course_ID: course?._id });
		expect(JSON.parse(text)).toMatchObject([{ _id: course?._id, name: course?.name }]);
	});

	it('reports a wrong secret with a helpful error that does not reveal it', async () => {
		const { isError, text } = await call(await connect('rejected'), 'List_courses', {});
		expect(isError).toBe(true);
		expect(text).toContain('The service rejected the client ID or the client secret');
		expect(text).toContain('Copy Client ID and Client Secret');
		expect(`${text}${server.said()}`).not.toContain(WRONG_SECRET);
	});
});
