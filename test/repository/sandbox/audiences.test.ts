import type { Audience, SandboxOptions } from '../../sandbox';
import { send } from './client';
import { startPlatform, type Platform } from './platform';

// Which enrollments follow from an audience.

let platform: Platform;

const address = () => `paths/${platform.path}/sessions/${platform.session}/audiences`;

/** Returns the names of the people enrolled in the session. */
async function enrolled(): Promise<string[]> {
	const { sandbox, path, session } = platform;
	const query = `status[eq]=published&sessionId[eq]=${session}`;
	const { body } = await send(sandbox, `GET paths/${path}/enrollments?${query}`);
	const ids = (body as { userId: string }[]).map(({ userId }) => userId);
	expect(new Set(ids).size).toBe(ids.length);
	return ids.map((id) => String(sandbox.catalogue.get('users', id).firstName)).sort();
}

type Step = (platform: Platform) => [request: string, body?: object];

const put =
	(mode: string, of: (platform: Platform) => Record<string, string[]>): Step =>
	(p) => {
		const filters = Object.entries(of(p)).map(([type, ids]) => ({ type, ids }));
		return [`PUT ${address()}`, { filters, mode }];
	};
const join: Step = ({ below, cem }) => [`POST groups/${below}/learner/${cem}`];
const leave: Step = ({ team, ana }) => [`DELETE groups/${team}/learner/${ana}`];
const ofTeam = (mode: string) => put(mode, ({ team }) => ({ groups: [team] }));

it.each<[string, SandboxOptions, Step[], string[]]>([
	['users', {}, [put('manual', ({ ana, cem }) => ({ users: [ana, cem] }))], ['Ana', 'Cem']],
	['the learners of a group', {}, [ofTeam('manual')], ['Ana']],
	[
		'everyone except excluded learners',
		{},
		[
			put('dynamic', ({ ana, cem, team }) => ({
				users: [cem],
				groups: [team],
				excludedLearners: [ana],
			})),
		],
		['Cem'],
	],
	[
		'only the people in the newest audience',
		{},
		[ofTeam('manual'), put('manual', ({ cem }) => ({ users: [cem] }))],
		['Cem'],
	],
	[
		'people who come back',
		{},
		[ofTeam('manual'), put('manual', () => ({})), ofTeam('manual')],
		['Ana'],
	],
	['dynamic: who joins and who leaves', {}, [ofTeam('dynamic'), join, leave], ['Cem']],
	['dynamicEnrollment: who joins', {}, [ofTeam('dynamicEnrollment'), join, leave], ['Ana', 'Cem']],
	['dynamicUnenrollment: who leaves', {}, [ofTeam('dynamicUnenrollment'), join, leave], []],
	['manual: nobody who joins or leaves', {}, [ofTeam('manual'), join, leave], ['Ana']],
	['byMode: nobody in manual mode', { audienceEdits: 'byMode' }, [ofTeam('manual')], []],
	[
		'byMode: nobody leaves in dynamicEnrollment mode',
		{ audienceEdits: 'byMode' },
		[ofTeam('dynamicEnrollment'), put('dynamicEnrollment', ({ cem }) => ({ users: [cem] }))],
		['Ana', 'Cem'],
	],
])('enrolls %s', async (_, options, steps, expected) => {
	platform = await startPlatform(options);
	for (const step of steps) {
		const [request, body] = step(platform);
		const { status, body: said } = await send(platform.sandbox, request, body);
		expect(status).toBeLessThan(300);
		if (body === undefined) continue;
		expect(said).toEqual(body);
		expect((await send(platform.sandbox, `GET ${address()}`)).body).toEqual(body);
	}
	expect(await enrolled()).toEqual(expected);
});

