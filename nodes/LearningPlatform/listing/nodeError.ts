import {
	NodeApiError,
	NodeOperationError,
	type Failure,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';

import { findKnownList } from '../knownLists';
import { resources } from '../resources';
import { ServiceError, UserFacingError } from '../transport/errors';
import { PageError } from '../transport/pages';
import { isTool } from './toolAnswer';

/**
 * The error that n8n shows and stores: what happened, on which page, what to do, and nothing else. It has no
 * stack, cause or response, so that no socket, header or token can end up in the stored execution.
 *
 * @param listName what was listed, in the user's words, e.g. `courses`
 * @param itemIndex the input item; a trigger has none
 */
export function toNodeError(
	node: INode,
	error: unknown,
	listName: string,
	itemIndex?: number,
): NodeApiError | NodeOperationError {
	const position = itemIndex === undefined ? {} : { itemIndex };
	if (error instanceof PageError) {
		const { failure, page, part, recordsRead } = error;
		const place = part === undefined ? `page ${page}` : `page ${page} of the part ${part}`;
		// On the first page there is no progress to report; it is mostly the credential that is wrong.
		const progress =
			page > 1 || part !== undefined ? ` ${recordsRead} records had been read by then.` : '';
		return apiError(node, `${failure.message} (${listName}, ${place})`, {
			...position,
			description: `${withRemedy(failure, listName, itemIndex)}${aboutSplit(error)}${progress}`,
			httpCode: failure.reason,
			failure: failure.schedulerFailure,
		});
	}
	if (error instanceof UserFacingError) {
		const httpCode = error instanceof ServiceError ? error.reason : 'none';
		return apiError(node, error.message, {
			...position,
			description: withRemedy(error, listName, itemIndex),
			httpCode,
			failure: error.schedulerFailure,
		});
	}
	if (isCancellation(error)) {
		// n8n knows a canceled execution by this word in the message; without it the execution has "failed".
		return withoutStack(new NodeOperationError(node, 'The execution was canceled', position));
	}
	return new NodeOperationError(node, error as Error, position);
}

/** n8n has Request Options for operations, which have input items, but not for triggers. */
function withRemedy(
	error: UserFacingError,
	listName: string,
	itemIndex: number | undefined,
): string {
	const { description } = error;
	const remedy = error instanceof ServiceError ? error.remedy : undefined;
	const scope = findKnownList(listName)?.scope;
	if (remedy === 'addScope' && scope) return `${description} The list needs the scope "${scope}".`;
	if (remedy === 'raiseTimeout' && itemIndex !== undefined) {
		return `${description} If the service is only slow, raise Timeout under Request Options.`;
	}
	if (remedy === 'checkPath' && !resources.some(({ list }) => list === listName)) {
		return `Check List to Read: it has to lead to a list of this platform. ${description}`;
	}
	return description;
}

/** Parts are asked for by a filter that the user has never entered. */
function aboutSplit({ part, failure }: PageError): string {
	return part !== undefined && failure.reason === '400'
		? ' If the service cannot filter by the date that the list is split by, remove Split By under Options.'
		: '';
}

/** What an input item becomes that failed, with On Error: Continue. */
export function errorItem(
	{ message, description }: NodeApiError | NodeOperationError,
	itemIndex: number,
): INodeExecutionData {
	// By these two names n8n 1.x knows an item that belongs to the error output.
	const json = { error: message, ...(description && { message: description }) };
	return { json, pairedItem: { item: itemIndex } };
}

/** Whether a list ended because the user, or n8n's own timeout, stopped the execution. */
export function isCancellation(error: unknown): boolean {
	return (error as Partial<Error> | undefined)?.name === 'AbortError';
}

interface Details {
	description: string;
	httpCode: string;
	itemIndex?: number;
	failure: Failure | undefined;
}

/** A NodeApiError, whatever went wrong: n8n wraps everything else that a route throws, with a stack. */
function apiError(
	node: INode,
	whatHappened: string,
	{ httpCode, failure, ...details }: Details,
): NodeApiError {
	// n8n would replace the message for the system's error codes, so only a status is passed on.
	const status = /^\d+$/.test(httpCode) ? { httpCode } : {};
	// Of an error, AI Agent 3 hands a model the message alone.
	const message = isTool(node) ? `${whatHappened}. ${details.description}` : whatHappened;
	const options = { ...details, ...status, ...(failure && { failure }), message };
	return withoutStack(new NodeApiError(node, {}, options));
}

function withoutStack<T extends Error>(error: T): T {
	delete error.stack;
	return error;
}
