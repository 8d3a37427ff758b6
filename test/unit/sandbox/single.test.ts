import { type Sandbox, SINGLES, startSandbox } from '../../sandbox';
import { answerFrom, answerOf, authorized } from './client';
import { exampleParameters, NO_ID, pathOf } from './examplePaths';

let sandbox: Sandbox;
let headers: Record<string, string>;
let parameters: Record<string, string>;

beforeAll(async () => {
	sandbox = await startSandbox({ courses: 20, groups: 20 });
	headers = await authorized(sandbox);
	parameters = exampleParameters(sandbox.catalogue);
});

afterAll(() => sandbox.stop());

function get(kind: string, changes: Record<string, string> = {}): Promise<Response> {
	const path = pathOf(kind, { ...parameters, ...changes });
	return fetch(`${sandbox.baseUrl}/api/v2/${path}`, { headers });
}

describe('a record', () => {
	it.each([
		['courses/{courseId}', 'courses', 'courseId', {}],
		['groups/{groupId}', 'groups', 'groupId', {}],
		['users/{userId}', 'users', 'userId', {}],
		['tags/{tagId}', 'tags', 'tagId', {}],
		['paths/{pathId}', 'paths', 'pathId', {}],
		['paths/{pathId}/sessions/{sessionId}', 'paths/{pathId}/sessions', 'sessionId', {}],
		['classrooms/{classroomId}', 'classrooms', 'classroomId', { mediaIds: [] }],
		['bulk/operations/{bulkOperationId}', 'bulk/operations', 'bulkOperationId', {}],
		['webhooks/subscriptions/{subscriptionId}', 'webhooks/subscriptions', 'subscriptionId', {}],
	])('is what its list has: %s', async (kind, list, name, more) => {
		const record = sandbox.catalogue.get(pathOf(list, parameters), parameters[name] ?? '');
		expect(await answerOf(await get(kind))).toEqual({ status: 200, body: { ...record, ...more } });
		expect(sandbox.journal.of(kind as 'courses/{courseId}')).toHaveLength(1);
	});

	it('of another platform is found by free text', async () => {
		const { status, body } = await answerOf(
			await get('integrations/{integrationId}/courses/{externalId}'),
		);
		expect({ status, body }).toMatchObject({ status: 200, body: { externalId: 'EXT 5/7.0' } });
		expect(body).not.toHaveProperty('_id');
	});

	it.each([
		['the filters of an audience', 'audiences', { filters: [expect.any(Object)] }],
		['counts by status', 'user-statuses', { onTime: 4, late: 4 }],
	])('can be %s', async (_what, last, body) => {
		const response = await get(`paths/{pathId}/sessions/{sessionId}/${last}`);
		expect(await answerOf(response)).toMatchObject({ status: 200, body });
	});

	it('can be a file', async () => {
		const response = await get('users/{userId}/certificates/{certificateId}/pdf');
		expect(response.headers.get('content-type')).toBe('application/pdf');
		const file = Buffer.from(await response.arrayBuffer());
		expect(file.toString('latin1')).toMatch(/^%PDF-1\.4\n[^]*%%EOF\n$/);
	});

	it('shows edits', async () => {
		const id = parameters.courseId ?? '';
		const course = sandbox.catalogue.update('courses', id, { name: 'Renamed' });
		expect((await answerOf(await get('courses/{courseId}'))).body).toEqual(course);
	});

	it('takes no parameters', async () => {
		const path = pathOf('courses/{courseId}?limit=1', parameters);
		const response = await fetch(`${sandbox.baseUrl}/api/v2/${path}`, { headers });
		expect(response.status).toBe(400);
	});

	it('needs a token that belongs to a user, to be oneself', async () => {
		expect(await answerOf(await get('uaa/users/me'))).toMatchObject({
			status: 403,
			body: { error: { code: 'userNotAuthorized' } },
		});
	});

	it.each(Object.entries(SINGLES))('needs its scope: %s', async (kind, { scope }) => {
		const scopes = ['integrations:read', 'tags:read'];
		const { status } = await answerFrom({ scopes }, pathOf(kind, parameters));
		expect(status).toBe(scopes.includes(scope) ? 200 : 403);
	});
});

