import type { Fault, Sandbox } from '../../sandbox';
import { type NodeRun, runWorkflow, type StoredCredential, testCredential } from '../harness';
import { nodeOf } from '../harness/nodeTypes';
import { listCourses, usedCredential } from '../lists';
import { setClock, shortenWaits, startService } from '../service';

// The token endpoint fails while the stored token is due for renewal but still usable.

const MINUTE = 60_000;

/** Ages of a token that lasts an hour. */
const DUE = 55 * MINUTE;
const ALMOST_OVER = 59.5 * MINUTE;
const NO_LONGER_SENT = 60 * MINUTE - 10_000;

let ageMs: number;
/** Aborts a brief renewal attempt, as its timeout would. */
let brief: AbortController;
let sandbox: Sandbox;
let credential: StoredCredential;

beforeEach(async () => {
	const startedAt = Date.now();
	ageMs = 0;
	setClock(() => startedAt + ageMs);
	shortenWaits();
	brief = new AbortController();
	const timeout = AbortSignal.timeout.bind(AbortSignal);
	const ended = (ms: number) => (ms === 10_000 ? brief.signal : timeout(ms));
	jest.spyOn(AbortSignal, 'timeout').mockImplementation(ended);
	sandbox = await startService({ courses: 2 });
	credential = await usedCredential(sandbox);
	sandbox.journal.clear();
});

type Run = Pick<NodeRun, 'status' | 'error' | 'log'>;

/** Requests courses with n8n's HTTP Request node. */
async function requestCourses(used = credential, items = 1): Promise<Run> {
	const url = `${sandbox.baseUrl}/api/v2/courses`;
	const nodes = [
		nodeOf('Trigger', 'n8n-nodes-base.manualTrigger'),
		nodeOf('Node', 'n8n-nodes-base.httpRequest', { url }),
	];
	const connections = { Trigger: { main: [[{ node: 'Node', type: 'main' as const, index: 0 }]] } };
	return await runWorkflow({ nodes, connections }, { credential: used, items });
}

const listOnce = async (used = credential, items = 1): Promise<Run> =>
	await listCourses(used, { options: { maxRetries: 0 } }, { items });

const nodes = [
	['List', listOnce],
	['the HTTP Request node', requestCourses],
] as const;

const fail = (fault: Fault) => {
	sandbox.faults.add({ ...fault, on: { kind: 'token' }, times: Infinity });
};

/** Counts the requests for tokens and for courses since the last call. */
const asked = () => {
	const counts = [sandbox.journal.of('token').length, sandbox.journal.of('courses').length];
	sandbox.journal.clear();
	return counts;
};

async function hang(): Promise<void> {
	brief.abort();
	await new Promise(() => undefined);
}

const passing: [how: string, fault: Fault][] = [
	['responds with 503', { status: 503 }],
	['does not respond', { before: hang }],
	['stops in the middle of its response', { inBody: hang }],
	['breaks the connection during its response', { cutBodyAfterBytes: 20 }],
	['sends half of the JSON', { body: '{"access_token":"ab' }],
];

describe.each([
	[...nodes[0], passing],
	[...nodes[1], passing.slice(0, 1)],
] as const)('%s keeps the old token while the token endpoint', (_node, run, faults) => {
	it.each(faults)('%s', async (_how, fault) => {
		fail(fault);
		ageMs = ALMOST_OVER;
		for (const attempts of [1, 0]) {
			expect(await run()).toMatchObject({ status: 'success' });
			expect(asked()).toEqual([attempts, 1]);
		}
		sandbox.faults.clear();
		ageMs += MINUTE;
		for (const exchanges of [1, 0]) {
			expect(await run()).toMatchObject({ status: 'success' });
			expect(asked()).toEqual([exchanges, 1]);
		}
	});
});

describe.each(nodes)('%s fails', (_node, run) => {
	it.each([
		[400, 'The service refused to issue an access token (status 400)'],
		[401, 'The service rejected the client ID or the client secret'],
	])('immediately when the secret is rejected with %d', async (status, message) => {
		fail({ status });
		ageMs = DUE;
		const { error } = await run();
		expect(`${error?.message} ${error?.description}`).toContain(message);
		expect(asked()).toEqual([1, 0]);
	});

	it('when the token is about to expire', async () => {
		fail({ status: 503 });
		ageMs = NO_LONGER_SENT;
		expect((await run()).status).toBe('error');
		expect(asked()).toEqual([3, 0]);
	});

	it('when the service revoked the old token', async () => {
		fail({ status: 503 });
		sandbox.tokens.revokeAll();
		ageMs = DUE;
		await run();
		expect((await run()).status).toBe('error');
		expect(sandbox.journal.of('courses').map(({ status }) => status)).not.toContain(200);
	});
});

it.each(nodes)('20 items of %s share one attempt', async (_node, run) => {
	fail({ status: 503 });
	ageMs = DUE;
	expect(await run(credential, 20)).toMatchObject({ status: 'success' });
	expect(asked()).toEqual([1, 20]);
});

it('the pause between attempts grows, and the log has a line for each attempt', async () => {
	fail({ status: 503 });
	const lines: string[] = [];
	for (ageMs = DUE; ageMs < NO_LONGER_SENT; ageMs += 10_000) {
		const { log } = await listOnce();
		lines.push(...log.map(({ message }) => message).filter((line) => line.includes('token')));
	}
	const line = (ms: number) =>
		`courses: access token not renewed (503): using the old token for another ${ms} ms`;
	expect(lines).toEqual(
		[30_000, 60_000, 120_000, 80_000].map((ms) => expect.stringContaining(line(ms)) as string),
	);
	expect(asked()).toEqual([4, 29]);
});

it('a Retry-After header extends the pause', async () => {
	fail({ status: 429, headers: { 'retry-after': '90' } });
	for (ageMs = DUE; ageMs < DUE + 80_000; ageMs += 20_000) await listOnce();
	expect(asked()).toEqual([1, 4]);
});

it('a credential test never gets the old token', async () => {
	fail({ status: 503 });
	ageMs = DUE;
	for (const work of [listOnce, requestCourses]) {
		await work();
		expect(await testCredential(credential)).toMatchObject({
			status: 'Error',
			message: expect.stringContaining('could not issue an access token (status 503)') as string,
		});
	}
});

it('a full exchange follows an attempt that outlasts the old token', async () => {
	const before = () => {
		ageMs = NO_LONGER_SENT;
	};
	sandbox.faults.add({ on: { kind: 'token' }, status: 503, before });
	ageMs = DUE;
	expect((await listOnce()).status).toBe('success');
	expect(asked()).toEqual([2, 1]);
});
