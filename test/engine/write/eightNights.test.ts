import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { ListRecord, Sandbox } from '../../sandbox';
import { repeats } from '../../repeats';
import { example } from '../example';
import { runNode } from '../harness';
import { jsonOf } from '../lists';
import { setClock, shortenWaits, startService, storedFor } from '../service';
import { writesTo } from './people';

// Runs the nodes of the example for the whole HR table, night by night.

const { nodes } = example('hr-table-every-night.json');

const PEOPLE = repeats(13, 3_000);

const NEW = 3;

const DAY_MS = 86_400_000;

/** Runs a node of the example for input items. */
async function step(
	sandbox: Sandbox,
	name: string,
	items: IDataObject[],
	more: INodeParameters = {},
) {
	const { parameters = {} } = nodes.find((node) => node.name === name) ?? {};
	// Here, the items have the row's department themselves.
	const text = JSON.stringify(parameters).replace("$('Read the HR table').item.json", '$json');
	const run = await runNode({
		credential: storedFor(sandbox),
		parameters: { ...(JSON.parse(text) as INodeParameters), ...more },
		...(name !== 'Find leavers' && { onError: 'continueErrorOutput' }),
		items: items.map((json) => ({ json })),
		workflowSettings: { timezone: 'Europe/Paris' },
	});
	return { ...run, done: jsonOf(run.items), failed: jsonOf(run.errorItems) };
}

/** Runs the example's nodes in the example's order. The first failure of a whole run ends the night. */
async function night(sandbox: Sandbox, table: readonly IDataObject[], options?: INodeParameters) {
	const before = writesTo(sandbox).length;
	const rows = [...table];
	const leavers = await step(sandbox, 'Find leavers', rows);
	const failed: string[] = [];
	const outcomes: Record<string, number> = {};
	if (leavers.error) failed.push(leavers.error.message);
	else {
		const people = await step(
			sandbox,
			'Create or update each person',
			rows,
			options && { options },
		);
		const items = people.items.map(({ json, pairedItem }): IDataObject => {
			const { item = 0 } = pairedItem as { item?: number };
			const { number, department } = rows[item] ?? {};
			return { ...json, number, department };
		});
		const ofFailed = new Set(people.failed.map(({ number }) => number));
		const present = items.filter(
			({ outcome, number }) =>
				!['deleted', 'left'].includes(outcome as string) && !ofFailed.has(number),
		);
		const moved = await step(sandbox, 'Move between groups', present);
		const closed =
			leavers.done.length > 0 && moved.done.length > 0
				? await step(sandbox, 'Close accounts in 8 days', leavers.done)
				: undefined;
		for (const { done, failed: rowsFailed } of [people, moved, ...(closed ? [closed] : [])]) {
			for (const { outcome } of done) count(outcomes, outcome as string);
			failed.push(...rowsFailed.map(({ error }) => error as string));
		}
	}
	return { outcomes, failed, writes: writesTo(sandbox).length - before };
}

function count(outcomes: Record<string, number>, outcome: string): void {
	outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
}

interface Company {
	sandbox: Sandbox;
	table: IDataObject[];
	/** People whom HR does not know: nobody may touch them. */
	others: () => ListRecord[];
	groupIds: Record<string, string>;
	passNight: () => void;
}

const DEPARTMENTS = ['Care', 'Kitchen', 'Office', 'Ward 1', 'Ward 2'];

/** A company whose platform has all people of the HR table but the new ones, and three people of its own. */
async function startCompany(): Promise<Company> {
	const clock = { now: Date.parse('2026-11-28T03:00:00Z') };
	setClock(() => clock.now);
	shortenWaits();
	const sandbox = await startService({
		courses: 1,
		users: 0,
		groups: DEPARTMENTS.length + 1,
		writesPerSecond: 0,
		clock: () => clock.now,
	});
	const { catalogue, company } = sandbox;
	catalogue.clear('external-ids');
	catalogue.clear('custom-fields');
	company.addCustomField('Cost Center');
	const [everybody, ...ids] = catalogue.list('groups').map(({ _id }) => _id);
	const groupIds = Object.fromEntries(DEPARTMENTS.map((name, at) => [name, ids[at] ?? '']));
	catalogue.update('groups', everybody ?? '', { name: 'Everybody', public: false });
	for (const [name, _id] of Object.entries(groupIds)) {
		const isWard = name.startsWith('Ward');
		const parentId = isWard ? groupIds.Care : everybody;
		catalogue.update('groups', _id, { name, parentId, public: name === 'Care' || isWard });
	}
	const mails = Array.from({ length: PEOPLE }, (_, at) => `p${at}@example.com`);
	const table = mails.map((mail, at): IDataObject => {
		const manager = at % 10 === 0 ? '' : mails[at - (at % 10)];
		return {
			number: String(1_000 + at),
			mail,
			firstName: `P${at}`,
			lastName: 'Silva',
			job: 'Nurse',
			department: DEPARTMENTS[at % DEPARTMENTS.length],
			manager,
			lastDay: null,
			// Only heads of a team have one: reading it costs a request.
			'Cost Center': at % 10 === 0 ? `C${at % 7}` : '',
		};
	});
	for (const { mail, firstName, lastName, job, department } of table.slice(0, PEOPLE - NEW)) {
		const user = company.addUser({ mail, firstName, lastName, job });
		company.join(user._id, { groupId: groupIds[department as string] ?? '', role: 'learner' });
	}
	const own = ['guest', 'trainer', 'owner'].map((name) => {
		const user = company.addUser({ mail: `${name}@example.com`, firstName: name, job: 'Other' });
		company.join(user._id, { groupId: groupIds.Office ?? '', role: 'learner' });
		return user._id;
	});
	const others = () =>
		own.map((id) => ({ ...catalogue.get('users', id), roles: company.rolesOf(id) }));
	const passNight = () => {
		clock.now += DAY_MS;
		company.closeAccounts();
	};
	return { sandbox, table, others, groupIds, passNight };
}

