import { readOne } from '../../list';
import { worded } from '../../nodeErrors';
import { asProblem, isProblem, msOf, segment } from '../../people';
import { foldId } from '../../values/identity';
import type { ByRow, Result } from '../operation';
import { refusal } from '../refusals';
import type { EnrollmentEntry, Learner, Session } from './learners';

/** Finds out whether the platform would refuse to change a session. @throws Problem */
export async function checkSession({ directory, pathId, sessionId }: Session): Promise<void> {
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
	changes: ByRow<EnrollmentEntry, Result<Learner>>,
	isEnrollment: boolean,
): Promise<void> {
	const sessions = new Set([...changes.values()].map(({ state }) => state.session));
	for (const [{ remarks }, result] of changes) {
		const { session, userId } = result.state;
		const { audience, directory, pathId, sessionId } = session;
		const ofPath = (one: Session) => one.directory === directory && one.pathId === pathId;
		const read = async () =>
			await readEnrolled(session, [...sessions].filter(ofPath)).catch(asProblem);
		const enrolled = await directory.onceARun(`enrolled ${pathId}`, read);
		if (isProblem(enrolled)) {
			const sentence = `The node could not check who is enrolled: ${worded(enrolled).message}.`;
			remarks.push({ sentence, isWarning: true });
		} else if (enrolled.has(keyOf(sessionId, userId)) !== isEnrollment) {
			const [what, but] = isEnrollment ? ['added to', 'not'] : ['taken out of', 'still'];
			const sentence = `The user was ${what} the session's audience, whose mode is ${audience.mode}, but is ${but} enrolled. Check the session on the platform.`;
			remarks.push({ sentence, isWarning: true });
			result.notStored = ['enrollment'];
		}
	}
}

/** Reads who is enrolled in some sessions of one path. */
async function readEnrolled({ directory, pathId }: Session, sessions: readonly Session[]) {
	const filters = [
		{ field: 'status', operator: 'eq', values: ['published'] },
		{ field: 'sessionId', operator: 'in', values: sessions.map(({ sessionId }) => sessionId) },
	];
	const records = await directory.all(`paths/${segment(pathId)}/enrollments`, filters);
	return new Set(records.map(({ sessionId, userId }) => keyOf(sessionId, userId)));
}

const keyOf = (sessionId: unknown, userId: unknown) =>
	`${foldId(String(sessionId))} ${foldId(String(userId))}`;
