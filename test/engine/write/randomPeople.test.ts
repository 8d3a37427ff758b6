import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { longRepeats, repeats, SEED } from '../../repeats';
import { ODD_ANSWERS, type Fault, type RequestKind, type Sandbox } from '../../sandbox';
import { randomFor, type Random } from '../../sandbox/records/random';
import { n8nGlobal, setClock } from '../service';
import { byId, CONTINUE, ofItem, outcomeOf, write } from './people';
import {
	NOW,
	startRandomly,
	storedDay,
	tableBy,
	type Person,
	type Platform,
} from './randomPlatform';

// A model of the platform and of the promises: nobody twice, nothing unasked, every outcome true, and a run without
// faults ends in what the table asks for.

const RUNS = repeats(12, 125);

const batches = Array.from({ length: longRepeats(1, 24) }, (_, batch) => SEED + batch * RUNS);

/** Checks what an item says about its user, whose account is given, if there is one. */
type Check = (item: IDataObject, person: Person | undefined) => void;

interface Operation {
	form: (random: Random) => INodeParameters;
	/** The requests that may fail. */
	requests: RequestKind[];
	/** What may change about a user whom the table names. */
	changes: (keyof Person)[];
	/** Omitted for users, who are checked row by row. */
	check?: Check;
}

const fields = { job: ofItem('job'), phone: ofItem('phone'), toBeDeactivatedAt: ofItem('until') };

/** Names the users in one of the ways that tables do. */
const byName = (random: Random) => {
	const mode = random.pick(['mail', 'username', 'id']);
	return { userId: { __rl: true, mode, value: ofItem(mode) } };
};

const ADD = 'POST groups/{groupId}/{role}/{userId}';
const REMOVE = 'DELETE groups/{groupId}/{role}/{userId}';
const AUDIENCE = 'paths/{pathId}/sessions/{sessionId}/audiences';

const options = { maxRetries: 1 };

const membership = (...requests: RequestKind[]): Operation => ({
	form: (random) => ({ ...byName(random), role: 'learner', options }),
	requests: [...requests, 'users', 'users/{userId}/roles', 'groups/{groupId}/roles'],
	changes: ['groups'],
	check: ({ outcome, groupId }, person) => {
		const isMember = !['removed', 'notMember'].includes(outcome as string);
		expect(person?.groups.includes(groupId)).toBe(isMember);
	},
});

const enrollment = (filter: 'excludedLearners' | 'users'): Operation => ({
	form: (random) => ({ ...byName(random), options }),
	requests: [`PUT ${AUDIENCE}`, AUDIENCE, 'users', 'paths/{pathId}/enrollments'],
	changes: ['audience'],
	check: ({ outcome }, person) => {
		const { audience = [] } = person ?? {};
		if (outcome === 'excluded') expect(audience).toContain('excludedLearners');
		else expect(audience.includes('users')).toBe(filter === 'users');
	},
});

const OPERATIONS: Record<string, Operation> = {
	upsert: {
		form: (random) => ({
			...random.pick<INodeParameters>([
				{ mail: ofItem('mail'), fields },
				{
					findBy: 'username',
					username: ofItem('username'),
					fields: { ...fields, mail: ofItem('mail') },
				},
				{
					findBy: 'externalId',
					externalId: ofItem('number'),
					platform: 'sap',
					fields: { ...fields, mail: ofItem('mail') },
				},
			]),
			deletedUsers: ofItem('deletedUsers'),
			options: { ...options, changeLimit: 100, removalLimit: 100 },
		}),
		requests: ['POST users', 'PATCH users/{userId}', 'POST external-ids', 'users', 'external-ids'],
		changes: ['record', 'groups', 'number'],
	},
	update: {
		form: (random) => ({ ...byName(random), fields, options }),
		requests: ['PATCH users/{userId}', 'users', 'users/{userId}'],
		changes: ['record'],
	},
	addMember: membership(ADD),
	removeMember: membership(REMOVE),
	setMembers: {
		...membership(ADD, REMOVE, 'groups'),
		form: (random) => ({
			...byName(random),
			role: 'learner',
			others: random.pick(['keep', 'remove']),
			options: { ...options, removalLimit: 100 },
		}),
	},
	enroll: enrollment('users'),
	unenroll: enrollment('excludedLearners'),
};

/** Create or Update has the most ways to go wrong. */
const CHOICES = Object.entries(OPERATIONS).flatMap((one) =>
	one[0] === 'upsert' ? [one, one, one, one] : [one],
) as [[string, Operation], ...[string, Operation][]];

