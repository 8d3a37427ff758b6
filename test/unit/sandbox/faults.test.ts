import { startSandbox, type Fault, type Sandbox } from '../../sandbox';
import { answerOf, authorized, nextOf, postToken } from './client';

let sandbox: Sandbox;
let headers: Record<string, string>;

beforeEach(async () => {
	sandbox = await startSandbox({ courses: 5, groups: 1, coursePageSize: 2 });
	headers = await authorized(sandbox);
});

afterEach(() => sandbox.stop());

function get(list = 'courses'): Promise<Response> {
	return fetch(`${sandbox.baseUrl}/api/v2/${list}`, { headers });
}

async function statuses(count: number, list = 'courses'): Promise<number[]> {
	const seen: number[] = [];
	for (let n = 0; n < count; n++) seen.push((await get(list)).status);
	return seen;
}

describe('a scripted fault', () => {
	it('goes off once and leaves the list of pending faults', async () => {
		const fault: Fault = { status: 503 };
		sandbox.faults.add(fault);
		expect(sandbox.faults.pending()).toEqual([fault]);
		expect(await statuses(2)).toEqual([503, 200]);
		expect(sandbox.faults.pending()).toEqual([]);
	});

	it('goes off as often as asked', async () => {
		sandbox.faults.add({ status: 503, times: 2 });
		expect(await statuses(1)).toEqual([503]);
		expect(sandbox.faults.pending()).toHaveLength(1);
		expect(await statuses(2)).toEqual([503, 200]);
		expect(sandbox.faults.pending()).toHaveLength(0);
	});

	it('goes off for always, and is pending until the first time', async () => {
		sandbox.faults.add({ status: 503, times: Infinity });
		expect(sandbox.faults.pending()).toHaveLength(1);
		expect(await statuses(3)).toEqual([503, 503, 503]);
		expect(sandbox.faults.pending()).toHaveLength(0);
	});

	it('waits for its kind of request', async () => {
		sandbox.faults.add({ on: { kind: 'groups' }, status: 503 });
		sandbox.faults.add({ on: { kind: 'token' }, status: 502 });
		expect(await statuses(1, 'courses')).toEqual([200]);
		expect(await statuses(2, 'groups')).toEqual([503, 200]);
		expect((await postToken(sandbox)).status).toBe(502);
	});

	it('waits for its page', async () => {
		sandbox.faults.add({ on: { kind: 'courses', page: 2 }, status: 503 });
		const next = nextOf(await get()) ?? '';
		expect((await fetch(next, { headers })).status).toBe(503);
		expect((await fetch(next, { headers })).status).toBe(200);
	});

	it('waits for its occurrence', async () => {
		sandbox.faults.add({ on: { kind: 'courses', occurrence: 3 }, status: 503 });
		expect(await statuses(4)).toEqual([200, 200, 503, 200]);
	});

	it('comes one at a time, the oldest first', async () => {
		sandbox.faults.add({ status: 502 });
		sandbox.faults.add({ status: 503 });
		expect(await statuses(3)).toEqual([502, 503, 200]);
	});

	it('is gone when the script is cleared', async () => {
		sandbox.faults.add({ status: 503 });
		sandbox.faults.clear();
		expect(await statuses(1)).toEqual([200]);
	});
});

describe('work scripted into an answer', () => {
	it('is done before the request is looked at', async () => {
		sandbox.faults.add({
			on: { kind: 'courses' },
			before: () => {
				sandbox.tokens.revokeAll();
			},
		});
		expect(await statuses(1)).toEqual([401]);
	});

	it('holds the answer until it is done', async () => {
		let release = (): void => undefined;
		const held = new Promise<void>((resolve) => (release = resolve));
		sandbox.faults.add({ before: () => held });
		const first = get();
		const entry = await sandbox.journal.waitFor(({ kind }) => kind === 'courses');
		expect(await statuses(1)).toEqual([200]);
		expect(entry).not.toHaveProperty('status');
		release();
		expect((await first).status).toBe(200);
	});

	it('is given up when the client leaves', async () => {
		let release = (): void => undefined;
		const held = new Promise<void>((resolve) => (release = resolve));
		const inBody = jest.fn();
		sandbox.faults.add({ on: { kind: 'courses' }, before: () => held, inBody });
		const client = new AbortController();
		const left = fetch(`${sandbox.baseUrl}/api/v2/courses`, { headers, signal: client.signal });
		await sandbox.journal.waitFor(({ kind }) => kind === 'courses');
		client.abort();
		await expect(left).rejects.toThrow();
		await sandbox.journal.idle();
		release();
		expect(await statuses(1)).toEqual([200]);
		expect(inBody).not.toHaveBeenCalled();
	});

	it('holds the second half of the body until it is done', async () => {
		let release = (): void => undefined;
		const held = new Promise<void>((resolve) => (release = resolve));
		sandbox.faults.add({ inBody: () => held });
		const response = await get();
		const reader = (response.body as ReadableStream<Uint8Array>).getReader();
		const whole = JSON.stringify(sandbox.catalogue.list('courses').slice(0, 2));
		const half = Math.floor(Buffer.byteLength(whole) / 2);
		const first = await reader.read();
		expect(first.value).toHaveLength(half);
		release();
		const second = await reader.read();
		const received = Buffer.concat(
			[first.value, second.value].map((part) => part ?? Buffer.alloc(0)),
		);
		expect(received.toString()).toBe(whole);
	});

	it('shows as a 500 when it fails', async () => {
		sandbox.faults.add({ before: () => Promise.reject(new Error('no such record')) });
		expect(await answerOf(await get())).toEqual({
			status: 500,
			body: { error: { code: 'sandboxFailure', message: 'no such record' } },
		});
	});
});

describe('failures by chance', () => {
	it('are the same for the same seed, about as many as asked, and only on lists', async () => {
		const runs: number[][] = [];
		for (let run = 0; run < 2; run++) {
			const shaky = await startSandbox({ failureRate: 0.25, seed: 3 });
			headers = await authorized(shaky);
			const seen: number[] = [];
			for (let n = 0; n < 100; n++) {
				seen.push((await fetch(`${shaky.baseUrl}/api/v2/groups`, { headers })).status);
			}
			runs.push(seen);
			await shaky.stop();
		}
		expect(runs[0]).toEqual(runs[1]);
		const failed = runs[0]?.filter((status) => status === 503).length;
		expect(failed).toBeGreaterThan(10);
		expect(failed).toBeLessThan(40);
	});
});
