import type { FunctionsBase, Logger } from 'n8n-workflow';

import { isObject } from '../values/json';
import { listed } from '../values/words';

/**
 * The lines by kind, each with its level; docs/log.md explains them. `{name}` stands for a fact, and a part in brackets
 * is left out if its fact is missing or 0. The level `routine` is a parameter of `ListingLog`. No fact is a token, a
 * secret, a cursor, a filter value, an email address, or a person's name.
 */
export const lines = {
	listed: 'routine: listed {records} [of {searched} ]records from {pages} pages in {ms} ms',
	exported: 'routine: exported {records} [of {searched} ]records from {pages} pages in {ms} ms',
	labelsListed: 'debug: listed {records} records from {pages} pages in {ms} ms',
	recordRead: 'debug: record read in {ms} ms',
	compared: 'routine: compared with {records} records from {pages} pages in {ms} ms: {counts}',
	versionsMissing: 'warn: no row has a {column} column',
	columnsMissing: 'warn: no row has the columns {columns}',
	itemsProcessed: 'info: {items} input items processed, {records} records read, {failed} failed',
	failed: 'error: failed after {pages} pages and {ms} ms: {error}',
	canceled: 'info: canceled after {pages} pages and {ms} ms',
	listRepeated:
		'warn: several input items read the same list: turn on Execute Once to read it only once',
	filtersUnchecked: 'routine: the filters on {fields} cannot be checked: no record confirms them',
	fieldsMissing: 'warn: no record has the output fields {fields}',
	labelsUnread: 'warn: names left empty because these records could not be read: {names}',
	labelsDeleted: 'info: names left empty because these records could not be read: {names}',

	pageRead: 'debug: page {page}: {records} records in {ms} ms, another page follows',
	lastPageRead: 'debug: page {page}: {records} records in {ms} ms, last page',
	retrying: 'routine: [page {page}: ]failed ({reason}), retrying in {waitMs} ms',
	rateLimited: 'routine: too many requests: all requests wait {pauseMs} ms',
	pageDropped: 'routine: page {page}: dropped because the list continues on a different page',
	slotAwaited: 'debug: waited {ms} ms for other lists that use the same API credentials',
	tokenObtained: 'routine: new access token in {ms} ms',
	tokenKept:
		'warn: access token not renewed ({reason}): using the old token for another {pauseMs} ms',

	userAdded: 'routine: user {id} {outcome}',
	userUpdated: 'routine: user {id} {outcome} ({fields})',
	memberChanged: 'routine: user {id} {outcome}: group {groupId}, {role}',
	enrollmentChanged: 'routine: user {id} {outcome}: path {pathId}, session {sessionId}',
	remarked: 'warn: look at the items: {remarks}',
	wrote: 'routine: {items} items in {ms} ms[, {counts}]',

	polled:
		'routine: polled {records} records[ changed since {since}] in {ms} ms: {counts}[; {missing} missing, to be checked again]',
	firstPolled:
		'routine: polled {records} records in {ms} ms (first poll): {counts}[; {missing} missing, to be checked again]',
	manyUpdated:
		'warn: {updated} of {known} records were updated at once: the platform has probably added a field',
	pollWaited: 'debug: waited {ms} ms for the previous poll',
	pollRunning: 'warn: poll skipped: the previous poll was still running',
	pollReported: 'warn: poll skipped: the previous poll just reported changes',
	filterIgnored: 'warn: the service ignores the filter on {field}, so the whole list is read',
	stateUnreadable: 'warn: the stored state cannot be read, so this poll counts as a first poll',
	stateOfOthers:
		'warn: the stored state is for other settings or another company, so this poll counts as a first poll',

	subscriptionCreated: 'routine: subscription created',
	subscriptionReactivated: 'routine: subscription reactivated',
	subscriptionRemoved: 'routine: subscription removed',
	subscriptionSuspended: 'routine: subscription suspended: some of its events have not arrived',
	publishingFailed: 'warn: the next poll will try again: {error}',
	otherSubscription: 'warn: this node still has another subscription at {origin}',
	missedRequested: 'routine: missed events requested again: {events}',
	missedRejected: 'warn: missed events cannot be requested again: {error}',
	requestRejected: 'warn: rejected a request with {status}: {reason}',
	secretUnread: 'warn: the secret cannot be read: {error}',
	eventUnlabeled: 'warn: names left empty: {error}',
} as const;

