import type { IPollFunctions } from 'n8n-workflow';

import { namesBesideIds } from '../catalog/names';
import { readForm, type ReadParameter } from '../form';
import { CREDENTIAL_TYPE, readCredentialFields } from '../token';
import { knownTimeZone } from '../values/dates';
import { checkCompleted } from './completion';
import { canonicalJson, fingerprint } from './fingerprint';
import { resource as resourceField, triggerForm } from './form';
import { textOf } from './state';
import { checkReadWholeList } from './wholeList';

/** As a base64 text of 96 bits: two scopes of one node will not meet. */
const SCOPE_LENGTH = 16;

/** As a base64 text of 54 bits: two requests of one user will not meet. */
const REQUEST_LENGTH = 9;

/** What to poll and what to report about it. */
export type TriggerSettings = Awaited<ReturnType<typeof readSettings>>;

/**
 * Reads the form of the trigger and the parts of the credential that its scope needs.
 *
 * @throws UserFacingError for a field of the form or of the credential that cannot be used
 */
export async function readSettings(context: IPollFunctions) {
	const parameter: ReadParameter = (name, ifLeftOut) => context.getNodeParameter(name, ifLeftOut);
	const resource = resourceField.read(parameter, context);
	const { options, output, ...form } = readForm(triggerForm(resource), parameter, context);
	const { reportEverythingOnce, reportEverythingAgain: every } = options;
	const { target, triggerOn } = form;
	checkCompleted(triggerOn, target);
	checkReadWholeList({ ...options, target });
	const idFields = given(options.idField, target.idFields);
	const ignoreFields = new Set(given(options.ignoreFields, target.ignoreFields));
	const request =
		reportEverythingOnce === '' ? undefined : fingerprint(reportEverythingOnce, REQUEST_LENGTH);
	const { baseUrl, clientId } = readCredentialFields(await context.getCredentials(CREDENTIAL_TYPE));
	// The client secret is no part of it: after a rotation the list is still the same. Filters count as they were
	// entered: an expression such as a date that moves along would otherwise start a new scope with every poll, and
	// no change would ever be reported.
	const scope = {
		baseUrl,
		clientId,
		listName: target.listName,
		filters: context.getNode().parameters.filters ?? {},
		triggerOn: [...triggerOn].sort(),
		idField: idFields ? textOf(idFields) : null,
		ignoreFields: [...ignoreFields].sort(),
	};
	return {
		...form,
		...options,
		resource,
		names: namesBesideIds(target.listName, options.addNames),
		keepsIds: triggerOn.has('removed'),
		keepsContent: triggerOn.has('updated'),
		/** What identifies a record; `undefined` for the best usual field of the first one. */
		idFields,
		/** What says who has completed what; `undefined` for what identifies the record. */
		completionOf: options.idField.length > 0 ? undefined : target.completionOf,
		ignoreFields,
		/** When the user wants everything reported again, whether or not it has changed. */
		refresh: {
			every,
			request,
			/** Where days begin; `undefined` for where the process is. */
			timeZone: knownTimeZone(context.getTimezone()),
			isUsed: every !== 'never' || request !== undefined,
		},
		/** The shape of the items; what is compared are the records as they came. */
		output: { ...output, escapeFormulas: options.escapeFormulas },
		/** Identifies all that makes two polls comparable. */
		scope: fingerprint(canonicalJson(scope, new Set()), SCOPE_LENGTH),
	};
}

/** The names that a user gave, or those that fit the list where the user gave none. */
function given(names: readonly string[], fitting?: readonly string[]) {
	return names.length > 0 ? names : fitting;
}
