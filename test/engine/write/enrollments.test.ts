import { type Audience, ODD_ANSWERS, type SandboxOptions } from '../../sandbox';
import { storedFor } from '../service';
import { CONTINUE, outcomeOf, startPlatform, write, writesTo } from './people';

const GET = 'paths/{pathId}/sessions/{sessionId}/audiences';
const PUT = `PUT ${GET}` as const;
const UNKNOWN = 'f'.repeat(24);

type Ids = Partial<Record<'excludedLearners' | 'groups' | 'users', (string | undefined)[]>>;

const audienceOf = (ids: Ids, mode = 'dynamic') =>
	({ filters: Object.entries(ids).map(([type, own]) => ({ type, ids: own })), mode }) as Audience;

/** A platform with a path and functions that add sessions to it. */
async function startPaths(options: SandboxOptions = {}) {
	const platform = await startPlatform(options);
	const { catalogue, company } = platform.sandbox;
	const addPath = (fields: object = {}) =>
		catalogue.add('paths', { status: 'published', ...fields })._id;
	const path = addPath();
	const addSession = (ids: Ids = {}, fields: object = {}, mode = 'dynamic') => {
		const { pathId = path, ...more } = fields as { pathId?: string };
		const session = company.addSession(pathId, audienceOf(ids, mode), more);
		return { pathId, sessionId: session._id };
	};
	const now = (ids: { pathId: string; sessionId: string }) => company.audiences.of(ids);
	return { ...platform, path, addPath, addSession, now };
}

type Paths = Awaited<ReturnType<typeof startPaths>>;

const like = (text: string) => expect.stringContaining(text) as string;

const isDone = (outcome: string) => /^(un)?enrolled$/.test(outcome);

const MESSAGES: Record<string, string> = {
	gone: '!The service has no user with the ID',
	deleted: '!The user is deleted, and deleted users cannot be enrolled',
};

type Case = [name: string, before: string, rows: string, after: string];

/** Audiences such as "groups: group; users: ana cem", and rows, each with the outcome. */
describe.each<[operation: string, cases: Case[]]>([
	[
		'enroll',
		[
			['adds a user to an empty audience', '', 'ana enrolled', 'users: ana'],
			[
				'adds users behind those who are in the audience',
				'groups: group; users: ana',
				'cem enrolled, ana unchanged',
				'groups: group; users: ana cem',
			],
			[
				'names a user whom a group enrolls',
				'groups: group',
				'ana enrolled',
				'groups: group; users: ana',
			],
			[
				'leaves an excluded user excluded, and says so',
				'groups: group; excludedLearners: ana',
				'ana excluded, cem enrolled',
				'groups: group; excludedLearners: ana; users: cem',
			],
			['adds a user of two rows once', '', 'ana enrolled, ANA unchanged', 'users: ana'],
			[
				'fails an unknown user and a deleted one, and adds the others',
				'',
				'ana enrolled, nobody gone, ben deleted, cem enrolled, nobody gone',
				'users: ana cem',
			],
		],
	],
	[
		'unenroll',
		[
			[
				'takes users out of an audience without groups',
				'users: ana cem',
				'cem unenrolled',
				'users: ana',
			],
			[
				'also excludes the user if the audience has groups',
				'users: cem; groups: group',
				'ana unenrolled, cem unenrolled',
				'users: ; groups: group; excludedLearners: ana cem',
			],
			[
				'adds to those who are excluded',
				'groups: group; excludedLearners: cem; users: cem',
				'ana unenrolled, cem unenrolled',
				'groups: group; excludedLearners: cem ana; users: ',
			],
			[
				'does nothing for users who are not in the audience',
				'groups: ; users: cem',
				'ana unchanged, ben unchanged',
				'groups: ; users: cem',
			],
			[
				'takes out a user of two rows once',
				'groups: group',
				'ana unenrolled, ana unchanged',
				'groups: group; excludedLearners: ana',
			],
			[
				'fails an unknown user whom it would exclude, and leaves a deleted one alone',
				'groups: group',
				'ana unenrolled, nobody gone, ben unchanged',
				'groups: group; excludedLearners: ana',
			],
		],
	],
])('%s', (operation, cases) => {
	it.each(cases)('%s, and sends nothing in a second run', async (_name, before, text, after) => {
		const { sandbox, addSession, now, ana, ben, cem, group } = await startPaths();
		const known: Record<string, string | undefined> = { ana, ben, cem, group, nobody: UNKNOWN };
		const idOf = (name: string) => known[name] ?? known[name.toLowerCase()]?.toUpperCase();
		const idsOf = (text: string) =>
			Object.fromEntries(
				Array.from(text.matchAll(/(\w+): ([\w ]*)/g), ([, type = '', names = '']) => {
					return [type, names.split(' ').filter(Boolean).map(idOf)] as const;
				}),
			) as Ids;
		const ids = addSession(idsOf(before));
		const named = text.split(', ').map((row) => row.split(' '));
		const rows = named.map(([name = '']) => ({ ...ids, userId: idOf(name) }));
		const outcomes = named.map(([, outcome = '']) => MESSAGES[outcome] ?? outcome);
		const { found, told, lines } = await write(sandbox, operation, rows, {}, CONTINUE);
		expect(found.map(outcomeOf)).toEqual(outcomes.map(like));
		expect(now(ids)).toEqual(audienceOf(idsOf(after)));
		expect(told).toEqual(outcomes.includes('excluded') ? [like('The session excludes')] : []);
		expect(told.join()).not.toContain(' items)');
		const { pathId, sessionId } = ids;
		const line = new RegExp(`: user [\\da-f]{24} \\w+: path ${pathId}, session ${sessionId} `);
		expect(lines.filter((one) => line.test(one))).toHaveLength(outcomes.filter(isDone).length);
		const again = await write(sandbox, operation, rows, {}, CONTINUE);
		const repeated = outcomes.map((one) => (isDone(one) ? 'unchanged' : one));
		expect(again.found.map(outcomeOf)).toEqual(repeated.map(like));
		expect(now(ids)).toEqual(audienceOf(idsOf(after)));
	});
});

