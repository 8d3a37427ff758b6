import { startSandbox, type Fault, type Sandbox } from '../../sandbox';
import { answerOf, authorized, nextOf, pagesOf, postToken } from './client';

let sandbox: Sandbox;
let headers: Record<string, string>;

beforeEach(async () => {
	sandbox = await startSandbox({ courses: 5, groups: 1, coursePageSize: 2 });
	headers = await authorized(sandbox);
});

afterEach(() => sandbox.stop());

function get(): Promise<Response> {
	return fetch(`${sandbox.baseUrl}/api/v2/courses`, { headers });
}

describe('the answer of a fault', () => {
	it.each([
		[401, { error: 'invalid_token' }],
		[429, { error: 'tooManyRequests' }],
		[503, { error: { code: 'status503', message: 'Service Unavailable' } }],
	])('is the usual one for status %d', async (status, body) => {
		sandbox.faults.add({ status });
		expect(await answerOf(await get())).toEqual({ status, body });
	});

	it('is empty for 204', async () => {
		sandbox.faults.add({ status: 204 });
		const response = await get();
		expect(response.status).toBe(204);
		expect(response.headers.get('content-length')).toBeNull();
		expect(await response.text()).toBe('');
	});

	it('has the body and headers of the script', async () => {
		sandbox.faults.add({ status: 403, body: { error: 'no' }, headers: { 'Retry-After': '3' } });
		const response = await get();
		expect(response.headers.get('retry-after')).toBe('3');
		expect(response.headers.get('content-type')).toContain('application/json');
		expect(await answerOf(response)).toEqual({ status: 403, body: { error: 'no' } });
	});

	it('is HTML when the body looks like it', async () => {
		sandbox.faults.add({ body: '<html></html>' });
		const response = await get();
		expect(response.status).toBe(200);
		expect(response.headers.get('content-type')).toContain('text/html');
		expect(await response.text()).toBe('<html></html>');
	});

	it('keeps the real link when only the body is scripted', async () => {
		sandbox.faults.add({ body: [] });
		const response = await get();
		expect(await response.json()).toEqual([]);
		expect(nextOf(response)).toBeDefined();
	});

	it('has a body made of the real one, or of bytes', async () => {
		sandbox.faults.add({ body: (real: unknown) => ({ data: real, has_more: true }) });
		expect(await (await get()).json()).toMatchObject({ data: [{}, {}], has_more: true });
		sandbox.faults.add({ body: Buffer.from([0x22, 0xe9, 0x22]) });
		expect(Buffer.from(await (await get()).arrayBuffer())).toEqual(Buffer.from([34, 233, 34]));
	});

	it('replaces the token response', async () => {
		sandbox.faults.add({ on: { kind: 'token' }, body: { token_type: 'Bearer' } });
		const response = await postToken(sandbox);
		expect(response.headers.get('content-type')).toContain('application/json');
		expect(await answerOf(response)).toEqual({ status: 200, body: { token_type: 'Bearer' } });
	});

	it.each<[string, Fault]>([
		['another body', { body: {} }],
		['an error', { status: 500 }],
	])('issues no token when it replaces it by %s', async (_what, fault) => {
		const { issued } = sandbox.tokens;
		sandbox.faults.add({ ...fault, on: { kind: 'token' } });
		await postToken(sandbox);
		expect(sandbox.faults.pending()).toEqual([]);
		expect(sandbox.tokens.issued).toBe(issued);
	});

	it('is an empty page whose link leads to the page asked for', async () => {
		sandbox.faults.add({ on: { kind: 'courses', page: 2 }, emptyPage: true });
		const pages = await pagesOf(sandbox, 'courses');
		expect(pages.map((page) => page.length)).toEqual([2, 0, 2, 1]);
		expect(pages.flat()).toEqual(sandbox.catalogue.list('courses'));
	});

	it('has the link of the script', async () => {
		sandbox.faults.add({ linkHeader: '<https://elsewhere.example/>; rel="next"' });
		sandbox.faults.add({ linkHeader: (real) => real.replace('next=', 'again=') });
		sandbox.faults.add({ linkHeader: null });
		expect(nextOf(await get())).toBe('https://elsewhere.example/');
		expect(nextOf(await get())).toContain('/api/v2/courses?again=');
		expect((await get()).headers.get('link')).toBeNull();
	});

	it('is a 500 that names the mistake when the script cannot be sent', async () => {
		sandbox.faults.add({ headers: { 'x-odd': 'line\nbreak' } });
		expect(await answerOf(await get())).toMatchObject({
			status: 500,
			body: { error: { code: 'sandboxFailure' } },
		});
		expect(sandbox.journal.entries.at(-1)?.status).toBe(500);
	});
});

describe('a connection', () => {
	it('is dropped before the headers', async () => {
		sandbox.faults.add({ drop: 'beforeHeaders' });
		await expect(get()).rejects.toThrow();
		const entry = sandbox.journal.of('courses')[0];
		expect(entry).toMatchObject({ dropped: true });
		expect(entry).not.toHaveProperty('status');
		expect(entry).not.toHaveProperty('aborted');
	});

	it('is dropped in the middle of the body', async () => {
		sandbox.faults.add({ drop: 'inBody' });
		const response = await get();
		expect(response.status).toBe(200);
		await expect(response.text()).rejects.toThrow();
		expect(sandbox.journal.of('courses')[0]).toMatchObject({ dropped: true, status: 200 });
	});

	it('is cut after a number of bytes', async () => {
		sandbox.faults.add({ cutBodyAfterBytes: 17 });
		const { body } = await get();
		const received: Buffer[] = [];
		await expect(
			(async () => {
				for await (const chunk of body ?? []) received.push(Buffer.from(chunk as Uint8Array));
			})(),
		).rejects.toThrow();
		expect(Buffer.concat(received)).toHaveLength(17);
	});
});
