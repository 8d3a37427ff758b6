import type { IPollFunctions } from 'n8n-workflow';

import { readOutput, type OutputChoice } from '../listing/output';
import {
	readFilterQuery,
	readMaxRetries,
	readSplitBy,
	type ReadParameter,
} from '../listing/parameters';
import { readListTarget, type ListTarget } from '../listing/target';
import { findResource, resources, type Resource } from '../resources';
import { UserFacingError } from '../transport/errors';
import { CREDENTIAL_TYPE, readCredentialFields } from '../transport/token';
import type { TriggerEvent } from './changes';
import { canonicalJson, fingerprint } from './fingerprint';
import { readRefresh, type RefreshOptions, type RefreshSettings } from './refresh';
import type { StateFormat } from './state';

/** What to poll and what to report about it. */
export interface TriggerSettings extends StateFormat {
	resource: Resource;
	target: ListTarget;
	/** Filters as a query string. */
	query: string;
	maxRetries: number;
	/** The date that the list is split by; '' to read it whole. */
	splitBy: string;
	triggerOn: ReadonlySet<TriggerEvent>;
	/** Where a record's ID is, or the fields that make it, with `, ` between; `undefined` to find it. */
	idField: string | undefined;
	ignoreFields: ReadonlySet<string>;
	emitOnFirstRun: boolean;
	/** When to report everything again. */
	refresh: RefreshSettings;
	/** The shape of the items; what is compared are the records as they came. */
	output: OutputChoice;
	/** Identifies all that makes two polls comparable. */
	scope: string;
}

interface Options extends RefreshOptions {
	emitOnFirstRun?: unknown;
	idField?: unknown;
	ignoreFields?: unknown;
}

const EVENTS: readonly TriggerEvent[] = ['added', 'updated', 'removed'];

/** As a base64 text of 96 bits: two scopes of one node will not meet. */
const SCOPE_LENGTH = 16;

/**
 * Reads the parameters of the trigger and the parts of the credential that its scope needs.
 *
 * @throws UserFacingError, or ServiceError when a field of the credential cannot be used
 */
export async function readSettings(context: IPollFunctions): Promise<TriggerSettings> {
	const read: ReadParameter = (name, fallback) => context.getNodeParameter(name, fallback);
	const options = read('options', {}) as Options;
	const triggerOn = readEvents(read('triggerOn', ['added']));
	const resource = readResource(read('resource', 'course'));
	const target = readListTarget(read, resource);
	const settings = {
		resource,
		target,
		query: readFilterQuery(read, resource, context.getTimezone()),
		maxRetries: readMaxRetries(read),
		splitBy: readSplitBy(read, resource),
		triggerOn,
		keepsIds: triggerOn.has('removed'),
		keepsContent: triggerOn.has('updated'),
		idField: namesOr(target.idFields, options.idField).join(', ') || undefined,
		ignoreFields: new Set(namesOr(target.ignoreFields, options.ignoreFields)),
		emitOnFirstRun: options.emitOnFirstRun === true,
		refresh: readRefresh(options, context.getTimezone()),
		output: readOutput(read),
	};
	return { ...settings, scope: await scopeOf(context, settings) };
}

/**
 * The client secret is no part of it: after a rotation the list is still the same. Filters count as they were
 * entered: an expression such as a date that moves along would otherwise start a new scope with every poll,
 * and no change would ever be reported.
 */
async function scopeOf(
	context: IPollFunctions,
	{ target, triggerOn, idField, ignoreFields }: Omit<TriggerSettings, 'scope'>,
): Promise<string> {
	const { baseUrl, clientId } = readCredentialFields(await context.getCredentials(CREDENTIAL_TYPE));
	const scope = {
		baseUrl,
		clientId,
		listName: target.listName,
		filters: context.getNode().parameters.filters ?? {},
		triggerOn: [...triggerOn].sort(),
		idField: idField ?? null,
		ignoreFields: [...ignoreFields].sort(),
	};
	return fingerprint(canonicalJson(scope, new Set()), SCOPE_LENGTH);
}

function readResource(value: unknown): Resource {
	const resource = findResource(value);
	if (resource) return resource;
	throw new UserFacingError(
		'Resource is not one that this version of the node knows',
		`Choose ${resources.map(({ name }) => name).join(' or ')}, or update the node package.`,
	);
}

function readEvents(value: unknown): ReadonlySet<TriggerEvent> {
	const names = readNames(value);
	const events = EVENTS.filter((event) => names.includes(event));
	if (events.length > 0) return new Set(events);
	throw new UserFacingError(
		'No event is selected in Trigger On',
		'Choose at least one of Added, Updated and Removed. If it is an expression, check what it returns.',
	);
}

/** The names that a user gave, or those that fit the list where the user gave none. */
function namesOr(fitting: readonly string[] = [], given: unknown): readonly string[] {
	const names = readNames(given);
	return names.length > 0 ? names : fitting;
}

/** Names as a list, which an expression may return, or as text with commas. */
function readNames(value: unknown): string[] {
	const entries = Array.isArray(value) ? (value as unknown[]) : [value];
	return entries
		.filter((entry) => typeof entry === 'string')
		.flatMap((entry) => entry.split(','))
		.map((entry) => entry.trim())
		.filter((entry) => entry !== '');
}