const requestsOf = ({ sandbox }: Paths) => {
	const { token, ...requests } = sandbox.journal.summary().requests;
	expect(token).toBe(1);
	return requests;
};

describe('requests', () => {
	it.each([
		['id', {}],
		['mail', { users: 2 }],
	])('are few for 60 users of one session, named by %s', async (mode, reads) => {
		const paths = await startPaths();
		const { sandbox, addSession, add, now } = paths;
		const ids = addSession();
		const rows = Array.from({ length: 60 }, (_, at) => {
			const mail = `p${at}@example.com`;
			const userId = add(`p${at}`, { mail });
			return { ...ids, userId: mode === 'id' ? userId : mail };
		});
		const userId = { __rl: true, mode, value: '={{ $json.userId }}' };
		const { found } = await write(sandbox, 'enroll', rows, { userId });
		expect(found.map(outcomeOf)).toEqual(rows.map(() => 'enrolled'));
		expect(now(ids).filters[0]?.ids).toHaveLength(60);
		expect(requestsOf(paths)).toEqual({
			[GET]: 2,
			[PUT]: 1,
			'paths/{pathId}/enrollments': 1,
			...reads,
		});
		sandbox.journal.clear();
		const again = await write(sandbox, 'enroll', rows, { userId });
		expect(again.found.map(outcomeOf)).toEqual(rows.map(() => 'unchanged'));
		const { requests } = sandbox.journal.summary();
		expect(requests).toEqual({ [GET]: 1, ...reads });
	});

	it('are one change for each session and one list for each path', async () => {
		const paths = await startPaths();
		const { sandbox, addSession, addPath, ana, cem, now } = paths;
		const sessions = [addSession(), addSession(), addSession({}, { pathId: addPath() })];
		const rows = [ana, cem].flatMap((userId) => sessions.map((ids) => ({ ...ids, userId })));
		const { found } = await write(sandbox, 'enroll', rows);
		expect(found.map(outcomeOf)).toEqual(rows.map(() => 'enrolled'));
		expect(found[4]).toEqual({ ...sessions[1], userId: cem, outcome: 'enrolled' });
		for (const ids of sessions) expect(now(ids)).toEqual(audienceOf({ users: [ana, cem] }));
		expect(requestsOf(paths)).toEqual({
			[GET]: 6,
			[PUT]: 3,
			'paths/{pathId}/enrollments': 2,
		});
	});

	it('are as few for an audience of many, whose enrollments take two pages', async () => {
		const list = 'paths/{pathId}/enrollments';
		const paths = await startPaths({ pageSizes: { [list]: 20 } });
		const { sandbox, addSession, add, ana } = paths;
		const ids = addSession({ users: Array.from({ length: 30 }, (_, at) => add(`p${at}`)) });
		const { found } = await write(sandbox, 'enroll', [{ ...ids, userId: ana }]);
		expect(found.map(outcomeOf)).toEqual(['enrolled']);
		expect(requestsOf(paths)).toEqual({ [GET]: 2, [PUT]: 1, [list]: 2 });
	});

	it('repeat the change once if the platform does not know one user among many', async () => {
		const paths = await startPaths();
		const { sandbox, addSession, add, now } = paths;
		const ids = addSession();
		const userIds = Array.from({ length: 60 }, (_, at) => add(`p${at}`));
		const rows = userIds.map((userId) => ({ ...ids, userId }));
		rows.splice(30, 0, { ...ids, userId: UNKNOWN });
		const { found } = await write(sandbox, 'enroll', rows, {}, CONTINUE);
		const failed = found.filter(({ error }) => error !== undefined);
		expect(failed).toEqual([found[30]]);
		expect(failed[0]?.error).toBe(`The service has no user with the ID "${UNKNOWN}"`);
		expect(now(ids)).toEqual(audienceOf({ users: userIds }));
		expect(requestsOf(paths)).toEqual({
			[GET]: 3,
			[PUT]: 2,
			'paths/{pathId}/enrollments': 1,
			users: 2,
			'users/{userId}': 1,
		});
	});
});

