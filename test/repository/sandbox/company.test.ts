import { send } from './client';
import { startPlatform, type Platform } from './platform';

// What the platform does by itself.

let platform: Platform;

beforeEach(async () => {
	platform = await startPlatform();
});

/** Returns the names of a user's groups, which must list the user as a member. */
function groupsOf(userId: string): string[] {
	const { root, team, below, closed, sandbox } = platform;
	const names = Object.entries({ root, team, below, closed });
	const own = sandbox.catalogue.list(`users/${userId}/roles`);
	const listing = (groupId: string) =>
		sandbox.catalogue.list(`groups/${groupId}/roles`).filter((one) => one.userId === userId);
	return names.flatMap(([name, id]) => {
		const roles = own.filter(({ groupId }) => groupId === id).map(({ role }) => role);
		expect(listing(id).map(({ role }) => role)).toEqual(roles);
		return roles.map((role) => (role === 'learner' ? name : `${name} as ${String(role)}`));
	});
}

type Step = [method: 'DELETE' | 'POST', group: 'below' | 'closed' | 'root' | 'team', role: string];

it.each<[string, Step[], string[]]>([
	[
		'a learner of a public group joins the groups above up to the first private one',
		[['POST', 'below', 'learner']],
		['root', 'team', 'below'],
	],
	[
		'a learner of a private group joins only this group',
		[['POST', 'closed', 'learner']],
		['closed'],
	],
	['any other role stays in its group', [['POST', 'below', 'coach']], ['below as coach']],
	[
		'a learner who leaves a group also leaves the public groups below',
		[
			['POST', 'below', 'learner'],
			['POST', 'closed', 'learner'],
			['DELETE', 'team', 'learner'],
		],
		['root', 'closed'],
	],
	[
		'a learner who leaves a public group stays in the groups above',
		[
			['POST', 'below', 'learner'],
			['DELETE', 'below', 'learner'],
		],
		['root', 'team'],
	],
	[
		'a coach who leaves a group stays in the groups below',
		[
			['POST', 'team', 'coach'],
			['POST', 'below', 'coach'],
			['DELETE', 'team', 'coach'],
		],
		['below as coach'],
	],
])('%s', async (_, steps, expected) => {
	const { sandbox, cem } = platform;
	for (const [method, group, role] of steps) {
		const { status } = await send(sandbox, `${method} groups/${platform[group]}/${role}/${cem}`);
		expect(status).toBe(204);
	}
	expect(groupsOf(cem)).toEqual(expected);
});

describe('a manager', () => {
	const idsIn = (userId: string, list: string) =>
		platform.sandbox.catalogue.shown(`users/${userId}/${list}`);

	it('is added and removed on both sides', async () => {
		const { sandbox, ana, cem, oda } = platform;
		for (const managerId of [cem, oda, oda]) {
			await send(sandbox, `POST users/${ana}/managers/${managerId}`);
		}
		expect([idsIn(ana, 'managers'), idsIn(oda, 'subordinates')]).toEqual([[cem, oda], [ana]]);
		await send(sandbox, `DELETE users/${ana}/managers/${oda}`);
		expect([idsIn(ana, 'managers'), idsIn(oda, 'subordinates')]).toEqual([[cem], []]);
	});

	it('who is deleted and restored no longer manages anyone', async () => {
		const { sandbox, ana, cem, root } = platform;
		sandbox.company.addManager(ana, cem);
		sandbox.company.deleteUser(cem);
		await send(sandbox, 'POST users', {
			mail: 'cem@example.com',
			membership: { groupId: root, role: 'learner' },
		});
		expect([idsIn(ana, 'managers'), idsIn(cem, 'subordinates')]).toEqual([[], []]);
	});
});

it('custom field values are replaced as a whole', async () => {
	const { sandbox, ana } = platform;
	const [site, grade] = ['Site', 'Grade'].map((name) => sandbox.company.addCustomField(name)._id);
	const valueOf = (customFieldId: string | undefined, value: string) => ({
		customFieldId,
		type: 'string',
		value,
	});
	const path = `users/${ana}/custom-fields/values`;
	const put = async (...customValues: object[]) => {
		expect(await send(sandbox, `PUT ${path}`, { customValues })).toMatchObject({ status: 200 });
		const { body } = await send(sandbox, `GET ${path}`);
		return body;
	};
	const both = [valueOf(site, 'Lyon'), valueOf(grade, 'A')];
	expect(await put(...both)).toEqual(both);
	expect(await put(valueOf(grade, 'B'))).toEqual([valueOf(grade, 'B')]);
	expect(await put()).toEqual([]);
});

describe('a new user', () => {
	it('has only the given values and joins the groups above a public group', async () => {
		const { sandbox, team } = platform;
		const { body } = await send(sandbox, 'POST users?sendInvitationEmail=true', {
			mail: 'new@example.com',
			membership: { groupId: team, role: 'learner' },
		});
		const { _id } = body as { _id: string };
		expect(body).toEqual({ _id, lang: 'en', mail: 'new@example.com', status: 'invited' });
		expect(groupsOf(_id)).toEqual(['root', 'team']);
		for (const list of ['managers', 'subordinates', 'custom-fields/values']) {
			expect(sandbox.catalogue.count(`users/${_id}/${list}`)).toBe(0);
		}
	});
});

describe('a deleted user', () => {
	it('returns without groups and without a last day', async () => {
		const { sandbox, ana, closed } = platform;
		sandbox.catalogue.update('users', ana, { toBeDeactivatedAt: '2020-01-01T00:00:00.000Z' });
		sandbox.company.closeAccounts();
		expect(sandbox.catalogue.get('users', ana).status).toBe('deleted');
		expect(groupsOf(ana)).toEqual([]);
		// An administrator could have deleted the user without removing the memberships.
		sandbox.company.join(ana, { groupId: platform.team, role: 'coach' });
		const { status, body } = await send(sandbox, 'POST users', {
			mail: 'ana@example.com',
			membership: { groupId: closed, role: 'learner' },
		});
		expect(status).toBe(200);
		expect(body).toMatchObject({ _id: ana, status: 'active', firstName: 'Ana' });
		expect(body).not.toHaveProperty('toBeDeactivatedAt');
		expect(groupsOf(ana)).toEqual(['closed']);
	});
});
