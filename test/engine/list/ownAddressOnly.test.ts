import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Sandbox } from '../../sandbox';
import { testCredential } from '../harness';
import { listCourses } from '../lists';
import { atEndOfTest, startService } from '../service';

let sandbox: Sandbox;
let strangerUrl: string;
let strangerRequests: IncomingMessage[];

beforeEach(async () => {
	sandbox = await startService({ courses: 30, coursePageSize: 10 });
	strangerRequests = [];
	const stranger = createServer((request, response) => {
		strangerRequests.push(request);
		response.setHeader('content-type', 'application/json').end('[{"_id":"stolen"}]');
	});
	await once(stranger.listen(0, '127.0.0.1'), 'listening');
	atEndOfTest(() => stranger.close());
	strangerUrl = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
});

it.each([
	['another port', () => `${strangerUrl}/api/v2/courses?next=x`],
	['another path', () => `${sandbox.origin}/api/v2/groups?next=x`],
])('a link to %s is not followed', async (_where, target) => {
	sandbox.faults.add({
		on: { kind: 'courses', page: 1 },
		linkHeader: `<${target()}>; rel="next"`,
	});

	const { items, error } = await listCourses(sandbox, { returnAll: true });

	expect(items).toEqual([]);
	expect(error?.message).toBe(
		'The link to the next page points to a different address (courses, page 1)',
	);
	expect(strangerRequests).toEqual([]);
	expect(sandbox.journal.of('courses')).toHaveLength(1);
	expect(sandbox.journal.of('groups')).toHaveLength(0);
});

it('a link after the limit is ignored', async () => {
	sandbox.faults.add({
		on: { kind: 'courses', page: 1 },
		linkHeader: `<${strangerUrl}/api/v2/courses>; rel="next"`,
	});

	const { items, error } = await listCourses(sandbox, { limit: 10 });

	expect(error).toBeUndefined();
	expect(items).toHaveLength(10);
});

const MOVED = 'The service redirects to a different address';

const messageOfList = async () =>
	(await listCourses(sandbox, { returnAll: true })).error?.message ?? '';

it.each<[who: string, kind: 'courses' | 'token', status: number, run: () => Promise<string>]>([
	['a list', 'courses', 302, messageOfList],
	['the token request', 'token', 308, messageOfList],
	['the credential test', 'courses', 308, async () => (await testCredential(sandbox)).message],
])('%s follows no redirects', async (_who, kind, status, run) => {
	const headers = { location: `${strangerUrl}/api/v2/courses` };
	sandbox.faults.add({ on: { kind }, status, headers, times: Infinity });
	expect(await run()).toContain(MOVED);
	expect(strangerRequests).toEqual([]);
});