describe('a session that the API does not change', () => {
	const PAST = '2020-01-01T00:00:00.000Z';

	it.each<[string, (paths: Paths) => object, string, SandboxOptions?]>([
		[
			'of an archived path',
			({ addPath }) => ({ pathId: addPath({ status: 'archived' }) }),
			'The path is archived',
		],
		['that has ended', () => ({ endDate: PAST }), 'The session has ended'],
		[
			'of a parent path',
			() => ({ rootSessionId: UNKNOWN }),
			'The session belongs to a parent path',
		],
		[
			'without an audience',
			() => ({ isAudienceBuilder: false }),
			'The session has no audience that',
		],
	])('%s: all rows fail, also in a dry run', async (_name, fieldsOf, message) => {
		const paths = await startPaths();
		const { sandbox, addSession, ana, cem } = paths;
		const ids = addSession({ users: [cem] }, fieldsOf(paths));
		const rows = [ana, UNKNOWN].map((userId) => ({ ...ids, userId }));
		for (const dryRun of [false, true]) {
			const form = { options: { dryRun } };
			const { found } = await write(sandbox, 'enroll', rows.slice(0, 1), form, CONTINUE);
			expect(found.map(outcomeOf)).toEqual([like(`!${message}`)]);
		}
		const { found } = await write(sandbox, 'unenroll', [{ ...ids, userId: cem }], {}, CONTINUE);
		expect(found.map(outcomeOf)).toEqual([like(`!${message}`)]);
		expect(paths.now(ids)).toEqual(audienceOf({ users: [cem] }));
	});

	it.each<[string, (paths: Paths) => object, string]>([
		[
			'an unknown path',
			() => ({ pathId: UNKNOWN }),
			'The platform has no path with the ID in Path',
		],
		[
			'an unknown session',
			() => ({ sessionId: UNKNOWN }),
			'The platform has no session with the ID',
		],
		[
			'a session of another path',
			({ addPath }) => ({ pathId: addPath() }),
			'The session in Session does not belong to the path in Path',
		],
		[
			'conditions that the API does not know',
			({ addSession }) => addSession({ customFields: [] } as Ids),
			'The audience of the session contains conditions',
		],
	])('%s: nothing is sent, and other sessions are changed', async (_name, idsOf, message) => {
		const paths = await startPaths();
		const { sandbox, addSession, ana } = paths;
		const ids = addSession();
		const rows = [
			{ ...ids, ...idsOf(paths), userId: ana },
			{ ...ids, userId: ana },
		];
		const { found } = await write(sandbox, 'enroll', rows, {}, CONTINUE);
		expect(found.map(outcomeOf)).toEqual([like(`!${message}`), 'enrolled']);
		expect(writesTo(sandbox)).toHaveLength(1);
	});

	it.each<[string, Ids, string, string]>([
		['groups', { groups: [UNKNOWN] }, 'manual', 'cannot contain groups'],
		['excluded learners', { excludedLearners: [UNKNOWN] }, 'manual', 'cannot exclude learners'],
		['a mode', {}, 'dynamic', 'must be in manual mode'],
	])('whose path costs tokens, with %s', async (_name, before, mode, message) => {
		const { sandbox, addSession, ana } = await startPaths({ tokenBasedPaths: true });
		const row = { ...addSession(before, {}, mode), userId: ana };
		const { found } = await write(sandbox, 'enroll', [row], {}, CONTINUE);
		expect(found.map(outcomeOf)).toEqual([like(message)]);
	});

	it.each([[{}], [{ filters: [{ type: 'users' }], mode: 'manual' }], [{ filters: [] }]])(
		'because the service returns %j: nothing is sent',
		async (body) => {
			const { sandbox, addSession, ana } = await startPaths();
			sandbox.faults.add({ on: { kind: GET }, body });
			const { error } = await write(sandbox, 'enroll', [{ ...addSession(), userId: ana }]);
			expect(error?.message).toBe('The service did not return the requested record');
			expect(writesTo(sandbox)).toEqual([]);
		},
	);

	it('with more than 20,000 users: nothing is sent', async () => {
		const { sandbox, addSession, ana, cem } = await startPaths({ audienceEdits: 'byMode' });
		const users = Array.from({ length: 19_999 }, (_, at) => at.toString(16).padStart(24, '0'));
		const ids = addSession({ users }, {}, 'manual');
		const rows = [ana, cem, users[7]].map((userId) => ({ ...ids, userId }));
		const failed = like('!The audience of the session would contain more than 20,000 users');
		const { found } = await write(sandbox, 'enroll', rows, {}, CONTINUE);
		expect(found.map(outcomeOf)).toEqual([failed, failed, 'unchanged']);
		const form = { options: { dryRun: true } };
		const dry = await write(sandbox, 'enroll', rows.slice(0, 2), form, CONTINUE);
		expect(dry.found.map(outcomeOf)).toEqual([failed, failed]);
		expect(writesTo(sandbox)).toEqual([]);
	});
});

