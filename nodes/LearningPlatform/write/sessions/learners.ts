import type { IDataObject } from 'n8n-workflow';

import { unknownUser, type Directory, type RowError } from '../../people';
import { recordField, user, type Values } from '../../form';
import { foldId } from '../../values/identity';
import { writeOptions } from '../form';
import type { ByRow, Row } from '../operation';
import { eachRow, findSubjects, sharedStates } from '../rows';
import { readAudience, type Session } from './audience';

function idField(idName: 'pathId' | 'sessionId') {
	const { properties, read } = recordField(idName);
	const decoded: typeof read = (...form) => foldId(decodeURIComponent(read(...form)));
	return { properties, read: decoded };
}

export const enrollmentForm = {
	pathId: idField('pathId'),
	sessionId: idField('sessionId'),
	user,
	options: writeOptions({}),
};

export type EnrollmentEntry = Values<typeof enrollmentForm>;

/** A user in a session. */
export interface Learner {
	session: Session;
	userId: string;
	/** The record, or why there is none; undefined if nobody has looked. */
	user: IDataObject | RowError | undefined;
	/** True if an earlier row asks for the same. */
	isAsked: boolean;
}

export const sessionKey = ({ pathId, sessionId }: Omit<Session, 'audience'>) =>
	`${pathId} ${sessionId}`;

/** Looks everybody up, and reads the audience of each session once. */
export async function findLearners(directory: Directory, rows: readonly Row<EnrollmentEntry>[]) {
	const share = sharedStates<Learner>();
	return await eachRow(await findSubjects(directory, rows), async (row, subject) => {
		const { pathId, sessionId } = row.entry;
		const ids = { directory, pathId, sessionId };
		const read = async () => ({ ...ids, audience: await readAudience(ids) });
		const session = await directory.readOnce(sessionKey(ids), read);
		const key = `${sessionKey(session)} ${foldId(subject.userId)}`;
		return share(key, { session, ...subject, isAsked: false });
	});
}

/** Looks up the users that the platform may not know. */
export async function lookUp({ directory }: Session, learners: ByRow<EnrollmentEntry, Learner>) {
	const open = [...learners].filter(([, { user }]) => user === undefined);
	const userOf = await directory.find(open.map(([{ entry }]) => entry.user));
	for (const [{ entry }, learner] of open) {
		learner.user = userOf(entry.user) ?? unknownUser(entry.user);
	}
}