/** The errors that only another table ends. */
const EXPECTED =
	/^!(Last Day is more than 31 days ago|Members who are not in the table|The \w+ has no (such )?user|The user is deleted)/;

const isLiving = ({ record }: Person) => record.status !== 'deleted';

const living = (people: Person[], { name }: IDataObject) =>
	people.filter((one) => isLiving(one) && one.name === name);

const hasLeft = ({ until }: IDataObject) => until === '2026-11-27' || until === '2020-01-31';

/** Nobody can doubt 204 after a change of a membership: the API documents this response. */
const oddAnswersTo = (kind: RequestKind) =>
	Object.values(ODD_ANSWERS).filter(
		({ status }) => status !== 204 || ![ADD, REMOVE].includes(kind),
	) as Fault[] as [Fault, ...Fault[]];

function addFaults(random: Random, { sandbox }: Platform, requests: RequestKind[]): void {
	const writes = requests.filter((kind) => kind.includes(' '));
	for (let left = random.below(4); left > 0; left -= 1) {
		const kind = random.pick(random.pick([requests, writes]) as [RequestKind, ...RequestKind[]]);
		const odd = random.pick(oddAnswersTo(kind));
		const fault = random.pick<Fault>([
			{ status: 429 },
			{ status: 503 },
			{ drop: 'beforeHeaders' },
			...(writes.includes(kind)
				? [{ drop: 'answer' } as const, { ...odd, done: true }, { ...odd, done: false }]
				: []),
		]);
		const on = { kind, occurrence: 1 + random.below(2) };
		sandbox.faults.add({ on, times: 1 + random.below(3), ...fault });
	}
}

/** Checks what a run that creates or changes users says about its rows. */
function checkUsers(table: IDataObject[], found: IDataObject[], before: Person[], after: Person[]) {
	for (const [at, row] of table.entries()) {
		const item = found[at] ?? {};
		const { outcome, error } = item;
		if (error !== undefined) continue;
		const now = living(after, row);
		const user = after.find(({ record }) => record._id === item._id);
		if (outcome === 'left') expect(hasLeft(row)).toBe(true);
		else if (outcome === 'deleted') expect(user?.record.status).toBe('deleted');
		else {
			expect(now.map(({ record }) => record._id)).toEqual([item._id]);
			const ids = before.map(({ record }) => record._id);
			if (outcome === 'created' || outcome === 'restored') {
				expect(living(before, row)).toEqual([]);
				expect(ids.includes(item._id as string)).toBe(outcome === 'restored');
			}
			expectStored(row, user, (item.notStored ?? []) as string[]);
		}
	}
}

/** Expects the values that a row asks for. */
function expectStored(row: IDataObject, user: Person | undefined, missed: string[]): void {
	for (const name of ['job', 'phone']) {
		if (row[name] !== '' && !missed.includes(name)) expect(user?.record[name]).toBe(row[name]);
	}
	const { until } = row;
	if (until === '' || missed.includes('toBeDeactivatedAt')) return;
	const stored = user?.record.toBeDeactivatedAt;
	if (hasLeft(row)) expect(Date.parse(String(stored))).toBeLessThanOrEqual(NOW + 86_400_000);
	else expect(stored).toBe(storedDay(until));
}

/** Expects that nobody is there twice who was not before, and that only what the table asks for has changed. */
function expectNobodyHarmed(
	table: IDataObject[],
	{ changes }: Operation,
	{ others }: INodeParameters,
	before: Person[],
	after: Person[],
): void {
	for (const one of after) {
		const name = { name: one.name };
		expect(living(after, name).length).toBeLessThanOrEqual(
			Math.max(1, living(before, name).length),
		);
	}
	const named = new Set(table.map(({ name }) => name));
	const known = new Set(before.map(({ record }) => record._id));
	const kept = (people: Person[]) =>
		people
			.filter(({ record }) => known.has(record._id))
			.map((one) => {
				const mayChange = named.has(one.name) || others === 'remove' ? changes : [];
				return { ...one, ...Object.fromEntries(mayChange.map((part) => [part, undefined])) };
			});
	expect(kept(after)).toEqual(kept(before));
}

