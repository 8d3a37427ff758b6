import { type ContractType, WRITES } from '../../contract';
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
	...[...userCases, ...memberCases, ...managerCases],
	...[...customFieldCases, ...externalIdCases, ...audienceCases],
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

describe('rejects with a 400 and notes in the journal', () => {
	const bodies = Object.entries(WRITES).filter(([, { body }]) => body);

	it.each(bodies.map(([request]) => [request]))('each wrong body: %s', async (request) => {
		const { sandbox } = await startPlatform();
		const { body = {} } = WRITES[request] ?? {};
		const wrong = [
			...wrongFields(body),
			...(body.required ?? []).map((name) => without(validFor(body), name)),
			{ ...(validFor(body) as object), colour: 'red' },
			[],
		];
		for (const value of wrong) {
			expect([value, await send(sandbox, unknownPath(request), value)]).toEqual([
				value,
				{ status: 400, code: 'invalidRequest' },
			]);
		}
		expect(sandbox.journal.takeOffContract()).toHaveLength(wrong.length);
	});

	it.each(Object.entries(WRITES).flatMap(([request, { body }]) => (body ? [] : [[request]])))(
		'a body that is not allowed: %s',
		async (request) => {
			const { sandbox } = await startPlatform();
			const answer = await send(sandbox, unknownPath(request), {});
			expect(answer).toEqual({ status: 400, code: 'invalidRequest' });
		},
	);

	it('an unknown parameter and an unknown value', async () => {
		const { sandbox, root } = await startPlatform();
		const body = { mail: 'new@example.com', membership: { groupId: root, role: 'learner' } };
		for (const query of ['sendInvitationEmail=yes', 'invite=true', 'sendInvitationEmail']) {
			const answer = await send(sandbox, `POST users?${query}`, body);
			expect([query, answer]).toEqual([query, { status: 400, code: 'invalidRequest' }]);
		}
	});
});

it('requires the scope of the contract for every write', async () => {
	const { sandbox } = await startPlatform({ scopes: [] });
	for (const request of Object.keys(WRITES)) {
		const answer = await send(sandbox, unknownPath(request));
		expect([request, answer]).toEqual([request, { status: 403, code: 'invalid_scope' }]);
	}
});

/** Returns a value of a type. */
function validFor(type: ContractType): unknown {
	const { fields, items, oneOf, enum: values, format } = type;
	if (oneOf) return validFor(oneOf[0] ?? {});
	if (fields) {
		return Object.fromEntries(
			Object.entries(fields).map(([name, field]) => [name, validFor(field)]),
		);
	}
	if (items) return [validFor(items)];
	if (format === 'ObjectId') return NO_ID;
	return values?.[0] ?? (format === 'date-time' ? '2999-12-31T00:00:00.000Z' : 'text');
}

/** Returns bodies that are valid except for one field. */
function wrongFields(body: ContractType): object[] {
	return Object.entries(body.fields ?? {}).flatMap(([name, type]) => {
		const [inside = type] = type.oneOf ?? [];
		const values: unknown[] = [1, true];
		if (inside.enum) values.push('x');
		if (inside.format !== undefined) values.push('2026-12-31');
		if (inside.minLength !== undefined) values.push('');
		if (inside.maxItems !== undefined && inside.items) {
			values.push(Array.from({ length: inside.maxItems + 1 }, () => validFor(inside.items ?? {})));
		}
		if (!type.oneOf) values.push(null);
		return values.map((value) => ({ ...(validFor(body) as object), [name]: value }));
	});
}

function without(body: unknown, name: string): object {
	return Object.fromEntries(Object.entries(body as object).filter(([one]) => one !== name));
}
