import { responseOf, type Explanation } from '../errors';
import type { Failure } from '../failures/failure';
import { scopeMissing } from './scopes';
import { WRITE_ERRORS } from './writeErrors';

/** The actions that need write access to a list. */
const WRITE_ACTIONS = {
	'external-ids': 'store personnel numbers',
	groups: 'add or remove members of groups',
	paths: 'change the audiences of path sessions',
	users: 'create or change users',
};

/** Explains why a change was rejected: a missing scope, an invalid field, or an unsupported change. */
export function explainRejectedWrite(
	failure: Failure,
	usual: Explanation,
	{ list }: { list: keyof typeof WRITE_ACTIONS },
): Explanation {
	const { lacksList, lacksScope, status, facts } = failure;
	const { serviceCode = '' } = facts;
	const answer = responseOf(facts);
	if (lacksScope) {
		const records = list === 'external-ids' ? 'externalIds' : list;
		return scopeMissing(failure, `${records}:write`, WRITE_ACTIONS[list]);
	}
	const known = Object.hasOwn(WRITE_ERRORS, serviceCode) ? WRITE_ERRORS[serviceCode] : undefined;
	if (known) {
		const { message, advice } = known;
		return { message, advice: [advice, answer], schedulerCause: 'configuration-invalid' };
	}
	if (!lacksList && status !== 405 && status !== 501) return usual;
	return {
		message: `The service has no way to ${WRITE_ACTIONS[list]}`,
		advice: ['Ask a platform administrator whether its API has this feature.', answer],
	};
}
