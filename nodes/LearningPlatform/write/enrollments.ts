import {
	asProblem,
	impossible,
	isDeleted,
	isProblem,
	type Directory,
	type Problem,
} from '../people';
import { foldId } from '../values/identity';
import { writeAudience, type Audience } from './audience';
import {
	checkEnrollments,
	checkSession,
	findLearners,
	inTurn,
	lookUp,
	type EnrollmentEntry,
	type Learner,
	type LearnerRow,
	type Session,
} from './learners';
import { DONE, type Result, type JointOperation } from './operation';
import { codeOf, isUnclear, MAX_UNCLEAR, refusal } from './refusals';

type Outcome = Result<Learner> | Problem;

type Learners = ReadonlyMap<LearnerRow, Learner>;

/** The API accepts so many IDs of a kind. */
const MAX_IDS = 20_000;

export const enrollment = enrollmentOperation(true);

export const unenrollment = enrollmentOperation(false);

/** Enrolls or unenrolls users. All rows of a session become one change of its audience. */
function enrollmentOperation(isEnrollment: boolean): JointOperation<EnrollmentEntry, Learner> {
	/** Returns true if the audience is as a row asks for. */
	const isDone = ({ users, excluded, hasGroups }: Audience, { userId, user }: Learner): boolean => {
		const id = foldId(userId);
		if (isEnrollment) return users.has(id);
		// A group would enroll everybody again, except deleted users.
		return !users.has(id) && (!hasGroups || excluded.has(id) || isGone(user));
	};

	const differences = (row: LearnerRow, learner: Learner): Result<Learner> => {
		const { session, userId, user, isAsked } = learner;
		const { audience, pathId, sessionId } = session;
		if (isProblem(user)) throw user;
		if (isEnrollment && isGone(user)) throw refusal('learnerDeleted');
		const record = { pathId, sessionId, userId };
		if (isEnrollment && audience.excluded.has(foldId(userId))) {
			row.remarks.push(EXCLUDED);
			return { outcome: 'excluded', record, state: learner };
		}
		const isUnchanged = isAsked || isDone(audience, learner);
		const done = isEnrollment ? 'enrolled' : 'unenrolled';
		const state = { ...learner, isAsked: true };
		return { outcome: isUnchanged ? 'unchanged' : done, record, state };
	};

	/** Returns the audience that the rows ask for. @throws Problem if the platform would reject it */
	const audienceFor = ({ audience }: Session, learners: readonly Learner[]): Audience => {
		const [users, excluded] = [new Set(audience.users), new Set(audience.excluded)];
		for (const { userId, user } of learners) {
			const id = foldId(userId);
			if (isEnrollment) users.add(id);
			else users.delete(id);
			if (!isEnrollment && audience.hasGroups && !isGone(user)) excluded.add(id);
		}
		if (Math.max(users.size, excluded.size) <= MAX_IDS) return audience.with(users, excluded);
		throw impossible('audienceTooLong');
	};

	const plan = (learners: Learners): Map<LearnerRow, Outcome> => {
		const drafts = new Map<Learner, Learner>();
		const planOne = (row: LearnerRow, learner: Learner): Outcome => {
			row.remarks.length = 0;
			try {
				const result = differences(row, drafts.get(learner) ?? learner);
				drafts.set(learner, result.state);
				return result;
			} catch (error) {
				return asProblem(error);
			}
		};
		return new Map([...learners].map(([row, learner]) => [row, planOne(row, learner)]));
	};

	/** Lets the rows fail that ask for more than the audience shows. */
	const settle = (plans: Map<LearnerRow, Outcome>, { audience }: Session, problem: Problem) => {
		for (const [row, { outcome, state }] of resultsIn(plans)) {
			if (outcome !== 'excluded' && !isDone(audience, state)) plans.set(row, problem);
		}
		return plans;
	};

	/** Makes the changes of a session in one request. */
	async function change(
		directory: Directory,
		session: Session,
		rows: Learners,
		isLookedUp = false,
	): Promise<Map<LearnerRow, Outcome>> {
		const plans = plan(rows);
		const changes = changesIn(plans);
		if (changes.length === 0) return plans;
		const learners = changes.map(([, { state }]) => state);
		const hasChanged = (stored: Audience) => learners.some((one) => isDone(stored, one));
		const write = async () => {
			const audience = audienceFor(session, learners);
			session.audience = await writeAudience(directory.client, session, audience, hasChanged);
			return impossible('notKept');
		};
		const problem = await write().catch(asProblem);
		if (codeOf(problem) === 'usersNotFound' && !isLookedUp) {
			await lookUp(directory, rows);
			return await change(directory, session, rows, true);
		}
		const made = settle(plans, session, problem);
		for (const [{ client }, { outcome, state }] of changesIn(made)) {
			const { pathId, sessionId } = session;
			client.log.write('enrollmentChanged', { id: state.userId, outcome, pathId, sessionId });
		}
		return made;
	}

	async function applyAll(directory: Directory, learners: Learners) {
		const outcomes = new Map<LearnerRow, Outcome>();
		let unclear = 0;
		for (const [session, rows] of bySession(learners)) {
			const isTried = unclear < MAX_UNCLEAR;
			const made = await (
				isTried
					? inTurn(directory, session, async () => await change(directory, session, rows))
					: Promise.reject(impossible('notTried'))
			).catch((error: unknown) => settle(plan(rows), session, asProblem(error)));
			for (const [row, outcome] of made) outcomes.set(row, outcome);
			if (isTried) unclear = [...made.values()].some(isUnclear) ? unclear + 1 : 0;
		}
		await checkEnrollments(directory, changesIn(outcomes), isEnrollment);
		return outcomes;
	}

	async function foresee(directory: Directory, plans: ReadonlyMap<LearnerRow, Outcome>) {
		const problems = new Map<LearnerRow, Problem>();
		const changes = changesIn(plans).map(([row, { state }]) => [row, state] as const);
		for (const [session, rows] of bySession(new Map(changes))) {
			const check = async () => {
				audienceFor(session, [...rows.values()]);
				await checkSession(directory, session);
			};
			await check().catch((error: unknown) => {
				for (const row of rows.keys()) problems.set(row, asProblem(error));
			});
		}
		return problems;
	}

	return { find: findLearners, differences, applyAll, foresee };
}

const isGone = (user: Learner['user']) => !isProblem(user) && isDeleted(user);

const resultsIn = (outcomes: ReadonlyMap<LearnerRow, Outcome>) =>
	[...outcomes].flatMap(([row, one]): [LearnerRow, Result<Learner>][] =>
		isProblem(one) ? [] : [[row, one]],
	);

const changesIn = (outcomes: ReadonlyMap<LearnerRow, Outcome>) =>
	resultsIn(outcomes).filter(([, { outcome }]) => DONE.has(outcome));

function bySession(learners: Learners): Map<Session, Learners> {
	const sessions = new Set([...learners.values()].map(({ session }) => session));
	const rowsOf = (own: Session) => [...learners].filter(([, { session }]) => session === own);
	return new Map([...sessions].map((session) => [session, new Map(rowsOf(session))]));
}

const EXCLUDED = {
	sentence:
		'The session excludes the user, so the user was not enrolled. Somebody may have a reason: to enroll the user all the same, remove the user from the excluded learners of the session on the platform.',
};
