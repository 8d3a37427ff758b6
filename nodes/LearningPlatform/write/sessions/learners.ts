import type { IDataObject } from 'n8n-workflow';

import { asProblem, isProblem, unknownUser, type Directory, type Problem } from '../../people';
import { foldId } from '../../values/identity';
import type { ByRow, Row } from '../operation';
import { findSubjects, sharedStates } from '../subjects';
import { readAudience, type Session, type SessionIds } from './audience';
import type { EnrollmentEntry } from './form';

export type LearnerRow = Row<EnrollmentEntry>;

/** A user in a session. */
export interface Learner {
	session: Session;
	userId: string;
	/** The record, or why there is none; undefined if nobody has looked. */
	user: IDataObject | Problem | undefined;
	/** True if an earlier row asks for the same. */
	isAsked: boolean;
}

/** The last change of each of an account's sessions in this process. */
const turnsOfAccount = () => new Map<string, Promise<unknown>>();

const keyOf = ({ pathId, sessionId }: SessionIds) => `${pathId} ${sessionId}`;

/** Changes a session when no other run of this process is changing it. */
export async function serialized<T>(session: Session, change: () => Promise<T>): Promise<T> {
	const turns = session.directory.client.account.memory(turnsOfAccount);
	const key = keyOf(session);
	const turn = (turns.get(key) ?? Promise.resolve()).then(change);
	turns.set(
		key,
		turn.catch(() => undefined),
	);
	return await turn;
}

/** Looks everybody up, and reads the audience of each session once. */
export async function findLearners(directory: Directory, rows: readonly LearnerRow[]) {
	const subjects = await findSubjects(directory, rows);
	const sessionOf = async ({ pathId, sessionId }: SessionIds): Promise<Session> => {
		const ids = { directory, pathId, sessionId };
		return { ...ids, audience: await readAudience(ids) };
	};
	const share = sharedStates<Learner>();
	const learners = [...subjects].map(async ([row, subject]) => {
		if (isProblem(subject)) return [row, subject] as const;
		const read = async () => await sessionOf(row.entry);
		const session = await directory.readOnce(keyOf(row.entry), read).catch(asProblem);
		if (isProblem(session)) return [row, session] as const;
		const key = `${keyOf(session)} ${foldId(subject.userId)}`;
		return [row, share(key, { session, ...subject, isAsked: false })] as const;
	});
	return new Map<LearnerRow, Learner | Problem>(await Promise.all(learners));
}

/** Looks up the users that the platform may not know. */
export async function lookUp({ directory }: Session, learners: ByRow<EnrollmentEntry, Learner>) {
	const open = [...learners].filter(([, { user }]) => user === undefined);
	const userOf = await directory.find(open.map(([{ entry }]) => entry.user));
	for (const [{ entry }, learner] of open) {
		learner.user = userOf(entry.user) ?? unknownUser(entry.user);
	}
}