describe('an ID in a path that no record has', () => {
	it.each([
		['bulk/operations/{bulkOperationId}', 'bulkOperationNotFound'],
		['classrooms/{classroomId}', 'classroomNotFound'],
		['classroom-slots/{classroomSlotId}/registrations', 'classroomSlotNotFound'],
		[
			'classroom-slots/{classroomSlotId}/attendance-sheets/{attendanceSheetId}/attendances',
			'attendanceSheetNotFound',
		],
		['courses/{courseId}', 'courseNotFound'],
		['custom-fields/{customFieldId}/authorized-values', 'customFieldNotFound'],
		['groups/{groupId}', 'groupNotFound'],
		['integrations/{integrationId}/courses/{externalId}', 'courseNotFound'],
		['paths/{pathId}', 'pathNotFound'],
		['paths/{pathId}/sessions/{sessionId}', 'sessionNotFound'],
		['tags/{tagId}', 'tagNotFound'],
		['users/{userId}', 'userNotFound'],
		['users/{userId}/certificates/{certificateId}/pdf', 'certificateNotFound'],
		['webhooks/subscriptions/{subscriptionId}', 'subscriptionNotFound'],
	])('%s is %s', async (kind, code) => {
		const names = Array.from(kind.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
		for (const id of [NO_ID, 'x', 'a/b?']) {
			expect(await answerOf(await get(kind, { [names.at(-1) ?? '']: id }))).toMatchObject({
				status: 404,
				body: { error: { code, message: expect.stringContaining(id) as string } },
			});
		}
	});

	it('comes before an ID behind it', async () => {
		const response = await get('paths/{pathId}/sessions/{sessionId}', { pathId: NO_ID });
		expect(await answerOf(response)).toMatchObject({ body: { error: { code: 'pathNotFound' } } });
	});

	it('is that of a record that has been removed', async () => {
		const { _id } = sandbox.catalogue.add('tags');
		sandbox.catalogue.remove('tags', _id);
		expect((await get('tags/{tagId}', { tagId: _id })).status).toBe(404);
	});
});

describe('IDs that do not belong together', () => {
	const other = (path: string): string => sandbox.catalogue.records(path).at(1)._id;

	it.each([
		[
			'paths/{pathId}/sessions/{sessionId}/user-stats',
			() => ({ pathId: sandbox.catalogue.records('paths').at(2)._id }),
			'sessionNotBelongToPath',
		],
		[
			'integrations/{integrationId}/courses/{externalId}',
			() => ({ integrationId: other('integrations') }),
			'courseNotBelongToIntegration',
		],
		[
			'classroom-slots/{classroomSlotId}/attendance-sheets/{attendanceSheetId}/attendances',
			() => ({ classroomSlotId: other(`classrooms/${parameters.classroomId ?? ''}/slots`) }),
			'attendanceSheetNotBelongToClassroomSlot',
		],
	])('%s', async (kind, changes: () => Record<string, string>, code) => {
		expect(await answerOf(await get(kind, changes()))).toMatchObject({
			status: 400,
			body: { error: { code } },
		});
	});
});

describe('a list that some records do not have', () => {
	it('is the results of an operation that has not been run', async () => {
		const id = sandbox.catalogue.records('bulk/operations').at(1)._id;
		const response = await get('bulk/operations/{bulkOperationId}/results', {
			bulkOperationId: id,
		});
		expect(await answerOf(response)).toMatchObject({
			status: 400,
			body: { error: { code: 'bulkOperationNotRun' } },
		});
	});

	it('is the waitlist of a slot without one', async () => {
		const slots = `classrooms/${parameters.classroomId ?? ''}/slots`;
		const id = sandbox.catalogue.records(slots).at(1)._id;
		const response = await get('classroom-slots/{classroomSlotId}/waitlist', {
			classroomSlotId: id,
		});
		expect(await answerOf(response)).toMatchObject({
			status: 404,
			body: { error: { code: 'classroomSlotWaitlistNotFound' } },
		});
	});
});