/** Expects that nobody whom the table names is left without a group, even if a change has failed. */
function expectNobodyLost(table: IDataObject[], before: Person[], after: Person[]): void {
	const named = new Set(table.map(({ name }) => name));
	const member = new Set(before.flatMap(({ groups, record }) => (groups[0] ? record._id : [])));
	const lost = after.filter((one) => member.has(one.record._id) && one.groups.length === 0);
	expect(lost.filter(({ name }) => named.has(name))).toEqual([]);
}

/** Expects that everybody is in the groups of their rows, and in none of the other groups of the table. */
function expectMoved(table: IDataObject[], { others }: INodeParameters, platform: Platform): void {
	const [sales, , team] = platform.groups;
	const people = platform.people();
	const done = table.filter((row) => living(people, row).length > 0);
	const ofTable = new Set(done.map(({ groupId }) => groupId));
	const isFailed = done.length < table.length;
	for (const one of people.filter(isLiving)) {
		const rows = table.filter(({ name }) => name === one.name);
		const wanted = new Set(rows.map(({ groupId }) => groupId));
		if (wanted.has(team)) wanted.add(sales);
		const now = one.groups.filter((id) => ofTable.has(id as string));
		if (rows.length > 0 || (others === 'remove' && !isFailed)) {
			expect(now).toEqual([...wanted].filter((id) => ofTable.has(id)).sort());
		}
	}
}

/** Returns the write requests that the platform has accepted. */
const madeBy = ({ journal }: Sandbox) =>
	journal.entries
		.filter(({ method, kind, status = 0 }) => method !== 'GET' && kind !== 'token' && status < 300)
		.map(({ method, url }) => `${method} ${url}`);

/** Reports the seed of a run that breaks a promise. */
async function inRun(seed: number, about: string, run: () => Promise<void>): Promise<void> {
	await run().catch((error: unknown) => {
		(error as Error).message = `Run ${seed} (${about}): ${(error as Error).message}`;
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
		const platform = await startRandomly(random);
		const { sandbox, options: manners, people, settle } = platform;
		const table = tableBy(random, platform);
		const [name, operation] = random.pick(CHOICES);
		const form = {
			groupId: byId(ofItem('groupId')),
			pathId: byId(ofItem('pathId')),
			sessionId: byId(ofItem('sessionId')),
			...operation.form(random),
		};
		const start = async () => await write(sandbox, name, table, form, CONTINUE);
		const check = (found: IDataObject[], before: Person[]) => {
			const now = people();
			if (!operation.check) checkUsers(table, found, before, now);
			for (const item of found.filter(({ error }) => error === undefined)) {
				operation.check?.(
					item,
					now.find(({ record }) => record._id === item.userId),
				);
			}
		};
		await inRun(seed, name, async () => {
			const before = people();
			addFaults(random, platform, operation.requests);
			const isAlone = random.below(4) > 0;
			const [one, other] = await Promise.all([start(), ...(isAlone ? [] : [start()])]);
			expect(one.error).toBeUndefined();
			check(one.found, before);
			for (const { lines } of [one, other ?? one]) {
				expect(lines.join('\n')).not.toMatch(/@|example|Nurse|Surgery|\b(ana|ben|cem|dora|eva)\b/i);
			}
			expectNobodyHarmed(table, operation, form, before, people());
			if (name === 'setMembers') expectNobodyLost(table, before, people());

			// Without faults, the next run ends in what the table asks for.
			sandbox.faults.clear();
			settle();
			const between = people();
			const healed = await start();
			check(healed.found, between);
			const failed = healed.found.filter((item) => item.error !== undefined);
			const texts = failed.map(outcomeOf);
			expect(texts.filter((text) => !EXPECTED.test(text))).toEqual([]);
			const gone = table.filter((row) => living(people(), row).length === 0);
			// One error says that members without a row were not removed.
			if (operation.check) expect(failed.length).toBeLessThanOrEqual(gone.length + 1);
			expectNobodyHarmed(table, operation, form, before, people());
			if (name === 'setMembers') expectMoved(table, form, platform);

			settle();
			const writes = madeBy(sandbox);
			const again = await start();
			const isRespelled = again.found.some(({ notStored }) => notStored !== undefined);
			if (!isRespelled) expect(madeBy(sandbox)).toEqual(writes);
			expect(again.found.filter(({ outcome }) => outcome === 'created')).toEqual([]);
			if (manners.spelling === 'kept') expect(isRespelled).toBe(false);
			expect(sandbox.journal.takeOffContract()).toEqual([]);
		}).finally(async () => {
			await sandbox.stop();
		});
	}
});