describe('an audience that somebody else changes', () => {
	it('between reading and writing is overwritten', async () => {
		const { sandbox, addSession, ana, cem, now } = await startPaths();
		const ids = addSession();
		const before = () => {
			sandbox.company.audiences.save(ids, audienceOf({ users: [cem] }));
		};
		sandbox.faults.add({ on: { kind: PUT }, before });
		const { found } = await write(sandbox, 'enroll', [{ ...ids, userId: ana }]);
		expect(found.map(outcomeOf)).toEqual(['enrolled']);
		expect(now(ids)).toEqual(audienceOf({ users: [ana] }));
	});

	it.each([
		['a 429', { status: 429 }],
		['a 503', { status: 503 }],
		['a rejected token', { status: 401, body: { error: 'invalid_token' } }],
	])('before the retry that follows %s is kept', async (_name, fault) => {
		const { sandbox, addSession, group, ana, cem, now } = await startPaths();
		const ids = addSession();
		const edited = { users: [cem], groups: [group] };
		const before = () => {
			sandbox.company.audiences.save(ids, audienceOf(edited, 'manual'));
		};
		sandbox.faults.add({ on: { kind: PUT }, ...fault, before });
		const { found } = await write(sandbox, 'enroll', [{ ...ids, userId: ana }]);
		expect(found.map(outcomeOf)).toEqual(['enrolled']);
		expect(now(ids)).toEqual(audienceOf({ ...edited, users: [cem, ana] }, 'manual'));
	});

	it('by enrolling one of our users does not hide that a lost change was not made', async () => {
		const { sandbox, addSession, ana, cem, now } = await startPaths();
		const ids = addSession();
		const before = () => {
			sandbox.company.audiences.save(ids, audienceOf({ users: [ana] }));
		};
		sandbox.faults.add({ on: { kind: PUT }, status: 503, before });
		const rows = [ana, cem].map((userId) => ({ ...ids, userId }));
		const { found } = await write(sandbox, 'enroll', rows);
		expect(found.map(outcomeOf)).toEqual(['enrolled', 'enrolled']);
		expect(now(ids)).toEqual(audienceOf({ users: [ana, cem] }));
	});

	it.each([
		['while the node looks people up is kept', [] as string[], ['enrolled']],
		['to what a row asks for leaves nothing to do', ['ana'], ['unchanged']],
	])('%s', async (_name, names, outcomes) => {
		const { sandbox, addSession, ana, cem, now } = await startPaths();
		const ids = addSession();
		const users = [cem, ...names.map(() => ana)];
		const before = () => {
			sandbox.company.audiences.save(ids, audienceOf({ users }));
		};
		sandbox.faults.add({ on: { kind: GET, occurrence: 2 }, before });
		const { found } = await write(sandbox, 'enroll', [{ ...ids, userId: ana }]);
		expect(found.map(outcomeOf)).toEqual(outcomes);
		expect(now(ids)).toEqual(audienceOf({ users: [cem, ana] }));
		expect(writesTo(sandbox)).toHaveLength(outcomes[0] === 'enrolled' ? 1 : 0);
	});

	it('keeps the change of a run that reads while another run writes', async () => {
		const { sandbox, addSession, ana, cem, now } = await startPaths();
		const ids = addSession();
		const credential = storedFor(sandbox);
		const run = async (userId: string) => await write(credential, 'enroll', [{ ...ids, userId }]);
		const { journal } = sandbox;
		const reads = () => journal.entries.filter(({ kind }) => kind === GET).length;
		let second: ReturnType<typeof run> | undefined;
		const before = async () => {
			second = run(cem);
			await journal.waitFor(() => reads() === 3);
		};
		sandbox.faults.add({ on: { kind: PUT }, before });
		const first = await run(ana);
		const found = [...first.found, ...((await second)?.found ?? [])];
		expect(found.map(outcomeOf)).toEqual(['enrolled', 'enrolled']);
		expect(now(ids)).toEqual(audienceOf({ users: [ana, cem] }));
		expect(reads()).toBe(4);
	});

	it('keeps the changes of all runs in the same process', async () => {
		const paths = await startPaths();
		const { sandbox, addSession, add, now } = paths;
		const ids = addSession();
		const credential = storedFor(sandbox);
		const userIds = Array.from({ length: 4 }, (_, at) => add(`p${at}`));
		const runs = userIds.map((userId) => write(credential, 'enroll', [{ ...ids, userId }]));
		const found = (await Promise.all(runs)).flatMap((run) => run.found);
		expect(found.map(outcomeOf)).toEqual(userIds.map(() => 'enrolled'));
		expect([...(now(ids).filters[0]?.ids ?? [])].sort()).toEqual([...userIds].sort());
	});
});

