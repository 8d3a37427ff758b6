import type { IPollFunctions } from 'n8n-workflow';

import { findKnownList } from '../catalog/knownLists';
import { namesBesideIds } from '../catalog/names';
import { resources } from '../catalog/resources';
import { UserFacingError } from '../errors';
import { readForm, type ReadParameter } from '../form';
import { CREDENTIAL_TYPE, readCredentialFields } from '../token';
import { knownTimeZone } from '../values/dates';
import type { TriggerEvent } from './changes';
import { hasCompletions } from './events';
import { triggerForm, watchedResource } from './form';
import { canonicalJson, shortHash } from './keys';
import { BEST_ID, textOf } from './state';
import { checkReadWholeList } from './wholeList';

/** As a base64 text of 96 bits: two scopes of one node will not meet. */
const SCOPE_LENGTH = 16;

/** As a base64 text of 54 bits: two requests of one user will not meet. */
const REQUEST_LENGTH = 9;

/** What to poll and what to report about it. */
export type TriggerSettings = Awaited<ReturnType<typeof readSettings>>;

/** Reads the form of the trigger and its credential. @throws UserFacingError for a field that cannot be used */
export async function readSettings(context: IPollFunctions) {
	const parameter: ReadParameter = (name, ifLeftOut) => context.getNodeParameter(name, ifLeftOut);
	const resource = watchedResource.read(parameter, context);
	const { options, output, ...form } = readForm(triggerForm(resource), parameter, context);
	const { reportEverythingOnce, reportEverythingAgain: every } = options;
	const { target, triggerOn } = form;
	checkCompleted(triggerOn, target);
	checkReadWholeList({ ...options, target });
	const idFields = namesOr(options.idField, target.idFields);
	const ignoreFields = new Set(namesOr(options.ignoreFields, target.ignoreFields));
	const request =
		reportEverythingOnce === '' ? undefined : shortHash(reportEverythingOnce, REQUEST_LENGTH);
	const { baseUrl, clientId } = readCredentialFields(await context.getCredentials(CREDENTIAL_TYPE));
	// The client secret is no part of it: after a rotation the list is still the same. Filters count as they were
	// entered: an expression such as `$now` would start a new scope with every poll, and no change would ever be reported.
	const scopeOf = (idField: string | null) =>
		hashOf({
			...{ baseUrl, clientId, idField },
			listName: target.path,
			filters: withoutEmpty(context.getNode().parameters.filters ?? {}),
			triggerOn: [...triggerOn].sort(),
			ignoreFields: [...ignoreFields].sort(),
		});
	const idField = idFields ? textOf(idFields) : null;
	// With Completed, ID Field decides whether each learner or each attempt is reported once.
	const hasTwin = (idField === null || idField === BEST_ID) && !triggerOn.has('completed');
	const shaped = { ...output, escapeFormulas: options.escapeFormulas };
	const hasColumns = output.kind === 'row' || output.kind === 'simplified';
	return {
		...form,
		...options,
		resource,
		names: namesBesideIds(target.path, options.addNames),
		keepsIds: triggerOn.has('removed'),
		keepsContent: triggerOn.has('updated'),
		/** What identifies a record; `undefined` for the best usual field of the first one. */
		idFields,
		/** The fields that name the learner and what was completed; `undefined` for the fields of the ID. */
		completionOf: options.idField.length > 0 ? undefined : target.completionOf,
		ignoreFields,
		/** When the user wants everything reported again, and where days begin. */
		refresh: {
			...{ every, request, timeZone: knownTimeZone(context.getTimezone()) },
			isUsed: every !== 'never' || request !== undefined,
		},
		/** The shape of the items. Records are compared as the service sent them. */
		output: shaped,
		/** Identifies all that makes two polls comparable. */
		scope: scopeOf(idField),
		/** The scope with ID Field empty instead of `_id`, or the other way round; `undefined` where they differ. */
		twinScope: hasTwin ? scopeOf(idField === null ? BEST_ID : null) : undefined,
		/** Identifies the columns, which come from the whole list; `undefined` for an output without columns. */
		shape: hasColumns ? hashOf({ ...shaped, names: options.addNames }) : undefined,
	};
}

function hashOf(values: object): string {
	return shortHash(canonicalJson(values, new Set()), SCOPE_LENGTH);
}

/** The filters without empty ones: removing an empty filter does not make another list. */
function withoutEmpty(filters: unknown): unknown {
	if (typeof filters !== 'object' || filters === null) return filters;
	return Object.fromEntries(Object.entries(filters).filter(([, value]) => !isEmpty(value)));
}

/** Whether nothing was added, as in field filters without a row. An empty text counts, since the form refuses it. */
function isEmpty(value: unknown): boolean {
	return typeof value === 'object' && Object.values(value ?? {}).every(isEmpty);
}

/** The names that a user entered, or else the ones that the catalog has for the list. */
function namesOr(names: readonly string[], fitting?: readonly string[]) {
	return names.length > 0 ? names : fitting;
}

/** @throws UserFacingError when Completed is chosen for a list whose records cannot be completed */
export function checkCompleted(
	triggerOn: ReadonlySet<TriggerEvent>,
	{ path, completionOf }: { path: string; completionOf?: readonly string[] },
): void {
	if (!triggerOn.has('completed') || completionOf || !findKnownList(path)) return;
	const names = resources.filter(hasCompletions).map(({ name }) => name);
	throw new UserFacingError(
		`Trigger On cannot be Completed for the list ${path}, whose records have no date of completion`,
		`Choose another event in Trigger On, or the resource ${names.join(' or ')}.`,
	);
}
