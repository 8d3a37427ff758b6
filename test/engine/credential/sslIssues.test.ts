import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import { type StoredCredential, runWorkflow, testCredential } from '../harness';
import { nodeOf } from '../harness/nodeTypes';
import { exportFile } from '../export/exports';
import { listCourses } from '../lists';
import { startProxy } from '../proxy';
import { outcomes, startService, storedFor } from '../service';

// The sandbox has a self-signed certificate.
const tls = { courses: 5, coursePageSize: 2, tls: true };

const operations: [string, typeof listCourses | typeof exportFile][] = [
	['List', listCourses],
	['Export to File', exportFile],
];

async function ignoringCredential() {
	const sandbox = await startService(tls);
	const credential = storedFor(sandbox);
	credential.edit({ allowUnauthorizedCerts: true });
	return { sandbox, credential };
}

/** Returns a credential that has a token, but no longer ignores SSL issues. */
async function verifyingCredential() {
	const { sandbox, credential } = await ignoringCredential();
	await listCourses(credential);
	credential.edit({ allowUnauthorizedCerts: false });
	sandbox.journal.clear();
	return { sandbox, credential };
}

describe('Ignore SSL Issues (Insecure) in the credential', () => {
	it.each(operations)('applies to the token request and every page of %s', async (_name, run) => {
		const { sandbox, credential } = await ignoringCredential();
		const { status } = await run(credential, { returnAll: true });
		expect(status).toBe('success');
		expect(outcomes(sandbox)).toEqual(['token 200', ...Array<string>(3).fill('courses 200')]);
	});

	it('takes effect immediately when it is turned on or off', async () => {
		const { credential } = await ignoringCredential();
		expect((await testCredential(credential)).status).toBe('OK');
		credential.edit({ allowUnauthorizedCerts: false });
		const { error } = await listCourses(credential, { options: { maxRetries: 0 } });
		expect(error?.message).toContain("The platform's certificate is not trusted");
		expect((await testCredential(credential)).message).toContain('is not trusted');
	});
});

describe('Ignore SSL Issues (Insecure) in a node', () => {
	const nodeIgnores = { requestOptions: { allowUnauthorizedCerts: true } };

	it.each(operations)(
		'is an error in %s unless the credential ignores them',
		async (_name, run) => {
			const { sandbox, credential } = await verifyingCredential();
			const { error } = await run(credential, nodeIgnores);
			expect(error).toMatchObject({
				message: expect.stringContaining(
					'The credential does not allow Ignore SSL Issues (Insecure) under Request Options',
				) as string,
				description: expect.stringContaining(
					'turn on Ignore SSL Issues (Insecure) in the credential instead',
				) as string,
			});
			expect(outcomes(sandbox)).toEqual([]);
			credential.edit({ allowUnauthorizedCerts: true });
			expect((await run(credential, nodeIgnores)).status).toBe('success');
		},
	);

	it('leads to an error that names only the fields of a preset', async () => {
		const { credential } = await verifyingCredential();
		credential.edit({ service: '360learning-eu' });
		const proxy = 'http://127.0.0.1:1';
		const requestOptions = { ...nodeIgnores.requestOptions, proxy };
		const { error } = await listCourses(credential, { requestOptions });
		expect(error?.description).toContain('ask your n8n administrator');
		expect(error?.description).not.toContain('in the credential');
	});
});

describe('a proxy that decrypts requests with its own certificate', () => {
	/** The service that receives the decrypted requests. */
	let listener: Sandbox;
	let sandbox: Sandbox;
	let credential: StoredCredential;
	let proxy: Awaited<ReturnType<typeof startProxy>>;

	const hostOf = ({ origin }: Sandbox) => new URL(origin).host;

	beforeEach(async () => {
		({ sandbox, credential } = await verifyingCredential());
		listener = await startService(tls);
		proxy = await startProxy({ [hostOf(sandbox)]: hostOf(listener) });
	});

	const list = async (requestOptions: INodeParameters) =>
		await listCourses(credential, { requestOptions, options: { maxRetries: 0 } });

	/** Requests courses with n8n's HTTP Request node. */
	const requestCourses = async (settings: IDataObject) => {
		const url = `${sandbox.baseUrl}/api/v2/courses`;
		const options = { proxy: proxy.url, ...settings } as INodeParameters;
		const nodes = [
			nodeOf('Trigger', 'n8n-nodes-base.manualTrigger'),
			nodeOf('Node', 'n8n-nodes-base.httpRequest', { url, options }),
		];
		const connections = {
			Trigger: { main: [[{ node: 'Node', type: 'main' as const, index: 0 }]] },
		};
		return await runWorkflow({ nodes, connections }, { credential });
	};

	const proxyOnly = async () => await list({ proxy: proxy.url });

	it.each<[sender: string, send: () => ReturnType<typeof requestCourses>]>([
		['List with Proxy', proxyOnly],
		['HTTP Request with Proxy', async () => await requestCourses({ rejectUnauthorized: true })],
		[
			'HTTP Request with Ignore SSL Issues (Insecure)',
			async () => await requestCourses({ rejectUnauthorized: false }),
		],
		[
			"HTTP Request with the proxy's certificate under SSL Certificates",
			async () => await requestCourses({ agentOptions: { ca: listener.certificate } }),
		],
	])('receives only the host and port from %s', async (_sender, send) => {
		expect((await send()).status).toBe('error');
		expect(new Set(proxy.carried)).toEqual(new Set([`CONNECT ${hostOf(sandbox)}`]));
		expect(listener.journal.entries).toEqual([]);
	});

	it('receives nothing from List with Ignore SSL Issues (Insecure)', async () => {
		expect((await list({ proxy: proxy.url, allowUnauthorizedCerts: true })).status).toBe('error');
		expect(proxy.carried).toEqual([]);
	});

	it('receives the token if the credential ignores SSL issues', async () => {
		credential.edit({ allowUnauthorizedCerts: true });
		await proxyOnly();
		const [request] = listener.journal.of('courses');
		expect(request?.headers.authorization).toMatch(/^Bearer [\w-]{32}$/);
	});
});