it('an enrollment ends with a date', async () => {
	platform = await startPlatform();
	const { sandbox, path, session } = platform;
	for (const step of [ofTeam('dynamic'), leave]) await send(sandbox, ...step(platform));
	const [ended] = sandbox.catalogue
		.list(`paths/${path}/enrollments`)
		.filter(({ sessionId }) => sessionId === session);
	expect(ended).toMatchObject({ status: 'archived', archivedAt: ended?.modifiedAt });
});

it('people who enrolled themselves stay enrolled', async () => {
	platform = await startPlatform();
	const { sandbox, path, ana: userId, session: sessionId } = platform;
	const own = { userId, sessionId, isSelfEnrolled: true, status: 'published' };
	sandbox.catalogue.add(`paths/${path}/enrollments`, own);
	for (const step of [ofTeam('dynamic'), leave]) await send(sandbox, ...step(platform));
	expect(await enrolled()).toEqual(['Ana']);
});

describe('a deleted user', () => {
	const deleteAna = async (options: SandboxOptions) => {
		platform = await startPlatform(options);
		const { sandbox, ana, cem, closed, session, path } = platform;
		const filters = [
			{ type: 'users', ids: [ana, cem] },
			{ type: 'groups', ids: [closed] },
		];
		sandbox.company.audiences.save(
			{ pathId: path, sessionId: session },
			{ filters, mode: 'dynamic' },
		);
		sandbox.company.deleteUser(ana);
		return await send(sandbox, `GET ${address()}`);
	};

	it('leaves the audience, and returns only to the sessions of groups', async () => {
		const { body } = await deleteAna({});
		const { sandbox, cem, root, closed } = platform;
		expect((body as Audience).filters[0]).toEqual({ type: 'users', ids: [cem] });
		expect(await enrolled()).toEqual(['Cem']);
		const restore = async (groupId: string) => {
			const membership = { groupId, role: 'learner' };
			const mail = 'ana@example.com';
			expect(await send(sandbox, 'POST users', { mail, membership })).toMatchObject({
				status: 200,
			});
		};
		await restore(root);
		expect(await enrolled()).toEqual(['Cem']);
		sandbox.company.deleteUser(platform.ana);
		await restore(closed);
		expect(await enrolled()).toEqual(['Ana', 'Cem']);
	});

	it('can stay in the audience, which the service then rejects', async () => {
		const { body } = await deleteAna({ deletedLearners: 'kept' });
		const { sandbox, ana, cem, oda, closed } = platform;
		expect((body as Audience).filters[0]).toEqual({ type: 'users', ids: [ana, cem] });
		sandbox.company.join(oda, { groupId: closed, role: 'learner' });
		expect(await enrolled()).toEqual(['Cem', 'Oda']);
		const answer = await send(sandbox, `PUT ${address()}`, body);
		expect(answer).toEqual({ status: 404, code: 'usersNotFound' });
	});
});

it('can reject an empty filter', async () => {
	platform = await startPlatform({ emptyFilters: 'rejected' });
	const [request, body] = put('manual', () => ({ users: [] }))(platform);
	const answer = await send(platform.sandbox, request, body);
	expect(answer).toEqual({ status: 400, code: 'invalidAudienceBuilderShape' });
});

it('a generated audience can be sent back as read', async () => {
	platform = await startPlatform({ users: 20, groups: 5 });
	const { sandbox } = platform;
	for (const { _id } of sandbox.catalogue.list('paths').slice(0, 12)) {
		const open = sandbox.catalogue
			.list(`paths/${_id}/sessions`)
			.filter((one) => one.isAudienceBuilder && !one.endDate && !one.rootSessionId);
		for (const session of open) {
			const path = `paths/${_id}/sessions/${session._id}/audiences`;
			const { status, body } = await send(sandbox, `GET ${path}`);
			expect([path, status]).toEqual([path, 200]);
			const isArchived = sandbox.catalogue.get('paths', _id).status === 'archived';
			expect(await send(sandbox, `PUT ${path}`, body)).toMatchObject({
				...(isArchived ? { status: 400, code: 'pathArchived' } : { status: 200, body }),
			});
		}
	}
});