describe('an outcome is certain:', () => {
	it.each(
		Object.entries(ODD_ANSWERS).flatMap(([name, fault]) =>
			[true, false].map((done) => [name, done, fault] as const),
		),
	)('%s to a change that happened: %s', async (_name, done, fault) => {
		const { sandbox, addSession, ana, cem } = await startPaths();
		const ids = addSession();
		sandbox.faults.add({ on: { kind: PUT }, ...fault, done });
		const rows = [ana, cem].map((userId) => ({ ...ids, userId }));
		const { found } = await write(sandbox, 'enroll', rows, {}, CONTINUE);
		const failed = '!The service did not confirm the change, and the change is not visible';
		expect(found.map(outcomeOf)).toEqual(rows.map(() => (done ? 'enrolled' : failed)));
		expect(writesTo(sandbox)).toHaveLength(1);
	});

	it.each(['enroll', 'unenroll'])('%s is done once if the response is lost', async (operation) => {
		const { sandbox, addSession, ana, cem } = await startPaths();
		const ids = addSession(operation === 'enroll' ? {} : { users: [ana, cem] });
		sandbox.faults.add({ on: { kind: PUT }, drop: 'answer' });
		const rows = [ana, cem].map((userId) => ({ ...ids, userId }));
		const { found } = await write(sandbox, operation, rows);
		expect(found.map(outcomeOf)).toEqual(rows.map(() => `${operation}ed`));
		expect(writesTo(sandbox)).toHaveLength(1);
	});

	it('a user whom the platform leaves out fails, and nobody else', async () => {
		const { sandbox, addSession, ana, cem, now } = await startPaths();
		const ids = addSession();
		const body = () => {
			sandbox.company.audiences.save(ids, audienceOf({ users: [ana] }));
			return now(ids);
		};
		sandbox.faults.add({ on: { kind: PUT }, body });
		const rows = [ana, cem, cem].map((userId) => ({ ...ids, userId }));
		const { found } = await write(sandbox, 'enroll', rows, {}, CONTINUE);
		const failed = like('!The platform accepted the change, but');
		expect(found.map(outcomeOf)).toEqual(['enrolled', failed, failed]);
		expect(now(ids)).toEqual(audienceOf({ users: [ana] }));
	});

	it('a response that is older than the change is not the last word', async () => {
		const { sandbox, addSession, ana } = await startPaths();
		const ids = addSession();
		sandbox.faults.add({ on: { kind: PUT }, body: audienceOf({}) });
		const { found } = await write(sandbox, 'enroll', [{ ...ids, userId: ana }]);
		expect(found.map(outcomeOf)).toEqual(['enrolled']);
	});

	it.each([
		[
			'whose changes stay unclear',
			{ on: { kind: PUT }, status: 202, body: '', done: false },
			'!The service did not confirm',
			3,
		],
		[
			'whose audiences cannot be read again',
			{ on: { kind: GET, occurrence: 5 }, status: 503 },
			'!The service failed to process the request',
			0,
		],
	] as const)('three sessions in a row %s end the run', async (_name, fault, error, writes) => {
		const { sandbox, addSession, ana, cem } = await startPaths();
		const sessions = Array.from({ length: 4 }, () => addSession());
		sandbox.faults.add({ ...fault, times: 3 });
		const rows = sessions.flatMap((ids) => [ana, cem].map((userId) => ({ ...ids, userId })));
		const form = { options: { maxRetries: 0 } };
		const { found } = await write(sandbox, 'enroll', rows, form, CONTINUE);
		const texts = found.map(outcomeOf);
		expect(texts.slice(0, 6)).toEqual(Array(6).fill(like(error)));
		expect(texts.slice(6)).toEqual(Array(2).fill(like('!The change was not tried')));
		expect(writesTo(sandbox)).toHaveLength(writes);
	});

	it('a retry of the node repeats neither a change nor its outcome', async () => {
		const { sandbox, addSession, ana, cem } = await startPaths();
		const [one, other] = [addSession(), addSession()];
		const fault = { on: { kind: PUT, occurrence: 1 }, status: 400, body: { error: 'no' } };
		sandbox.faults.add(fault);
		const rows = [one, other].map((ids) => ({ ...ids, userId: ana }));
		rows.push({ ...other, userId: cem });
		const { found } = await write(sandbox, 'enroll', rows, {}, { retryOnFail: true });
		expect(found.map(outcomeOf)).toEqual(['enrolled', 'enrolled', 'enrolled']);
		expect(writesTo(sandbox)).toHaveLength(3);
	});
});

