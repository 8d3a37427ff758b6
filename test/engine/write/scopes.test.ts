import type { INodeParameters } from 'n8n-workflow';

import { ofItem, startPlatform, write, writesTo } from './people';

const [CHANGE_USERS, CHANGE_MEMBERS, CHANGE_AUDIENCES] = [
	'create or change users',
	'add or remove members of groups',
	'change the audiences of path sessions',
];

const LOOK_UP = { 'users:read': 'look up users', 'groups:read': 'look up groups' };

const ofUser = { userId: { __rl: true, mode: 'mail', value: 'ana@example.com' } };

const ofNamedGroup = { groupId: { __rl: true, mode: 'name', value: ofItem('groupName') } };

const MEMBERS = { ...LOOK_UP, 'groups:write': CHANGE_MEMBERS };

const ENROLLMENTS = {
	'users:read': 'look up users',
	'paths:read': 'look up paths',
	'paths:write': CHANGE_AUDIENCES,
};

/** The scopes that an operation needs, with what each allows; undefined if this run does not use it. */
type Scopes = Record<string, string | undefined>;

const CASES: [name: string, operation: string, form: INodeParameters, scopes: Scopes][] = [
	[
		'Create or Update of a new user',
		'upsert',
		{ ...ofNamedGroup, mail: 'dora@example.com' },
		{ 'users:read': 'look up users', 'users:write': CHANGE_USERS, 'groups:read': 'look up groups' },
	],
	[
		'Create or Update by personnel number',
		'upsert',
		{
			findBy: 'externalId',
			externalId: '7',
			platform: 'sap',
			fields: { mail: ofItem('mail') },
		},
		{
			'users:read': 'look up users',
			'users:write': undefined,
			'externalIds:read': 'look up external ids',
			'externalIds:write': 'store personnel numbers',
		},
	],
	[
		'Create or Update with custom fields',
		'upsert',
		{ customFields: { mappingMode: 'defineBelow', value: { Office: 'B 2' } } },
		{
			'users:read': 'look up users',
			'users:write': CHANGE_USERS,
			'customFields:read': 'look up custom fields',
		},
	],
	[
		'Update with a manager',
		'update',
		{ ...ofUser, fields: { manager: 'cem@example.com' } },
		{ 'users:read': 'look up users', 'users:write': CHANGE_USERS },
	],
	['Add Member', 'addMember', { ...ofUser, ...ofNamedGroup }, MEMBERS],
	['Remove Member', 'removeMember', { ...ofUser, ...ofNamedGroup }, MEMBERS],
	['Move Between Groups', 'setMembers', { ...ofUser, ...ofNamedGroup }, MEMBERS],
	['Enroll', 'enroll', ofUser, ENROLLMENTS],
	['Unenroll', 'unenroll', ofUser, ENROLLMENTS],
];

/** Runs an operation that would change Ana. */
async function changeAna(operation: string, form: INodeParameters, scopes: string[]) {
	const { sandbox, group = '', ana } = await startPlatform({ scopes });
	const { catalogue, company } = sandbox;
	catalogue.clear('external-ids');
	catalogue.clear('custom-fields');
	company.addCustomField('Office');
	company.setCustomValues(ana, []);
	const isEnroll = operation === 'enroll';
	const filters = [{ type: 'users', ids: isEnroll ? [] : [ana] }];
	const { _id: pathId } = catalogue.add('paths', { status: 'published' });
	const { _id: sessionId } = company.addSession(pathId, { filters, mode: 'dynamic' });
	if (operation !== 'removeMember') catalogue.clear(`users/${ana}/roles`);
	const row = {
		mail: 'ana@example.com',
		job: 'Doctor',
		role: 'learner',
		pathId,
		sessionId,
		groupName: catalogue.get('groups', group).name as string,
	};
	const { error } = await write(sandbox, operation, [row], form);
	return { error, writes: writesTo(sandbox) };
}

describe.each(CASES)('%s', (_name, operation, form, scopes) => {
	const all = Object.keys(scopes);

	it('needs no other scope', async () => {
		const { error, writes } = await changeAna(operation, form, all);
		expect(error).toBeUndefined();
		expect(writes).not.toEqual([]);
	});

	const used = Object.entries(scopes).filter(([, what]) => what !== undefined);

	it.each(used)('names the missing scope %s', async (scope, what) => {
		const others = all.filter((one) => one !== scope);
		const { error, writes } = await changeAna(operation, form, others);
		expect(error?.message).toBe(
			`The API credentials are not allowed to ${what}. Ask a platform administrator to add the "${scope}" scope.`,
		);
		const named = others.map((one) => `"${one}"`).join(', ');
		const noun = others.length === 1 ? 'this scope' : 'these scopes';
		expect(error?.description).toContain(`The operation also needs ${noun}: ${named}.`);
		if (scope.endsWith(':read')) expect(writes).toEqual([]);
	});
});
