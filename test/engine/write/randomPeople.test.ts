import type { IDataObject } from 'n8n-workflow';

import { repeats, SEED } from '../../repeats';
import { ODD_ANSWERS, startSandbox, type ListRecord, type Sandbox } from '../../sandbox';
import { randomFor, type Random } from '../../sandbox/records/random';
import { n8nGlobal, setClock } from '../service';
import { CONTINUE, outcomeOf, write, writesTo } from './people';

// A model of the platform and of the promises: nobody twice, nothing unasked, every outcome true, and a run without
// faults ends in what the table asks for.

const RUNS = repeats(12, 50);

const batches = Array.from({ length: repeats(1, 24) }, (_, batch) => SEED + batch * RUNS);

const NOW = Date.parse('2026-11-28T10:00:00Z');

const NAMES = ['ana', 'ben', 'cem', 'dora', 'eva', 'fay', 'gus', 'hal'] as const;

const FORM = {
	fields: {
		job: '={{ $json.job }}',
		phone: '={{ $json.phone }}',
		toBeDeactivatedAt: '={{ $json.until }}',
	},
	groupId: { __rl: true, mode: 'id', value: '={{ $json.groupId }}' },
	deletedUsers: '={{ $json.deletedUsers }}',
	options: { maxRetries: 1, changeLimit: 100, removalLimit: 100 },
};

const mailOf = (name: string) => `${name}@example.com`;

const fold = (mail: unknown) =>
	String(mail)
		.replace(/\u200B/g, '')
		.trim()
		.toLowerCase();

/** Spells an address in a way that means the same. */
const spelledBy = (random: Random, mail: string) =>
	random.pick([
		mail,
		mail,
		mail.toUpperCase(),
		` ${mail}`,
		mail.replace('@', '\u200B@'),
		mail.replace('example', 'Example'),
	]);

const living = (users: ListRecord[], mail: unknown) =>
	users.filter((user) => user.status !== 'deleted' && fold(user.mail) === fold(mail));

const hasLeft = ({ until }: IDataObject) => until === '2026-11-27' || until === '2020-01-31';

/** What the platform stores for a last day. */
const storedDay = (until: unknown): string | undefined => {
	if (until === '2026-12-31') return '2027-01-01T00:00:00.000Z';
	return until === '' ? undefined : '2026-11-29T00:00:00.000Z';
};

/** A platform with random manners and people. */
async function startRandomly(random: Random) {
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
	const sizes = { courses: 1, users: 0, groups: 1, writesPerSecond: 0, clock: () => NOW };
	const sandbox = await startSandbox({ ...sizes, ...options });
	for (const name of NAMES.slice(0, 3 + random.below(4))) {
		const kinds = random.pick([['active'], ['active'], ['deleted'], ['deleted', 'active']]);
		for (const [at, status] of kinds.entries()) {
			const spelled = random.pick([mailOf(name), mailOf(name).toUpperCase()]);
			const mail = at === 0 ? spelled : mailOf(name);
			const toBeDeactivatedAt = random.pick([undefined, storedDay('2026-12-31'), storedDay('x')]);
			const { _id } = sandbox.company.addUser({ firstName: name, mail, job: 'Nurse', phone: '1' });
			if (status === 'deleted') sandbox.company.deleteUser(_id);
			else sandbox.catalogue.update('users', _id, { toBeDeactivatedAt });
		}
	}
	return { sandbox, options };
}

function tableBy(random: Random, groupId: string): IDataObject[] {
	const names = random.shuffled(NAMES).slice(0, 2 + random.below(5));
	const rows = names.map((name) => ({
		...{ mail: spelledBy(random, mailOf(name)), groupId },
		job: random.pick(['Nurse', 'Doctor', 'Head of Surgery', '']),
		phone: random.pick(['1', '+49 30 5', '']),
		until: random.pick(['', '', '', '2026-12-31', '2026-11-27', '2020-01-31']),
		deletedUsers: random.pick(['leave', 'leave', 'restore'] as const),
	}));
	const [first] = rows;
	return first && random.below(3) === 0 ? [...rows, { ...first }] : rows;
}

function addFaults(random: Random, { faults }: Sandbox): void {
	for (let left = random.below(4); left > 0; left -= 1) {
		const kind = random.pick(['POST users', 'PATCH users/{userId}', 'users', 'users/{userId}']);
		const isWrite = kind.startsWith('P');
		const odd = random.pick([...Object.values(ODD_ANSWERS)] as [object, ...object[]]);
		const fault = random.pick<object>([
			{ status: 429 },
			{ status: 503 },
			{ drop: 'beforeHeaders' },
			...(isWrite ? [{ drop: 'answer' }, { ...odd, done: true }, { ...odd, done: false }] : []),
		]);
		const on = { kind: kind as 'users', occurrence: 1 + random.below(2) };
		faults.add({ on, times: 1 + random.below(3), ...fault });
	}
}

