import type { IDataObject } from 'n8n-workflow';

import type { Ref } from '../form';
import { readOne } from '../list';
import { worded } from '../nodeErrors';
import {
	asProblem,
	isProblem,
	msOf,
	recordId,
	refKey,
	segment,
	unknownUser,
	type Directory,
	type Problem,
} from '../people';
import { foldId } from '../values/identity';
import { readAudience, type Audience, type SessionIds } from './audience';
import type { Entry, Result, Row } from './operation';
import { refusal } from './refusals';

export interface EnrollmentEntry extends Entry, SessionIds {
	user: Ref;
}

export type LearnerRow = Row<EnrollmentEntry>;

/** What a run knows about a session. */
export interface Session extends SessionIds {
	audience: Audience;
	/** How many changes this process had made when the audience was read. */
	changes: number;
}

/** A user in a session. */
export interface Learner {
	session: Session;
	userId: string;
	/** The record, or why there is none; undefined if nobody has looked. */
	user: IDataObject | Problem | undefined;
	/** True if an earlier row asks for the same. */
	isAsked: boolean;
}

/** What this process has done to an account's sessions. */
const sessionsOf = () => new Map<string, { last: Promise<unknown>; changes: number }>();

const keyOf = ({ pathId, sessionId }: SessionIds) => `${pathId} ${sessionId}`;

function turnsOf({ client }: Directory, session: SessionIds) {
	const all = client.account.memory(sessionsOf);
	const turns = all.get(keyOf(session)) ?? { last: Promise.resolve(), changes: 0 };
	all.set(keyOf(session), turns);
	return turns;
}

/** Changes a session when no other run of this process is changing it. */
export async function inTurn<T>(
	directory: Directory,
	session: Session,
	change: () => Promise<T>,
): Promise<T> {
	const turns = turnsOf(directory, session);
	const turn = turns.last.then(async () => {
		// Another run may have changed the audience since this run read it.
		if (turns.changes !== session.changes) {
			session.audience = await readAudience(directory.client, session);
		}
		return await change();
	});
	const count = () => {
		// Whoever read the audience before the change has ended may have read the old one.
		turns.changes += 1;
	};
	turns.last = turn.then(count, count);
	return await turn;
}

/** Looks everybody up, and reads the audience of each session once. */
export async function findLearners(directory: Directory, rows: readonly LearnerRow[]) {
	// In a dry run, no request would reveal that the user of an ID is unknown or deleted.
	const isSought = ({ entry }: LearnerRow) => entry.user.by !== 'id' || entry.options.dryRun;
	const users = await directory.find(rows.filter(isSought).map(({ entry }) => entry.user));
	const sessionOf = async ({ pathId, sessionId }: SessionIds): Promise<Session> => {
		const ids = { pathId, sessionId };
		const { changes } = turnsOf(directory, ids);
		return { ...ids, changes, audience: await readAudience(directory.client, ids) };
	};
	const learners = new Map<string, Learner>();
	const learnerOf = async (row: LearnerRow): Promise<Learner | Problem> => {
		const { user: ref, options } = row.entry;
		const user = isSought(row) ? (users.get(refKey(ref)) ?? unknownUser(ref)) : undefined;
		if (isProblem(user)) return user;
		const read = async () => await sessionOf(row.entry);
		const session = await directory.onceARun(keyOf(row.entry), read).catch(asProblem);
		if (isProblem(session)) return session;
		const userId = user ? recordId(user) : ref.value;
		const key = `${options.dryRun} ${keyOf(session)} ${foldId(userId)}`;
		const learner = learners.get(key) ?? { session, userId, user, isAsked: false };
		learners.set(key, learner);
		return learner;
	};
	const found = await Promise.all(rows.map(learnerOf));
	return new Map(rows.flatMap((row, at) => (found[at] ? [[row, found[at]]] : [])));
}

/** Looks up the users whom the platform may not know. */
export async function lookUp(directory: Directory, learners: ReadonlyMap<LearnerRow, Learner>) {
	const open = [...learners].filter(([, { user }]) => user === undefined);
	const users = await directory.find(open.map(([{ entry }]) => entry.user));
	for (const [{ entry }, learner] of open) {
		learner.user = users.get(refKey(entry.user)) ?? unknownUser(entry.user);
	}
}

/** Finds out whether the platform would refuse to change a session. @throws Problem */
export async function checkSession(directory: Directory, { pathId, sessionId }: SessionIds) {
	const read = async (path: string, id: string) =>
		await readOne(directory.client, { path }, segment(id));
	const { status } = await read('paths', pathId);
	if (status === 'archived') throw refusal('pathArchived');
	const { endDate, rootSessionId } = await read(`paths/${segment(pathId)}/sessions`, sessionId);
	if (rootSessionId) throw refusal('childPathSession');
	if ((msOf(endDate) ?? Infinity) <= Date.now()) throw refusal('sessionEnded');
}

/** Remarks on users whose enrollment has not followed the audience, which depends on its mode. */
export async function checkEnrollments(
	directory: Directory,
	changes: readonly [LearnerRow, Result<Learner>][],
	isEnrollment: boolean,
): Promise<void> {
	const keyOf = (sessionId: unknown, userId: unknown) =>
		`${foldId(String(sessionId))} ${foldId(String(userId))}`;
	for (const pathId of new Set(changes.map(([, { state }]) => state.session.pathId))) {
		const own = changes.filter(([, { state }]) => state.session.pathId === pathId);
		const sessionIds = new Set(own.map(([, { state }]) => state.session.sessionId));
		const filters = [
			{ field: 'status', operator: 'eq', values: ['published'] },
			{ field: 'sessionId', operator: 'in', values: [...sessionIds] },
		];
		const list = await directory
			.all(`paths/${segment(pathId)}/enrollments`, filters)
			.catch(asProblem);
		const records = isProblem(list) ? [] : list;
		const enrolled = new Set(records.map(({ sessionId, userId }) => keyOf(sessionId, userId)));
		for (const [{ remarks }, result] of own) {
			const { session, userId } = result.state;
			const isSeen = enrolled.has(keyOf(session.sessionId, userId)) === isEnrollment;
			if (isProblem(list)) {
				const sentence = `The node could not check who is enrolled: ${worded(list).message}.`;
				remarks.push({ sentence, isWarning: true });
			} else if (!isSeen) {
				const [what, but] = isEnrollment ? ['added to', 'not'] : ['taken out of', 'still'];
				const sentence = `The user was ${what} the session's audience, whose mode is ${session.audience.mode}, but is ${but} enrolled. Check the session on the platform.`;
				remarks.push({ sentence, isWarning: true });
				result.notStored = ['enrollment'];
			}
		}
	}
}
