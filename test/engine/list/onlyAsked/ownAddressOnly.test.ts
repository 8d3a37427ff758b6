import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Sandbox } from '../../../sandbox';
import { testCredential } from '../../harness';
import { listCourses } from '../../lists';
import { atEndOfTest, startService } from '../../service';

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
])('a link to the next page is not followed to %s', async (_where, target) => {
	sandbox.faults.add({
		on: { kind: 'courses', page: 1 },
		linkHeader: `<${target()}>; rel="next"`,
	});

	const { items, error } = await listCourses(sandbox, { returnAll: true });

	expect(items).toEqual([]);
	expect(error?.message).toBe(
		'The link to the next page leads to another address (courses, page 1)',
	);
	expect(strangerRequests).toEqual([]);
	expect(sandbox.journal.of('courses')).toHaveLength(1);
	expect(sandbox.journal.of('groups')).toHaveLength(0);
});

it('a link is not looked at when the limit is reached before it', async () => {
	sandbox.faults.add({
		on: { kind: 'courses', page: 1 },
		linkHeader: `<${strangerUrl}/api/v2/courses>; rel="next"`,
	});

	const { items, error } = await listCourses(sandbox, { limit: 10 });

	expect(error).toBeUndefined();
	expect(items).toHaveLength(10);
});

describe.each([302, 308])('a redirect with status %i', (status) => {
	const redirect = (kind: 'courses' | 'token') => {
		const headers = { location: `${strangerUrl}/api/v2/courses` };
		sandbox.faults.add({ on: { kind }, status, headers, times: Infinity });
	};

	it('is not followed by a list', async () => {
		redirect('courses');

		const { items, error } = await listCourses(sandbox, { returnAll: true });

		expect(items).toEqual([]);
		expect(error?.message).toContain('The service redirects to another address');
		expect(strangerRequests).toEqual([]);
	});

	it('is not followed by the token request', async () => {
		redirect('token');

		const { error } = await listCourses(sandbox, { returnAll: true });

		expect(error?.message).toContain('The service redirects to another address');
		expect(strangerRequests).toEqual([]);
	});

	it('is not followed by the credential test', async () => {
		redirect('courses');

		const result = await testCredential(sandbox);

		expect(result.status).toBe('Error');
		expect(result.message).toContain('The service redirects to another address.');
		expect(strangerRequests).toEqual([]);
	});
});