describe('the enrollments after the change', () => {
	it.each<[operation: string, mode: string, lists: number, isTold: boolean, listLag?: number]>([
		['enroll', 'manual', 1, true],
		['enroll', 'dynamicUnenrollment', 1, true],
		['enroll', 'dynamic', 1, false],
		['enroll', 'dynamic', 3, false, 2],
		['enroll', 'dynamicEnrollment', 4, true, 9],
		['unenroll', 'manual', 1, true],
	])('%s in %s mode: %i lists', async (operation, mode, lists, isTold, listLag = 0) => {
		const { sandbox, addSession, ana, path } = await startPaths({
			audienceEdits: 'byMode',
			listLag,
		});
		const ids = addSession(operation === 'enroll' ? {} : { users: [ana] }, {}, mode);
		if (operation === 'unenroll') {
			const enrollment = { userId: ana, sessionId: ids.sessionId, status: 'published' };
			sandbox.catalogue.add(`paths/${path}/enrollments`, { isSelfEnrolled: false, ...enrollment });
		}
		const { found, told, log } = await write(sandbox, operation, [{ ...ids, userId: ana }]);
		const mark = isTold ? { notStored: ['enrollment'] } : {};
		expect(found).toEqual([{ ...ids, userId: ana, outcome: `${operation}ed`, ...mark }]);
		expect(told).toEqual(
			isTold
				? [
						like(
							`whose mode is ${mode}, but is ${operation === 'enroll' ? 'not' : 'still'} enrolled`,
						),
					]
				: [],
		);
		expect(log.filter(({ level }) => level === 'warn')).toHaveLength(Number(isTold));
		expect(sandbox.journal.of('paths/{pathId}/enrollments')).toHaveLength(lists);
	});

	it('that cannot be read cost no outcome', async () => {
		const { sandbox, addSession, ana } = await startPaths();
		const body = { error: 'no' };
		sandbox.faults.add({ on: { kind: 'paths/{pathId}/enrollments' }, status: 400, body });
		const { found, told } = await write(sandbox, 'enroll', [{ ...addSession(), userId: ana }]);
		expect(found.map(outcomeOf)).toEqual(['enrolled']);
		expect(told).toEqual([like('The node could not check who is enrolled: The service')]);
	});
});

