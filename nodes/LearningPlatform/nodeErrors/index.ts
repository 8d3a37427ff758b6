/** Creates the errors that n8n shows and stores, and says in words what went wrong with a request. */
import {
	NodeApiError,
	NodeOperationError,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';

import { toUserFacingError } from '../errors';
import { Failure, type FailureFacts } from '../failures/failure';
import { UserFacingError } from '../failures/userFacingError';
import type { ListingLog } from '../n8n/log';
import { isTool } from '../n8n/toolAnswer';
import { escapeMarkup } from '../values/words';
import { explain } from './purpose';

/** Returns the error that a user of the node reads for a failure; returns any other error unchanged. */
export function wordedForNode(error: unknown): Error & { step?: string } {
	return toUserFacingError(error, explain) as Error;
}

/**
 * Creates the error that n8n shows and stores. It has no stack, cause, or response, which could contain a token.
 *
 * @param listName the name that users see, e.g. `courses`
 * @param itemIndex the index of the input item; omitted for triggers
 */
export function toNodeError(
	node: INode,
	cause: unknown,
	listName: string,
	itemIndex?: number,
): NodeApiError | NodeOperationError {
	const position = itemIndex === undefined ? {} : { itemIndex };
	const error = wordedForNode(cause);
	if (error instanceof UserFacingError) {
		const { status, facts = {} } = cause instanceof Failure ? cause : {};
		const { message: shown, rest } = partsOf(error, listName, pageIn(cause));
		const toReader = isTool(node) ? breakCodes : (text: string) => text;
		// AI Agent 3 shows the model only the error's message.
		const message = toReader(isTool(node) ? sentences(shown, rest) : shown);
		// n8n 1 recognizes a failed item by its description, which must not be empty.
		const description = toReader(rest || error.step);
		// Pass on only HTTP statuses: n8n replaces the message if it receives a system error code.
		const httpCode = status === undefined ? {} : { httpCode: String(status) };
		const failure = schedulerFailureOf(error, facts.retryAfterMs);
		const options = { ...position, ...httpCode, ...failure, message, description };
		// Always a NodeApiError: n8n would wrap any other error and add a stack. The message is set again because the
		// constructor replaces messages that contain a system error code.
		return Object.assign(withoutStack(new NodeApiError(node, {}, options)), { message });
	}
	if (isCancellation(error)) {
		// n8n recognizes a canceled execution by the word "canceled"; without it, n8n reports a failure.
		return withoutStack(new NodeOperationError(node, 'The execution was canceled', position));
	}
	return new NodeOperationError(node, error, position);
}

/** Matches the first letter of a system error code. */
const FIRST_LETTER =
	/E(?=CONNREFUSED|CONNRESET|CONNABORTED|NOTFOUND|TIMEDOUT|RRADDRINUSE|ADDRNOTAVAIL|HOSTUNREACH|AI_AGAIN|NOENT|ISDIR|NOTDIR|ACCES|EXIST|PERM)|G(?=ETADDRINFO)/gi;

/** n8n replaces a tool's error message if it contains a system error code, even within a word like "courseNotFound". */
const breakCodes = (text: string) => text.replace(FIRST_LETTER, '$& ');

/** Matches a quoted entry, which may be a filter value, an email address, or a name. An ID is good to know. */
const ENTERED = /(?<=, not )".*"|(?<=with the ID )"(?![\w-]+").*"/s;

/** Creates the same error as `toNodeError` and logs the failure or cancellation. */
export function logFailure(
	node: INode,
	error: unknown,
	log: ListingLog,
	itemIndex?: number,
): NodeApiError | NodeOperationError {
	const nodeError = toNodeError(node, error, log.list, itemIndex);
	const shown = wordedForNode(error);
	// Do not log the description: it may quote a filter value from the service's response.
	const isWorded = shown instanceof UserFacingError;
	const { message } = isWorded ? partsOf(shown, log.list, pageIn(error)) : nodeError;
	if (isCancellation(error)) log.write('canceled');
	else log.write('failed', { error: message.replace(ENTERED, '"..."') });
	return nodeError;
}

