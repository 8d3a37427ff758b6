import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';

const running: Sandbox[] = [];

afterEach(async () => {
	for (const sandbox of running.splice(0)) await sandbox.stop();
});

/**
 * Starts a platform with a private root group, a public team in it, a public and a private group in the team, and four
 * users: Ana, a learner of the team; Ben, who is deleted; Cem, who is in no group; and Oda, the owner. A path has a
 * session without an audience. The platform stops at the end of the test.
 */
export async function startPlatform(options: SandboxOptions = {}) {
	const sandbox = await startSandbox({
		courses: 1,
		users: 0,
		groups: 0,
		writesPerSecond: 0,
		...options,
	});
	running.push(sandbox);
	const { catalogue, company } = sandbox;
	const group = (isPublic: boolean, parentId?: string) =>
		catalogue.add('groups', { public: isPublic, parentId })._id;
	const root = group(false);
	const team = group(true, root);
	const [below, closed] = [group(true, team), group(false, team)];
	const add = (firstName: string, username?: string) =>
		company.addUser({ firstName, username, mail: `${firstName.toLowerCase()}@example.com` })._id;
	const [ana, ben, cem, oda] = [add('Ana', 'ana'), add('Ben', 'ben'), add('Cem'), add('Oda')];
	company.join(ana, { groupId: team, role: 'learner' });
	company.join(oda, { groupId: root, role: 'owner' });
	company.deleteUser(ben);
	const path = catalogue.add('paths', { status: 'published' })._id;
	const session = company.addSession(path, { filters: [], mode: 'dynamic' })._id;
	return { sandbox, root, team, below, closed, ana, ben, cem, oda, path, session };
}

export type Platform = Awaited<ReturnType<typeof startPlatform>>;
