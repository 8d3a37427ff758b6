import {
	asRowError,
	isDeleted,
	isRowError,
	rowError,
	type Directory,
	type RowError,
} from '../../people';
import { groupedBy } from '../../values/grouped';
import { foldId } from '../../values/identity';
import {
	writesSomething,
	type ByRow,
	type Result,
	type Row,
	type WriteOperation,
} from '../operation';
import { CircuitBreaker } from '../circuitBreaker';
import { eachRow, planRows, withoutErrors } from '../rows';
import { codeOf, rejection, serialized } from '../confirm';
import { readAudience, writeAudience, type Audience, type Session } from './audience';
import { checkEnrollments, checkSession } from './checks';
import {
	enrollmentForm,
	findLearners,
	lookUp,
	sessionKey,
	type EnrollmentEntry,
	type Learner,
} from './learners';

type Outcomes = Map<Row<EnrollmentEntry>, Result<Learner> | RowError>;

/** The API accepts at most this many IDs of each kind. */
const MAX_IDS = 20_000;

/** Enrolls or unenrolls users. All rows of a session become one change of its audience. */
class EnrollmentOperation implements WriteOperation<EnrollmentEntry, Learner> {
	readonly form = enrollmentForm;

	readonly find = findLearners;

	constructor(private readonly isEnrollment: boolean) {}

	readonly scopes = () => ['users:read', 'paths:read', 'paths:write'];

	readonly differences = (_row: Row<EnrollmentEntry>, learner: Learner): Result<Learner> => {
		const { isEnrollment } = this;
		const { session, userId, user, isAsked } = learner;
		const { audience, pathId, sessionId } = session;
		if (isRowError(user)) throw user;
		if (isEnrollment && isGone(user)) throw rejection('paths', 'learnerDeleted');
		const record = { pathId, sessionId, userId };
		if (isEnrollment && audience.excluded.has(foldId(userId))) {
			return { outcome: 'excluded', record, state: learner, remarks: [{ sentence: EXCLUDED }] };
		}
		const isUnchanged = isAsked || this.isDone(audience, learner);
		const written = isEnrollment ? 'enrolled' : 'unenrolled';
		const state = { ...learner, isAsked: true };
		return { outcome: isUnchanged ? 'unchanged' : written, record, state };
	};

	async *apply(learners: ByRow<EnrollmentEntry, Learner>) {
		const all: Outcomes = new Map();
		const breaker = new CircuitBreaker();
		for (const [session, entries] of groupedBy(learners, ([, learner]) => learner.session)) {
			const rows = new Map(entries);
			const change = async () => await this.change(session, rows, breaker);
			const { client } = session.directory;
			const outcomes = await serialized(client, sessionKey(session), change).catch(
				(error: unknown) => this.failUnwritten(this.plan(rows), session, asRowError(error)),
			);
			for (const [row, outcome] of outcomes) all.set(row, outcome);
		}
		await checkEnrollments(changesIn(all), this.isEnrollment);
		// Failures come last because the first one may end the run.
		yield* [...all].sort(([, a], [, b]) => Number(isRowError(a)) - Number(isRowError(b)));
	}

	readonly preflight = async (
		directory: Directory,
		plans: ByRow<EnrollmentEntry, Result<Learner>>,
	) => {
		const changes = changesIn(plans);
		const bySession = groupedBy(changes.values(), ({ state }) => state.session);
		return await eachRow(plans, async (row, plan) => {
			const { session } = plan.state;
			if (!row.entry.options.dryRun || !changes.has(row)) return plan;
			await directory.readOnce(`check ${session.pathId} ${session.sessionId}`, async () => {
				this.audienceFor(session.audience, bySession.get(session)?.map(({ state }) => state) ?? []);
				await checkSession(session);
			});
			return plan;
		});
	};

	private plan(rows: ByRow<EnrollmentEntry, Learner>): Outcomes {
		return planRows(this.differences, rows);
	}

	/** Returns true if the audience is as a row asks for. */
	private isDone({ users, excluded, hasGroups }: Audience, { userId, user }: Learner): boolean {
		const id = foldId(userId);
		if (this.isEnrollment) return users.has(id);
		// A group would enroll everybody again, except deleted users.
		return !users.has(id) && (!hasGroups || excluded.has(id) || isGone(user));
	}

	/** Returns the audience that the rows ask for. @throws RowError if the platform would reject it */
	private audienceFor(audience: Audience, learners: readonly Learner[]): Audience {
		const [users, excluded] = [new Set(audience.users), new Set(audience.excluded)];
		for (const { userId, user } of learners) {
			const id = foldId(userId);
			if (this.isEnrollment) users.add(id);
			else users.delete(id);
			if (!this.isEnrollment && audience.hasGroups && !isGone(user)) excluded.add(id);
		}
		if (Math.max(users.size, excluded.size) <= MAX_IDS) return audience.with(users, excluded);
		throw rowError('audienceTooLong');
	}

	/** Makes the changes of a session in one request. */
	private async change(
		session: Session,
		rows: ByRow<EnrollmentEntry, Learner>,
		breaker: CircuitBreaker,
		isLookedUp = false,
	): Promise<Outcomes> {
		let outcomes = this.plan(rows);
		if (changesIn(outcomes).size === 0) return outcomes;
		const write = async () => {
			// Somebody may have edited the audience, which is replaced as a whole.
			session.audience = await readAudience(session);
			outcomes = this.plan(rows);
			const learners = [...changesIn(outcomes).values()].map(({ state }) => state);
			if (learners.length > 0) {
				await writeAudience(
					session,
					(audience) => this.audienceFor(audience, learners),
					(stored) => learners.map((learner) => this.isDone(stored, learner)),
				);
			}
			return rowError('notKept');
		};
		const error = await breaker.attempt(write).catch(asRowError);
		if (codeOf(error) === 'usersNotFound' && !isLookedUp) {
			await lookUp(session, rows);
			return await this.change(session, rows, breaker, true);
		}
		this.failUnwritten(outcomes, session, error);
		const { directory, pathId, sessionId } = session;
		for (const { outcome, state } of changesIn(outcomes).values()) {
			const facts = { id: state.userId, outcome, pathId, sessionId };
			directory.client.log.write('enrollmentChanged', facts);
		}
		return outcomes;
	}

	/** Fails the rows whose change the audience does not show. */
	private failUnwritten(outcomes: Outcomes, { audience }: Session, error: RowError): Outcomes {
		for (const [row, { outcome, state }] of withoutErrors(outcomes)) {
			if (outcome !== 'excluded' && !this.isDone(audience, state)) outcomes.set(row, error);
		}
		return outcomes;
	}
}

export const enrollment = new EnrollmentOperation(true);

export const unenrollment = new EnrollmentOperation(false);

const isGone = (user: Learner['user']) => !isRowError(user) && isDeleted(user);

const changesIn = (outcomes: ByRow<EnrollmentEntry, Result<Learner> | RowError>) =>
	new Map([...withoutErrors(outcomes)].filter(([, result]) => writesSomething(result)));

const EXCLUDED =
	'The session excludes the user, so the user was not enrolled. Somebody may have a reason: to enroll the user all the same, remove the user from the excluded learners of the session on the platform.';