/**
 * Creates the output item for a failed input item if On Error is set to continue.
 *
 * @param itemIndex omitted if the run failed as a whole: n8n would name its first item
 * @throws NodeApiError or NodeOperationError if On Error has any other setting or the execution was canceled
 */
export function errorItem(
	context: Pick<IExecuteFunctions, 'getNode' | 'continueOnFail'>,
	error: unknown,
	log: ListingLog,
	itemIndex?: number,
): INodeExecutionData {
	const nodeError = logFailure(context.getNode(), error, log, itemIndex);
	if (!context.continueOnFail() || isCancellation(error)) throw nodeError;
	const { message, description } = nodeError;
	// n8n 1 sends an item with these two fields to the error output.
	const json = { error: message, ...(description && { message: description }) };
	return { json, pairedItem: { item: itemIndex ?? 0 } };
}

/**
 * Returns the items of a run that failed as a whole. n8n would otherwise hand on the input items as if they had been
 * processed. Since n8n shows no error, a hint does.
 *
 * @param nothing what was not done, e.g. `Nothing was compared.`
 */
export function itemsOfFailedRun(
	context: Pick<IExecuteFunctions, 'getNode' | 'addExecutionHints'>,
	item: INodeExecutionData,
	nothing: string,
): INodeExecutionData[] {
	if (context.getNode().onError === 'continueErrorOutput') return [item];
	const { error, message = '' } = item.json as { error: string; message?: string };
	// With advice, the error already ends with a period.
	const text = `${nothing} ${error.replace(/\.?$/, '.')} ${message}`.trim();
	context.addExecutionHints({
		type: 'warning',
		location: 'outputPane',
		// n8n renders hints as HTML, and field names come from the service.
		message: escapeMarkup(text),
	});
	return [];
}

/** Splits an error into its message and the text below it. */
function partsOf(
	{ message, step, description }: UserFacingError,
	listName: string,
	page: FailureFacts['page'],
) {
	const title = page ? `${message} (${listName}, page ${page.number})` : message;
	// On the first page, there is no progress to report, and the credential is the usual cause.
	if (!page || page.number === 1) return { message: sentences(title, step), rest: description };
	const { recordsRead: read } = page;
	const progress = `The node read ${read} ${read === 1 ? 'record' : 'records'} before this error.`;
	// The settings worked for the first page, so the next step goes into the description, not the message.
	const rest = [step, description, progress].filter((text) => text !== '').join(' ');
	return { message: title, rest };
}

/** Returns the page that failed. The pages of other lists, such as the list of names, would confuse users. */
function pageIn(error: unknown): FailureFacts['page'] {
	if (!(error instanceof Failure)) return undefined;
	const { page, purpose } = error.facts;
	const isScopeMissing =
		error.lacksScope && (purpose?.action === 'subscribe' || purpose?.action === 'write');
	const isOtherList = purpose?.action === 'addLabels' || purpose?.action === 'lookUp';
	return isScopeMissing || isOtherList ? undefined : page;
}

/** Tells n8n's scheduler why a poll failed, and how long to wait. Waiting does not help if someone has to fix the problem. */
function schedulerFailureOf({ schedulerCause: cause }: UserFacingError, retryAfterMs?: number) {
	if (cause === undefined) return {};
	const mayPass = cause === 'rate-limited' || cause === 'temporarily-unavailable';
	return { failure: mayPass && retryAfterMs !== undefined ? { cause, retryAfterMs } : { cause } };
}

function sentences(title: string, rest: string): string {
	if (rest === '') return title;
	return title.endsWith('.') ? `${title} ${rest}` : `${title}. ${rest}`;
}

/** Returns true if the user or n8n's own timeout stopped the execution. */
function isCancellation(error: unknown): boolean {
	return (error as Partial<Error> | undefined)?.name === 'AbortError';
}

function withoutStack<T extends Error>(error: T): T {
	delete error.stack;
	return error;
}
