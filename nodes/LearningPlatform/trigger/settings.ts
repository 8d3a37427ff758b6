import type { IPollFunctions } from 'n8n-workflow';

import { listAt, scopesOf } from '../catalog/knownLists';
import { labelsFor, listsOfLabels } from '../catalog/labels';
import { UserFacingError } from '../failures/userFacingError';
import type { ReadParameter } from '../form';
import { ListingLog } from '../n8n/log';
import { isScheduledPoll, pollIntervalMs } from '../n8n/pollTimes';
import { pollDeadline } from '../n8n/scheduler';
import { triggerKey } from '../n8n/staticData';
import { openClient } from '../service';
import { readIsoDate } from '../values/dates';
import { operatorOf, type Filter } from '../values/filter';
import { isObject } from '../values/json';
import { readTriggerForm } from './form';

/** A poll's settings and its client. */
export type Poll = Awaited<ReturnType<typeof readPoll>>;

/** Reads the trigger's form and credential. @throws UserFacingError for an invalid field */
export async function readPoll(context: IPollFunctions) {
	const parameter: ReadParameter = (name, ifLeftOut) => context.getNodeParameter(name, ifLeftOut);
	const form = readTriggerForm(parameter, context);
	const { filters, options, output, resource, target, triggerOn } = form;
	const { path, pathIds } = target;
	const { changedBy, completionIdentity, ...list } = listAt(path);
	const { maxRetries, onlyFirst, passingScore, readWholeList } = options;
	if (readWholeList > 0 && changedBy === undefined) {
		throw new UserFacingError(
			`The list ${path} has no modification date, so every poll has to read the whole list`,
			'Under Options, set Read the Whole List to Every Poll.',
		);
	}
	// The user's fields take precedence over the catalog's.
	const idFields = options.idField.length > 0 ? options.idField : target.identity;
	const ignored = options.ignoreFields.length > 0 ? options.ignoreFields : list.ignoreFields;
	const ignoreFields = new Set(ignored);
	const labels = labelsFor(path, options.addNames);
	const client = await openClient(context, {
		log: new ListingLog(context, path),
		maxRetries,
		stopSignal: pollDeadline(context, path),
		scopes: scopesOf([path, ...listsOfLabels(labels, path)]),
	});
	return {
		client,
		/** Identifies the trigger in this process. */
		key: triggerKey(context),
		/** If `identity` is missing, the first record determines the ID field. */
		listing: {
			path,
			...filters,
			identity: idFields,
			isChosen: resource.list === undefined,
		},
		/** Affects only the output: records are compared as the service sent them. */
		items: {
			output: { ...output, escapeFormulas: options.escapeFormulas },
			recordType: { ...resource, pathIds },
			labels,
		},
		compared: {
			completionIdentity,
			ignoreFields,
			onlyFirst,
			passingScore,
			triggerOn,
		},
		schedule: {
			changedBy,
			readWholeList,
			/** True if each row needs every column in the list. */
			findsColumns: output.shape === 'row' && output.fields.length === 0,
		},
		intervalMs: pollIntervalMs(context),
		/** False for the poll that publishing runs. */
		isScheduled: isScheduledPoll(context),
		emitOnFirstRun: options.emitOnFirstRun,
		removalLimit: options.removalLimit,
		/** If this changes, the next poll starts over. A new client secret or a new date from an expression must not matter. */
		watched: {
			baseUrl: client.fields.baseUrl,
			path,
			idFields,
			onlyFirst,
			passingScore,
			filters: withoutLocators(context.getNode().parameters.filters),
			values: [filters.nameContains, filters.filters.filter((filter) => !isOnDate(filter))],
			triggerOn: [...triggerOn],
			ignoreFields: [...ignoreFields].sort(),
		},
	};
}

/** Returns true for a range, such as Created After, and for a day. */
const isOnDate = ({ operator, values }: Filter) =>
	operatorOf(operator)?.isRange === true || values.some((value) => readIsoDate(value));

/** Drops the display names of chosen values because names may change. */
function withoutLocators(filters: unknown): object {
	const text = JSON.stringify(filters ?? {}, (_key, value: unknown) =>
		isObject(value) && value.__rl === true ? value.value : value,
	);
	return JSON.parse(text) as object;
}
