import { startSandbox, type Sandbox } from '../../sandbox';
import { authorized, pagesOf, postToken } from './client';

const NEVER_MS = 600_000;

let sandbox: Sandbox;

afterEach(() => sandbox.stop());

describe('the journal', () => {
	it('has every request in order, as it came', async () => {
		sandbox = await startSandbox({ courses: 3, coursePageSize: 2, filters: 'any' });
		const headers = await authorized(sandbox);
		await pagesOf(sandbox, 'courses?status[ne]=a%20b', headers);
		await fetch(`${sandbox.baseUrl}/elsewhere`);
		const seen = sandbox.journal.entries.map(({ method, kind, page, status }) => ({
			method,
			kind,
			page,
			status,
		}));
		expect(seen).toEqual([
			{ method: 'POST', kind: 'token', page: undefined, status: 200 },
			{ method: 'GET', kind: 'courses', page: 1, status: 200 },
			{ method: 'GET', kind: 'courses', page: 2, status: 200 },
			{ method: 'GET', kind: 'unknown', page: undefined, status: 404 },
		]);
		const [token, first] = sandbox.journal.entries;
		expect(JSON.parse(token?.body ?? '')).toMatchObject({ grant_type: 'client_credentials' });
		expect(first).toMatchObject({
			url: '/api/v2/courses?status[ne]=a%20b',
			path: '/api/v2/courses',
			query: 'status[ne]=a%20b',
			body: '',
			headers: { 'service-api-version': 'v2.0' },
		});
	});

	it('counts by kind and by status', async () => {
		sandbox = await startSandbox();
		await postToken(sandbox, { body: '' });
		await fetch(`${sandbox.baseUrl}/api/v2/courses`);
		await fetch(`${sandbox.baseUrl}/api/v2/courses`);
		expect(sandbox.journal.of('courses')).toHaveLength(2);
		expect(sandbox.journal.summary()).toEqual({
			requests: { token: 1, courses: 2 },
			statuses: { 400: 1, 401: 2 },
		});
		sandbox.journal.clear();
		expect(sandbox.journal.entries).toEqual([]);
	});

	it('tells when the client left before the headers', async () => {
		sandbox = await startSandbox({ firstByteDelayMs: NEVER_MS });
		const headers = await authorized(sandbox);
		const client = new AbortController();
		const request = fetch(`${sandbox.baseUrl}/api/v2/courses`, { headers, signal: client.signal });
		const entry = await sandbox.journal.waitFor(({ kind }) => kind === 'courses');
		client.abort();
		await expect(request).rejects.toThrow();
		await sandbox.journal.idle();
		expect(entry).toMatchObject({ aborted: true, page: 1 });
		expect(entry).not.toHaveProperty('status');
	});

	it('tells when the client left in the middle of the body', async () => {
		sandbox = await startSandbox({ bodyDelayMs: NEVER_MS });
		const headers = await authorized(sandbox);
		const client = new AbortController();
		const response = await fetch(`${sandbox.baseUrl}/api/v2/courses`, {
			headers,
			signal: client.signal,
		});
		const reader = (response.body as ReadableStream<Uint8Array>).getReader();
		expect((await reader.read()).value?.length).toBeGreaterThan(0);
		client.abort();
		await sandbox.journal.idle();
		expect(sandbox.journal.of('courses')[0]).toMatchObject({ aborted: true, status: 200 });
	});

	it('tells how many others were being answered', async () => {
		sandbox = await startSandbox({ bodyDelayMs: NEVER_MS });
		const headers = await authorized(sandbox);
		await fetch(`${sandbox.baseUrl}/api/v2/courses`, { headers });
		await fetch(`${sandbox.baseUrl}/api/v2/courses`, { headers });
		expect(sandbox.journal.entries.map(({ openAtArrival }) => openAtArrival)).toEqual([0, 0, 1]);
	});
});