/** The facts that a line shows, unless the log itself knows them. */
type FactsIn<Text> = Text extends `${string}{${infer Fact}}${infer Rest}`
	? Record<Exclude<Fact, keyof ListingLog['soFar']>, unknown> & FactsIn<Rest>
	: Partial<ListingLog['soFar']>;

/** A kind of line, and its facts. */
type Line = {
	[Kind in keyof typeof lines]: [kind: Kind, facts?: FactsIn<(typeof lines)[Kind]>];
}[keyof typeof lines];

/** Logs operations on one list. */
export class ListingLog {
	private readonly sublist: string | undefined = undefined;
	private readonly read = { pages: 0, records: 0 };
	private readonly startedAt = performance.now();

	/** @param routineLevel the level of routine lines: `debug` if the run logs one line for all input items */
	constructor(
		private readonly context: FunctionsBase,
		readonly list: string,
		private readonly routineLevel: 'debug' | 'info' = 'info',
	) {}

	/** Returns a log for a second list that is read along with this one, e.g. `attempts`. */
	ofSublist(sublist: string): ListingLog {
		return Object.create(this, { sublist: { value: sublist } }) as ListingLog;
	}

	/** The pages and records read, and the time since the log was opened. */
	get soFar() {
		return { ...this.read, ms: Math.round(performance.now() - this.startedAt) };
	}

	/** Writes a line, unless it is about an empty list of fields or names. In n8n's JSON format, facts are fields. */
	write(...line: Line): void {
		const [kind, given = {}] = line as [Line[0], Readonly<Record<string, unknown>>?];
		if (Object.values(given).some((fact) => Array.isArray(fact) && fact.length === 0)) return;
		if (kind === 'recordRead') this.read.records += 1;
		if (kind === 'pageRead' || kind === 'lastPageRead') {
			this.read.pages += 1;
			this.read.records += Number(given.records);
		}
		const { context, list, sublist, routineLevel } = this;
		const { id: workflowId = 'new', name: workflowName } = context.getWorkflow();
		const { name: nodeName } = context.getNode();
		// A poll has no execution yet, despite the type.
		const executionId = context.getExecutionId() as string | undefined;
		const place = { list, nodeName, workflowId, workflowName, executionId, sublist };
		const usesSoFar = lines[kind].includes('{ms}') && !('ms' in given);
		const facts = { ...place, ...(usesSoFar && this.soFar), ...given } as Record<string, unknown>;
		const { counts, ...fields } = facts;
		const [level, ...text] = lines[kind].split(': ') as [keyof Logger | 'routine', ...string[]];
		const whole = filledIn(IN_PLACE.replace('{line}', text.join(': ')), facts);
		context.logger[level === 'routine' ? routineLevel : level](whole, {
			...fields,
			...(counts as object),
		});
	}
}

/** n8n's text format omits the facts, so the line itself also names the node, workflow, and execution. */
const IN_PLACE =
	'[Learning Platform] {list}[ {sublist}]: {line} (node "{nodeName}", workflow {workflowId}[ "{workflowName}"][, execution {executionId}])';

/** Fills in facts. A line break, e.g. in a node's name or a quoted message, becomes a space: it could forge a line. */
function filledIn(line: string, facts: Readonly<Record<string, unknown>>): string {
	const partOf = (_: string, part: string, name: string) =>
		/^0?$/.test(shownFact(facts[name])) ? '' : part;
	const factOf = (_: string, name: string, noun = '') => {
		const fact = shownFact(facts[name]);
		return fact + (fact === '1' ? noun.slice(0, -1) : noun);
	};
	return line
		.replace(/\[([^[\]{]*\{(\w+)\}[^[\]]*)\]/g, partOf)
		.replace(/\{(\w+)\}( (?:input item|item|page|record)s)?/g, factOf)
		.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
}

/** Returns a fact as text, e.g. `job, phone` or `2 added, 5 changed`. */
function shownFact(fact: unknown = ''): string {
	if (Array.isArray(fact)) return listed(fact as string[]);
	if (!isObject(fact)) return `${fact as number | string}`;
	return listed(Object.entries(fact).map(([what, count]) => `${String(count)} ${what}`));
}
