import { Failure } from '../failures/failure';
import { wordedForNode } from '../nodeErrors';
import { rowError } from '../people';
import { UnclearChange } from './confirm';

/** After this many failed changes in a row, assume that the service is down. */
const MAX_STRIKES = 3;

// The platform may also forbid a change of one user, which says nothing about the others.
const isScopeMissing = (error: unknown) =>
	error instanceof Failure && error.kind === 'scopeMissing';

// A 429 counts as well: waiting for every row could take days.
const isStrike = (error: unknown) =>
	error instanceof UnclearChange || (error instanceof Failure && error.isTransient);

/** Makes changes, unless a scope is missing or the service did not work for several before. */
export class CircuitBreaker {
	private strikes = 0;

	private missingScope: unknown;

	/** @throws RowError if no more changes are tried */
	check(): void {
		if (this.missingScope) {
			const { message, step = '' } = wordedForNode(this.missingScope);
			throw rowError('notAllowed', `${message}. ${step}`);
		}
		if (this.strikes >= MAX_STRIKES) throw rowError('notTried');
	}

	async attempt<T>(change: () => Promise<T>): Promise<T> {
		this.check();
		const attempted = change();
		await attempted.then(
			() => {
				this.strikes = 0;
			},
			(error: unknown) => {
				if (isScopeMissing(error)) this.missingScope ??= error;
				// A clear rejection shows that the service works.
				this.strikes = isStrike(error) ? this.strikes + 1 : 0;
			},
		);
		return await attempted;
	}
}

/** Returns a function that returns the circuit breaker of a part of each row's change. */
export function circuitBreakers() {
	const breakers = new Map<object, CircuitBreaker>();
	return (part: object) => {
		const breaker = breakers.get(part) ?? new CircuitBreaker();
		breakers.set(part, breaker);
		return breaker;
	};
}

/** Returns the circuit breaker of a part, which may fail although the rest of a row succeeds. */
export type BreakerOf = ReturnType<typeof circuitBreakers>;
