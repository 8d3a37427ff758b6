import type { IPollFunctions } from 'n8n-workflow';

import { namesBesideIds } from '../catalog/names';
import { readForm, type ReadParameter } from '../form';
import { CREDENTIAL_TYPE, readCredentialFields } from '../token';
import { isObject } from '../values/fieldPath';
import { canonicalJson, shortHash } from '../values/hash';
import { checkTriggerOn } from './events';
import { triggerForm, watchedResource } from './form';
import { checkReadWholeList } from './since';

/** As a base64 text of 96 bits: two scopes of one node will not meet. */
const SCOPE_LENGTH = 16;

/** What to poll and what to report about it. */
export type TriggerSettings = Awaited<ReturnType<typeof readSettings>>;

/** Reads the form of the trigger and its credential. @throws UserFacingError for a field that cannot be used */
export async function readSettings(context: IPollFunctions) {
	const parameter: ReadParameter = (name, ifLeftOut) => context.getNodeParameter(name, ifLeftOut);
	const resource = watchedResource.read(parameter, context);
	const { options, output, ...form } = readForm(triggerForm(resource), parameter, context);
	const { target, triggerOn } = form;
	const { onlyFirst, passingScore } = options;
	checkTriggerOn(triggerOn, target.path);
	checkReadWholeList(options.readWholeList, target);
	const idFields = namesOr(options.idField, target.idFields);
	const ignoreFields = new Set(namesOr(options.ignoreFields, target.ignoreFields));
	const { baseUrl, clientId } = readCredentialFields(await context.getCredentials(CREDENTIAL_TYPE));
	// The client secret is no part of it: after a rotation the list is still the same. Filters count as they were
	// entered: an expression such as `$now` would start a new scope with every poll, and no change would ever be reported.
	const filters = withoutLocators(context.getNode().parameters.filters);
	const compared = {
		...{ baseUrl, clientId, idFields, onlyFirst, passingScore },
		listName: target.path,
		// An empty filter that is removed does not make another list.
		filters: Object.fromEntries(Object.entries(filters).filter(([, value]) => !isEmpty(value))),
		triggerOn: [...triggerOn],
		ignoreFields: [...ignoreFields].sort(),
	};
	return {
		...form,
		...options,
		resource,
		names: namesBesideIds(target.path, options.addNames),
		/** What identifies a record; `undefined` for the best usual field of the first one. */
		idFields,
		/** The fields that name the learner and what was completed. */
		completionOf: target.completionOf,
		ignoreFields,
		/** The shape of the items. Records are compared as the service sent them. */
		output: { ...output, escapeFormulas: options.escapeFormulas },
		/** Whether the columns of the items are those that the whole list has. */
		findsColumns: output.kind === 'row' && output.fields.length === 0,
		/** Identifies all that makes two polls comparable. */
		scope: shortHash(canonicalJson(compared), SCOPE_LENGTH),
	};
}

/** What was chosen, however: the name by which a list showed it may change. */
function withoutLocators(filters: unknown): object {
	const text = JSON.stringify(filters ?? {}, (_key, value: unknown) =>
		isObject(value) && value.__rl === true ? value.value : value,
	);
	return JSON.parse(text) as object;
}

/** Whether nothing was added, as in field filters without a row. An empty text counts, since the form refuses it. */
function isEmpty(value: unknown): boolean {
	return typeof value === 'object' && Object.values(value ?? {}).every(isEmpty);
}

/** The names that a user entered, or else the ones that the catalog has for the list. */
function namesOr(names: readonly string[], fitting?: readonly string[]) {
	return names.length > 0 ? names : fitting;
}
