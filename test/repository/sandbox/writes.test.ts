import { type WritePath, WRITES } from '../../contract';
import type { SandboxOptions } from '../../sandbox';
import { parametersIn } from '../../sandbox/address';
import { pathOf, NO_ID } from '../../sandbox/examplePaths';
import { audienceCases, tokenCases } from './cases/audiences';
import { customFieldCases } from './cases/customFields';
import { externalIdCases } from './cases/externalIds';
import { managerCases } from './cases/managers';
import { memberCases } from './cases/members';
import { userCases } from './cases/users';
import type { Row } from './cases/row';
import { send } from './client';
import { startPlatform } from './platform';

const rows = [
	...userCases,
	...memberCases,
	...managerCases,
	...customFieldCases,
	...externalIdCases,
	...audienceCases,
];

/** A path whose IDs do not exist. */
const unknownPath = (request: string) =>
	pathOf(request, {
		...Object.fromEntries(parametersIn(request).map((name) => [name, NO_ID])),
		role: 'learner',
	});

type Expected = [...Row, SandboxOptions];

it.each<Expected>([
	...rows.map((row): Expected => [...row, {}]),
	...tokenCases.map((row): Expected => [...row, { tokenBasedPaths: true }]),
])('%s: %d %s %s', async (request, status, code, _, caseOf, options) => {
	const platform = await startPlatform(options);
	const { sandbox } = platform;
	const { ids = {}, body, before } = caseOf(platform);
	before?.();
	const answer = await send(sandbox, pathOf(request, ids), body);
	expect(answer).toMatchObject({ status, ...(code !== '' && { code }) });
	if (code === '') expect(answer).not.toHaveProperty('code');
	expect(sandbox.journal.takeOffContract()).toEqual([]);
});

it('serves every success status and every error code of the contract', () => {
	const said = (request: string) => [...rows, ...tokenCases].filter(([one]) => one === request);
	for (const request of Object.keys(WRITES)) {
		const { statuses = [], errors = {} } = WRITES[request] ?? {};
		const codes = ['400', '404'].flatMap((status) =>
			(errors[status] ?? []).map((code) => `${status} ${code}`),
		);
		const served = said(request).map(([, status, code]) => `${status} ${code}`.trim());
		expect([request, [...new Set(served)].sort()]).toEqual([
			request,
			[...statuses.map(String), ...codes].sort(),
		]);
	}
});

const repeated = <T>(length: number, value: T): T[] => Array.from({ length }, () => value);
const users = (count: number) => ({ type: 'users', ids: repeated(count, NO_ID) });
const custom = { customFieldId: NO_ID, type: 'string', value: 'x' };

it.each<[WritePath, string, object]>([
	['POST users', 'an empty text', { mail: '', membership: { groupId: NO_ID, role: 'learner' } }],
	['PATCH users/{userId}', 'an empty text', { phone: '' }],
	['PATCH users/{userId}', 'an ID in capitals', { primaryGroupId: NO_ID.toUpperCase() }],
	[
		...(['PUT users/{userId}/custom-fields/values', 'more than 300 values'] as const),
		{ customValues: repeated(301, custom) },
	],
	[
		...(['PUT users/{userId}/custom-fields/values', 'an empty value'] as const),
		{ customValues: [{ ...custom, value: '' }] },
	],
	[
		...(['PUT paths/{pathId}/sessions/{sessionId}/audiences', 'more than 20,000 IDs'] as const),
		{ filters: [users(20_001)], mode: 'manual' },
	],
	[
		...(['PUT paths/{pathId}/sessions/{sessionId}/audiences', 'four filters'] as const),
		{ filters: repeated(4, users(1)), mode: 'manual' },
	],
])('%s with %s is rejected', async (request, _, body) => {
	const { sandbox } = await startPlatform();
	const answer = await send(sandbox, unknownPath(request), body);
	expect(answer).toEqual({ status: 400, code: 'invalidRequest' });
	expect(sandbox.journal.takeOffContract()).toHaveLength(1);
});

it('requires the scope of the contract for every write', async () => {
	const { sandbox } = await startPlatform({ scopes: [] });
	for (const request of Object.keys(WRITES)) {
		const answer = await send(sandbox, unknownPath(request));
		expect([request, answer]).toEqual([request, { status: 403, code: 'invalid_scope' }]);
	}
});