it('a platform that rejects empty filters gets none', async () => {
	const { sandbox, addSession, ana, now } = await startPaths({ emptyFilters: 'rejected' });
	const ids = addSession({ users: [ana], groups: [] });
	const { found } = await write(sandbox, 'unenroll', [{ ...ids, userId: ana }]);
	expect(found.map(outcomeOf)).toEqual(['unenrolled']);
	expect(writesTo(sandbox).map(({ body }) => body)).toEqual([
		audienceOf({ users: [], groups: [] }),
		audienceOf({}),
	]);
	expect(now(ids)).toEqual(audienceOf({}));
});

it('says that the audience itself contains a deleted user', async () => {
	const { sandbox, addSession, ana, ben } = await startPaths({ deletedLearners: 'kept' });
	const ids = addSession({ users: [ben] });
	const { found } = await write(sandbox, 'enroll', [{ ...ids, userId: ana }], {}, CONTINUE);
	expect(found.map(outcomeOf)).toEqual([
		'!The audience of the session contains users who no longer exist',
	]);
	const { found: left } = await write(sandbox, 'unenroll', [{ ...ids, userId: ben }]);
	expect(left.map(outcomeOf)).toEqual(['unenrolled']);
});

it.each([
	['mail', 'ANA@example.com ', 'Ana'],
	['username', 'ana.s', 'Ana'],
])('finds users by %s', async (mode, value) => {
	const { sandbox, addSession, ana, ben, now } = await startPaths();
	sandbox.catalogue.update('users', ana, { username: 'ana.s' });
	const ids = addSession();
	const userId = { __rl: true, mode, value: '={{ $json.user }}' };
	const rows = [value, 'nobody', 'nobody@example.com', 'ben@example.com'];
	const { found } = await write(
		...([sandbox, 'enroll', rows.map((user) => ({ ...ids, user })), { userId }, CONTINUE] as const),
	);
	expect(found[0]).toEqual({ ...ids, userId: ana, outcome: 'enrolled' });
	expect(found.map(outcomeOf).slice(1)).toEqual([
		like(mode === 'mail' ? '!User is not an email address' : '!The platform has no such user'),
		'!The platform has no such user',
		like(mode === 'mail' ? '!The user is deleted' : '!The platform has no such user'),
	]);
	expect(now(ids)).toEqual(audienceOf({ users: [ana] }));
	expect(JSON.stringify(now(ids))).not.toContain(ben);
});

describe('Dry Run', () => {
	it.each(['enroll', 'unenroll'])(
		'tells what %s would do, and sends nothing',
		async (operation) => {
			const { sandbox, addSession, ana, ben, cem, group } = await startPaths();
			const ids = addSession({ users: [ana], groups: [group] });
			const rows = [ana, cem, cem, ben, UNKNOWN].map((userId) => ({ ...ids, userId }));
			const form = { options: { dryRun: true } };
			const { found } = await write(sandbox, operation, rows, form, CONTINUE);
			const isEnrollment = operation === 'enroll';
			expect(found.map(outcomeOf)).toEqual([
				...(isEnrollment ? ['unchanged', 'enrolled'] : ['unenrolled', 'unenrolled']),
				'unchanged',
				isEnrollment ? like('!The user is deleted') : 'unchanged',
				like('!The service has no user with the ID'),
			]);
			expect(found[1]).toMatchObject({ dryRun: true });
			expect(writesTo(sandbox)).toEqual([]);
		},
	);
});
