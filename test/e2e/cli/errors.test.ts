import { startSandbox, type Sandbox } from '../../sandbox';
import { credentialFor } from '../harness/accounts';
import { N8n } from '../harness/n8n';
import type { StoredExecution } from '../harness/storedExecution';
import { startWitness, type Witness } from '../harness/witness';
import { list, workflow } from '../harness/workflow';

const WITHOUT_RETRY = { returnAll: true, options: { maxRetries: 0 } };
const CONTINUE = { onError: 'continueRegularOutput' } as const;
const WRONG_SECRET = 'not-the-secret-9c1d';

let sandbox: Sandbox;
let evil: Sandbox;
let elsewhere: Witness;
let n8n: N8n;
let stopped: StoredExecution;
let continued: StoredExecution;

beforeAll(async () => {
	elsewhere = await startWitness();
	evil = await startSandbox({ courses: 501 });
	evil.faults.add({
		on: { kind: 'courses', page: 1 },
		linkHeader: `<${elsewhere.origin}/api/v2/courses?next=x>; rel="next"`,
	});
	sandbox = await startSandbox({ groups: 201, groupPageSize: 200 });
	sandbox.faults.add({ on: { kind: 'groups', page: 2 }, status: 503, times: Infinity });
	const account = credentialFor('account', sandbox);
	const wrong = credentialFor('wrong', sandbox, { clientSecret: WRONG_SECRET });
	const misled = credentialFor('misled', evil);

	const stop = workflow('stop', list('Wrong secret', wrong, { resource: 'course' }));
	const goOn = workflow(
		'goOn',
		list('Wrong secret', wrong, { resource: 'course' }, CONTINUE),
		list('Broken page', account, { resource: 'group', ...WITHOUT_RETRY }, CONTINUE),
		list(
			'Broken page aside',
			account,
			{ resource: 'group', ...WITHOUT_RETRY },
			{
				onError: 'continueErrorOutput',
			},
		),
		list('Evil link', misled, { resource: 'course', returnAll: true }, CONTINUE),
	);
	n8n = await N8n.with({ credentials: [account, wrong, misled], workflows: [stop, goOn] });
	stopped = await n8n.execute(stop);
	continued = await n8n.execute(goOn);
});

afterAll(async () => {
	await Promise.all([sandbox.stop(), evil.stop(), elsewhere.stop()]);
	await n8n.remove();
});

describe('errors in n8n', () => {
	it('stops a workflow whose credential has a wrong secret, and says what to change', () => {
		expect(stopped.status).toBe('error');
		expect(stopped.error).toMatchObject({
			name: 'NodeApiError',
			message: expect.stringContaining(
				'The service rejected the client ID or the client secret (courses, page 1). Copy Client ID and Client Secret',
			) as string,
			description: expect.stringContaining('Check that these API credentials are active') as string,
			httpCode: '401',
		});
	});

	it('asks for a token once when the secret is wrong, not once per try of n8n', () => {
		const refused = sandbox.journal.of('token').filter(({ body }) => body.includes(WRONG_SECRET));
		// One for each of the two executions.
		expect(refused.map(({ status }) => status)).toEqual([401, 401]);
	});

	it.each([
		['Wrong secret', 'The service rejected the client ID or the client secret', 'are active'],
		['Broken page', 'The service failed to answer (groups, page 2)', '200 records had been read'],
		['Evil link', 'The link to the next page leads to another address', 'It was not followed'],
	])('goes on after "%s" with one item that says why and what to do', (node, error, advice) => {
		expect(continued.status).toBe('success');
		expect(continued.items(node)).toHaveLength(1);
		expect(continued.json(node)).toEqual([
			{
				error: expect.stringContaining(error) as string,
				message: expect.stringContaining(advice) as string,
			},
		]);
	});

	it('gives the item to the error output where that is wanted', () => {
		expect(continued.json('Broken page aside', 0)).toEqual([]);
		expect(continued.json('Broken page aside', 1)).toMatchObject([
			{ error: 'The service failed to answer (groups, page 2)' },
		]);
	});

	it('sends nothing to the host of an evil link', () => {
		expect(evil.faults.pending()).toEqual([]);
		expect(elsewhere.requests).toEqual([]);
	});

	it('stores neither secret nor token', () => {
		const token = String(sandbox.journal.of('groups')[0]?.headers.authorization).slice(
			'Bearer '.length,
		);
		expect(token.length).toBeGreaterThan(10);
		for (const { text } of [stopped, continued]) {
			for (const secret of [WRONG_SECRET, sandbox.clientSecret, token]) {
				expect(text).not.toContain(secret);
			}
		}
	});
});
