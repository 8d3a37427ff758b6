import type { IDataObject } from 'n8n-workflow';

import { startSandbox, type ListRecord } from '../../sandbox';
import type { Random } from '../../sandbox/records/random';

export const NOW = Date.parse('2026-11-28T10:00:00Z');

const NAMES = ['ana', 'ben', 'cem', 'dora', 'eva', 'fay', 'gus', 'hal'] as const;

const mailOf = (name: string) => `${name}@example.com`;

/** What the platform stores for a last day. */
export const storedDay = (until: unknown): string | undefined => {
	if (until === '2026-12-31') return '2027-01-01T00:00:00.000Z';
	return until === '' ? undefined : '2026-11-29T00:00:00.000Z';
};

/** What the platform knows about a user. */
export interface Person {
	name: string;
	record: ListRecord;
	/** The learner's groups. */
	groups: unknown[];
	number: unknown;
	/** The filters of the session's audience that contain the user. */
	audience: string[];
}

/** A platform with random manners and people, the groups Sales and Support, and the public group Team in Sales. */
export async function startRandomly(random: Random) {
	const spelling = random.pick([
		...(['kept', 'kept', 'phone', 'blanks', 'cut', 'lowercase', 'protected'] as const),
	]);
	const options = {
		// A platform that stores addresses in lowercase cannot tell their spellings apart.
		identities: spelling === 'lowercase' ? 'folded' : random.pick(['folded', 'exact'] as const),
		identityFilters: random.pick(['exact', 'folded'] as const),
		deletedUsers: random.pick(['listed', 'byStatus', 'hidden'] as const),
		listLag: random.pick([0, 0, 1, 2]),
		spelling,
	} as const;
	const sizes = { courses: 1, users: 0, groups: 0, writesPerSecond: 0, clock: () => NOW };
	const sandbox = await startSandbox({ ...sizes, ...options });
	const { catalogue, company } = sandbox;
	for (const list of ['external-ids', 'paths']) catalogue.clear(list);
	const addGroup = (name: string, fields: object = {}) =>
		catalogue.add('groups', { name, parentId: undefined, public: false, ...fields })._id;
	const sales = addGroup('Sales');
	const team = addGroup('Team', { parentId: sales, public: true });
	const groups: [string, ...string[]] = [sales, addGroup('Support'), team];
	const audience = { groups: random.pick([[], [sales]]), users: [], excludedLearners: [] };
	const filters = Object.entries(audience).map(([type, ids]) => ({
		type,
		ids: [...ids] as string[],
	}));
	for (const [at, name] of NAMES.slice(0, 3 + random.below(4)).entries()) {
		const kinds = random.pick([['active'], ['active'], ['deleted'], ['deleted', 'active']]);
		for (const [account, status] of kinds.entries()) {
			const spelled = random.pick([mailOf(name), mailOf(name).toUpperCase()]);
			const mail = account === 0 ? spelled : mailOf(name);
			const toBeDeactivatedAt = random.pick([undefined, storedDay('2026-12-31'), storedDay('x')]);
			const known = { firstName: name, username: name, mail, job: 'Nurse', phone: '1' };
			const { _id: userId } = company.addUser(known);
			if (status === 'deleted') {
				company.deleteUser(userId);
				continue;
			}
			catalogue.update('users', userId, { toBeDeactivatedAt });
			const ofUser = { platform: 'sap', targetId: userId, targetType: 'user' };
			if (random.below(2) === 0) catalogue.add('external-ids', { ...ofUser, value: `7${at}` });
			for (const groupId of groups) {
				if (random.below(3) === 0) company.join(userId, { groupId, role: 'learner' });
			}
			random.pick<string[]>([[], [], filters[1]?.ids ?? [], filters[2]?.ids ?? []]).push(userId);
		}
	}
	const pathId = catalogue.add('paths', { status: 'published' })._id;
	const sessionId = company.addSession(pathId, { filters, mode: 'dynamic' })._id;
	const ids = { pathId, sessionId };

	const people = (): Person[] => {
		const mappings = catalogue.list('external-ids');
		const audienceNow = company.audiences.of(ids).filters;
		return catalogue.list('users').map((record) => ({
			name: String(record.mail).toLowerCase().split('@', 1)[0] ?? '',
			record,
			groups: company
				.rolesOf(record._id)
				.map(({ groupId }) => groupId)
				.sort(),
			number: mappings.find(({ targetId }) => targetId === record._id)?.value,
			audience: audienceNow.flatMap((one) => (one.ids.includes(record._id) ? [one.type] : [])),
		}));
	};

	/** Lets time pass, so the lists show all changes. */
	const settle = () => {
		const userIds = catalogue.list('users').map(({ _id }) => _id);
		const lists = [
			'users',
			'external-ids',
			`paths/${pathId}/enrollments`,
			...userIds.map((id) => `users/${id}/roles`),
			...groups.map((id) => `groups/${id}/roles`),
		];
		for (const list of lists) {
			for (let left = options.listLag; left > 0; left -= 1) catalogue.records(list).read();
		}
	};

	return { sandbox, options, groups, ids, people, settle };
}

export type Platform = Awaited<ReturnType<typeof startRandomly>>;

/** Spells an address, a user name, or a number in a way that means the same. */
const spelledBy = (random: Random, text: string) =>
	random.pick([
		text,
		text,
		text.toUpperCase(),
		` ${text}`,
		`\u200B${text}`,
		text.replace('@', '\u200B@').replace('example', 'Example').replace(/^7/, '007'),
	]);

/** A table of people, some of whom the platform does not know, with one row twice. */
export function tableBy(random: Random, { groups, ids, people }: Platform): IDataObject[] {
	const all = people();
	const names = random.shuffled(NAMES).slice(0, 2 + random.below(5));
	const rows = names.map((name) => ({
		name,
		mail: spelledBy(random, mailOf(name)),
		username: spelledBy(random, name),
		number: spelledBy(random, `7${NAMES.indexOf(name)}`),
		id: all.filter((one) => one.name === name).at(-1)?.record._id ?? 'f'.repeat(24),
		groupId: random.pick(groups),
		...ids,
		job: random.pick(['Nurse', 'Doctor', 'Head of Surgery', '']),
		phone: random.pick(['1', '+49 30 5', '']),
		until: random.pick(['', '', '', '2026-12-31', '2026-11-27', '2020-01-31']),
		deletedUsers: random.pick(['leave', 'leave', 'restore'] as const),
	}));
	const [first] = rows;
	return first && random.below(3) === 0 ? [...rows, { ...first }] : rows;
}
