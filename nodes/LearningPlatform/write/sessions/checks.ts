import { readOne } from '../../list';
import { wordedForNode } from '../../nodeErrors';
import { asRowError, segment } from '../../people';
import { readServiceTime } from '../../values/dates';
import { groupedBy } from '../../values/grouped';
import { foldId } from '../../values/identity';
import type { ByRow, Result } from '../operation';
import { lookRepeatedly, rejection } from '../confirm';
import type { Session } from './audience';
import type { EnrollmentEntry, Learner } from './learners';

/** Finds out whether the platform would reject a change of a session. @throws RowError */
export async function checkSession({ directory, pathId, sessionId }: Session): Promise<void> {
	const read = async (path: string, id: string) =>
		await readOne(directory.client, { path }, segment(id));
	const { status } = await read('paths', pathId);
	if (status === 'archived') throw rejection('paths', 'pathArchived');
	const { endDate, rootSessionId } = await read(`paths/${segment(pathId)}/sessions`, sessionId);
	if (rootSessionId) throw rejection('paths', 'childPathSession');
	if ((readServiceTime(endDate) ?? Infinity) <= Date.now())
		throw rejection('paths', 'sessionEnded');
}

/** Remarks on users whose enrollment has not followed the audience, which depends on its mode. */
export async function checkEnrollments(
	changes: ByRow<EnrollmentEntry, Result<Learner>>,
	isEnrollment: boolean,
): Promise<void> {
	const byAccount = groupedBy(changes, ([, result]) => result.state.session.directory);
	for (const [directory, ofAccount] of byAccount) {
		const byPath = groupedBy(ofAccount, ([, result]) => result.state.session.pathId);
		for (const [pathId, changesOfPath] of byPath) {
			await checkPath({ directory, pathId }, new Map(changesOfPath), isEnrollment);
		}
	}
}

async function checkPath(
	path: Pick<Session, 'directory' | 'pathId'>,
	changes: ByRow<EnrollmentEntry, Result<Learner>>,
	isEnrollment: boolean,
): Promise<void> {
	const learners = [...changes.values()].map(({ state }) => state);
	const following = ['dynamic', isEnrollment ? 'dynamicEnrollment' : 'dynamicUnenrollment'];
	let enrolled: ReadonlySet<string> = new Set();
	const isDone = ({ session, userId }: Learner) =>
		enrolled.has(keyOf(session.sessionId, userId)) === isEnrollment;
	const look = async () => {
		enrolled = await readEnrolled(path, learners);
		return learners.every(
			(learner) => isDone(learner) || !following.includes(learner.session.audience.mode),
		);
	};
	// The platform enrolls people a moment later.
	const looks = async () => (await look()) || (await lookRepeatedly(path.directory.client, look));
	const error = await looks().then(() => undefined, asRowError);
	for (const result of changes.values()) {
		if (error) {
			const sentence = `The node could not check who is enrolled: ${wordedForNode(error).message}.`;
			result.remarks = [{ sentence, isWarning: true }];
		} else if (!isDone(result.state)) {
			const [what, but] = isEnrollment ? ['added to', 'not'] : ['taken out of', 'still'];
			const { mode } = result.state.session.audience;
			const sentence = `The user was ${what} the session's audience, whose mode is ${mode}, but is ${but} enrolled. Check the session on the platform.`;
			result.remarks = [{ sentence, isWarning: true, notStored: ['enrollment'] }];
		}
	}
}

/** Reads who is enrolled in the sessions of one path. */
async function readEnrolled(
	{ directory, pathId }: Pick<Session, 'directory' | 'pathId'>,
	learners: readonly Learner[],
) {
	const values = [...new Set(learners.map(({ session }) => session.sessionId))];
	const filters = [
		{ field: 'status', operator: 'eq', values: ['published'] },
		{ field: 'sessionId', operator: 'in', values },
	];
	const records = await directory.readList(`paths/${segment(pathId)}/enrollments`, filters);
	return new Set(records.map(({ sessionId, userId }) => keyOf(sessionId, userId)));
}

const keyOf = (sessionId: unknown, userId: unknown) =>
	`${foldId(String(sessionId))} ${foldId(String(userId))}`;