/** Returns the people of the platform whose data differ from the table. */
function differences({ sandbox, table, groupIds }: Company): string[] {
	const { catalogue, company } = sandbox;
	const users = new Map(
		catalogue.list('users').map((user) => [(user.mail as string).toLowerCase(), user]),
	);
	const [field] = catalogue.list('custom-fields');
	return table.flatMap((row) => {
		const user = users.get(row.mail as string);
		if (!user) return [`${row.mail as string} is missing`];
		const managers = catalogue
			.list(`users/${user._id}/managers`)
			.map(({ _id }) => catalogue.get('users', _id).mail);
		const values = catalogue.list(`users/${user._id}/custom-fields/values`);
		const wanted = {
			firstName: row.firstName,
			lastName: row.lastName,
			job: row.job,
			managers: row.manager === '' ? [] : [row.manager],
			'Cost Center': row['Cost Center'] === '' ? undefined : row['Cost Center'],
			isMember: true,
			departments: [row.department],
		};
		const departments = DEPARTMENTS.filter((name) =>
			company.hasRole(user._id, { groupId: groupIds[name] ?? '', role: 'learner' }),
		);
		// A ward's learners are also learners of Care.
		const isWard = departments.some((name) => name.startsWith('Ward'));
		const found = {
			firstName: user.firstName,
			lastName: user.lastName,
			job: user.job,
			managers,
			'Cost Center': values.find(({ customFieldId }) => customFieldId === field?._id)?.value,
			isMember: departments.length > 0,
			departments: departments.filter((name) => !(isWard && name === 'Care')),
		};
		return JSON.stringify(found) === JSON.stringify(wanted)
			? []
			: [`${row.mail as string}: ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`];
	});
}

it('eight nights of a company: the platform follows the table, and a second run writes nothing', async () => {
	const company = await startCompany();
	const { sandbox, others, passNight } = company;
	const untouched = others();
	const told: Record<string, unknown>[] = [];
	/** Runs a night twice: the second time, nothing may be written. */
	const runs = async (
		change: (table: IDataObject[]) => IDataObject[],
		options?: INodeParameters,
	) => {
		company.table = change(company.table);
		const { table } = company;
		const first = await night(sandbox, table, options);
		const again = await night(sandbox, table);
		expect(again).toMatchObject({ writes: 0, failed: first.failed });
		expect(others()).toEqual(untouched);
		told.push(first);
		passNight();
		return first;
	};
	const edit = (at: number, more: IDataObject) => (table: IDataObject[]) =>
		table.map((row, index) => (index === at ? { ...row, ...more } : row));
	const left = 3;

	// First load, with the limit that the note on the canvas names.
	const load = await runs((table) => table, { changeLimit: 100 });
	expect(load.failed).toEqual([]);
	expect(differences(company)).toEqual([]);
	// A quiet night.
	expect(await runs((table) => table)).toMatchObject({ failed: [], writes: 0 });
	// A marriage.
	await runs(edit(1, { lastName: 'Costa', mail: 'p1.costa@example.com' }));
	expect(differences(company)).toEqual([]);
	expect(sandbox.catalogue.list('users')).toHaveLength(PEOPLE + untouched.length);
	// A move into a child of a public group.
	await runs(edit(2, { department: 'Ward 2' }));
	expect(differences(company)).toEqual([]);
	// A last day.
	await runs(edit(left, { lastDay: '2026-12-02' }));
	const gone = () =>
		sandbox.catalogue.list('users').find(({ mail }) => mail === `p${left}@example.com`);
	expect(gone()).toMatchObject({ status: 'deleted' });
	company.table = company.table.filter((_, at) => at !== left);
	// Somebody vanishes.
	const [vanished = {}] = company.table.slice(8, 9);
	await runs((table) => table.filter((row) => row !== vanished));
	const closing = () => sandbox.catalogue.list('users').find(({ mail }) => mail === vanished.mail);
	expect(closing()).toMatchObject({
		status: 'active',
		toBeDeactivatedAt: expect.any(String) as string,
	});
	// Somebody is back.
	await runs((table) => [...table, vanished]);
	expect(closing()?.toBeDeactivatedAt ?? undefined).toBeUndefined();
	expect(differences(company)).toEqual([]);
	// A table without 8 % of its rows.
	const short = await runs((table) => table.slice(Math.max(6, Math.ceil(PEOPLE * 0.08))));
	expect(short).toMatchObject({ writes: 0, failed: [expect.stringContaining('Removal Limit')] });
}, 1_800_000);