/** Checks what a run says about its rows. */
function checkOutcomes(
	table: IDataObject[],
	found: IDataObject[],
	before: ListRecord[],
	after: ListRecord[],
	isAlone: boolean,
): void {
	for (const [at, row] of table.entries()) {
		const item = found[at] ?? {};
		const outcome = outcomeOf(item);
		const now = living(after, row.mail);
		const user = after.find(({ _id }) => _id === item._id);
		if (outcome.startsWith('!')) continue;
		if (outcome === 'left') {
			expect(hasLeft(row)).toBe(true);
			if (isAlone) expect(now).toEqual([]);
		} else if (outcome === 'deleted') {
			expect(user?.status).toBe('deleted');
		} else {
			expect(now.map(({ _id }) => _id)).toEqual([item._id]);
			const was = living(before, row.mail);
			if (outcome === 'created' || outcome === 'restored') expect(was).toEqual([]);
			if (outcome === 'restored') expect(before.map(({ _id }) => _id)).toContain(item._id);
			if (outcome === 'created') expect(before.map(({ _id }) => _id)).not.toContain(item._id);
			expectWanted(row, user, item.notStored);
		}
	}
}

/** Expects the values that a row asks for. */
function expectWanted(row: IDataObject, user: ListRecord | undefined, notStored: unknown): void {
	const missed = (notStored ?? []) as string[];
	for (const name of ['job', 'phone']) {
		if (row[name] !== '' && !missed.includes(name)) expect(user?.[name]).toBe(row[name]);
	}
	const { until } = row;
	if (until === '' || missed.includes('toBeDeactivatedAt')) return;
	if (hasLeft(row))
		expect(Date.parse(String(user?.toBeDeactivatedAt))).toBeLessThanOrEqual(NOW + 86_400_000);
	else expect(user?.toBeDeactivatedAt).toBe(storedDay(until));
}

/** Expects that nobody is there twice who was not before, and that nobody else has changed. */
function expectNobodyHarmed(table: IDataObject[], before: ListRecord[], after: ListRecord[]): void {
	for (const { mail } of after) {
		expect(living(after, mail).length).toBeLessThanOrEqual(
			Math.max(1, living(before, mail).length),
		);
	}
	const named = new Set(table.map(({ mail }) => fold(mail)));
	const others = (users: ListRecord[]) => users.filter(({ mail }) => !named.has(fold(mail)));
	expect(others(after)).toEqual(others(before));
}

/** Reports the seed of a run that breaks a promise. */
async function inRun(seed: number, run: () => Promise<void>): Promise<void> {
	await run().catch((error: unknown) => {
		(error as Error).message = `Run ${seed}: ${(error as Error).message}`;
		throw error;
	});
}

it.each(batches)(`${RUNS} random runs keep their promises: runs from %i`, async (first) => {
	setClock(() => NOW);
	const { setTimeout: wait } = n8nGlobal;
	jest
		.spyOn(n8nGlobal, 'setTimeout')
		.mockImplementation((run: () => void, ms = 0) => wait(run, ms > 60_000 ? ms : ms / 500));
	for (let seed = first; seed < first + RUNS; seed += 1) {
		const random = randomFor(seed, 0);
		const { sandbox, options } = await startRandomly(random);
		const users = () => sandbox.catalogue.list('users');
		const table = tableBy(random, sandbox.catalogue.list('groups')[0]?._id ?? '');
		// Time passes, so the list shows all changes.
		const settle = () => {
			for (let left = options.listLag; left > 0; left -= 1)
				sandbox.catalogue.records('users').read();
		};
		const start = async () => await write(sandbox, 'upsert', table, FORM, CONTINUE);
		await inRun(seed, async () => {
			const before = users();
			addFaults(random, sandbox);
			const isAlone = random.below(4) > 0;
			const [one, other] = await Promise.all([start(), ...(isAlone ? [] : [start()])]);
			expect(one.error).toBeUndefined();
			checkOutcomes(table, one.found, before, users(), isAlone);
			for (const { lines } of [one, other ?? one]) {
				expect(lines.join('\n')).not.toMatch(/@|example|Nurse|Surgery|\b(ana|ben|cem|dora|eva)\b/i);
			}
			expectNobodyHarmed(table, before, users());

			// Without faults, the next run ends in what the table asks for.
			sandbox.faults.clear();
			settle();
			const between = users();
			const healed = await start();
			checkOutcomes(table, healed.found, between, users(), true);
			const failures = healed.found.map(outcomeOf).filter((one) => one.startsWith('!'));
			const tooLate = '!Last Day is more than 31 days ago, and the account is still active';
			expect(failures.filter((one) => one !== tooLate)).toEqual([]);
			expectNobodyHarmed(table, before, users());

			settle();
			const writes = writesTo(sandbox).length;
			const again = await start();
			const isRespelled = again.found.some(({ notStored }) => notStored !== undefined);
			if (!isRespelled) expect(writesTo(sandbox)).toHaveLength(writes);
			const changed = again.found.filter(({ outcome }) => outcome === 'created');
			expect(changed).toEqual([]);
			if (options.spelling === 'kept') expect(isRespelled).toBe(false);
			expect(sandbox.journal.takeOffContract()).toEqual([]);
		});
		await sandbox.stop();
	}
});
