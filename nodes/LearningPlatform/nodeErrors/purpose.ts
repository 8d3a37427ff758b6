import { responseOf, type Explanation } from '../errors';
import type { Failure, Purpose } from '../failures/failure';
import { titleOf } from '../values/words';
import { CHECK_ID } from './page';
import { scopeMissing } from './scope';
import { explainRefusedSubscription } from './subscription';
import { explainRefusedWrite } from './write';

/** Explains a failure by what its request was for. @param usual the explanation of its kind */
export function explainPurpose(failure: Failure, usual: Explanation): Explanation {
	const { page, purpose, scopes = [] } = failure.facts;
	if (scopes.length > 1) {
		const step = `Ask a platform administrator to add these scopes: ${scopes.join(', ')}.`;
		return { ...usual, step };
	}
	switch (purpose?.action) {
		case 'addLabels':
			return explainEmptyLabels(failure, usual, purpose);
		case 'readChanges':
			// If the service linked to a later page, the filter is not the cause.
			if (failure.reason !== '400' || (page?.number ?? 1) > 1) return usual;
			return {
				...usual,
				message: `The service cannot list changes by "${purpose.field}"`,
				advice: ['Under Options, set Read the Whole List to Every Poll.', usual.advice].flat(),
			};
		case 'readRecord':
			// A 404 may also come from the token endpoint.
			if (failure.reason !== '404' || failure.isOfCredential) return usual;
			return {
				message: `The service has no ${purpose.name} with the ID "${purpose.id}"`,
				advice: [CHECK_ID, responseOf(failure.facts)],
			};
		case 'subscribe':
			return explainRefusedSubscription(failure, usual, purpose);
		case 'write':
			return explainRefusedWrite(failure, usual, purpose);
		case undefined:
			return usual;
	}
}

/** Explains which labels are missing, why, and how to proceed without them. */
function explainEmptyLabels(
	failure: Failure,
	usual: Explanation,
	{ labelKind, scope }: Extract<Purpose, { action: 'addLabels' }>,
): Explanation {
	const without = `To list records without these names, remove ${titleOf(labelKind)} from Add Names Of under Options.`;
	if (failure.lacksScope) {
		return scopeMissing(
			failure,
			scope,
			`read ${labelKind}, so their names cannot be added`,
			without,
		);
	}
	const { page } = failure.facts;
	// The page belongs to the list of names, not to the list that the user is reading.
	const place = page ? `names of ${labelKind}, page ${page.number}` : `names of ${labelKind}`;
	const message = `${usual.message} (${place})`;
	return { ...usual, message, advice: [usual.advice, without].flat() };
}
