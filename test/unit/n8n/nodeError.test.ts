import { NodeApiError, NodeOperationError, type INode, type Logger } from 'n8n-workflow';

import { ListingLog } from '../../../nodes/LearningPlatform/n8n/log';
import { failedItem, toNodeError } from '../../../nodes/LearningPlatform/n8n/nodeError';
import {
	credentialError,
	onPage,
	serviceError,
	UserFacingError,
} from '../../../nodes/LearningPlatform/errors';

const node: INode = {
	id: 'node',
	name: 'Learning Platform',
	type: 'n8n-nodes-learning-platform.learningPlatform',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

const failure = serviceError('The service failed', 'Try later.', { reason: '503' });
const list = 'courses';

describe('a page that failed', () => {
	it('is named, with what was read before it', () => {
		const error = toNodeError(node, onPage(failure, { number: 3, recordsRead: 1000 }), list, 2);
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error).toMatchObject({
			message: 'The service failed (courses, page 3)',
			description: 'Try later. 1000 records had been read before this error.',
			httpCode: '503',
		});
		expect(error.context.itemIndex).toBe(2);
	});

	it('is named without progress when it is the first', () => {
		const error = toNodeError(node, onPage(failure, { number: 1, recordsRead: 0 }), list);
		expect(error.message).toBe('The service failed (courses, page 1)');
		expect(error.description).toBe('Try later.');
		expect(error.context.itemIndex).toBeUndefined();
	});
});

describe('a part of a list that the service refuses', () => {
	const refused = serviceError('Refused', 'Check.', { reason: '400' });
	const advice =
		' If the service cannot filter by the date of the parts, remove Read Faster under Options.';

	it.each<[what: string, error: unknown, isAdvised: boolean]>([
		[
			'may be refused for its date',
			onPage(refused, { number: 1, recordsRead: 20, part: 'before 2026' }),
			true,
		],
		[
			'may fail for another reason',
			onPage(failure, { number: 1, recordsRead: 20, part: 'before 2026' }),
			false,
		],
		['is no whole list', onPage(refused, { number: 2, recordsRead: 20 }), false],
	])('%s', (_what, error, isAdvised) => {
		const { description } = toNodeError(node, error, list);
		expect(description?.includes(advice)).toBe(isAdvised);
	});
});

it('an error for an agent is all in its message, which is all that a model may see of it', () => {
	const tool = { ...node, type: `${node.type}Tool` };
	const failed = toNodeError(tool, onPage(failure, { number: 3, recordsRead: 1000 }), list);
	expect(failed.message).toBe(
		'The service failed (courses, page 3). Try later. 1000 records had been read before this error.',
	);
	const refused = toNodeError(tool, new UserFacingError('Wrong', 'Choose a or b.'), list);
	expect(refused.message).toBe('Wrong. Choose a or b.');
});

describe('what to do next', () => {
	const lacking = serviceError('Lacking', 'More.', { step: 'Ask.', reason: '403' });

	it.each<[string, NonNullable<UserFacingError['page']>, string, string]>([
		[
			'is in the message on the first page',
			{ number: 1, recordsRead: 0 },
			'Lacking (courses, page 1). Ask.',
			'More.',
		],
		[
			'is in the description on a later one, when the list had been set up',
			{ number: 2, recordsRead: 20 },
			'Lacking (courses, page 2)',
			'Ask. More. 20 records had been read before this error.',
		],
		[
			'is in the description of a part of a list',
			{ number: 1, recordsRead: 20, part: 'before 2026' },
			'Lacking (courses, page 1 of the part before 2026)',
			'Ask. More. 20 records had been read before this error.',
		],
	])('%s', (_where, page, message, description) => {
		const error = toNodeError(node, onPage(lacking, page), 'courses', 0);
		expect(error).toMatchObject({ message, description });
	});

	it('is the description as well where there is nothing else, because n8n 1 needs one', () => {
		const error = toNodeError(node, credentialError('Client ID is empty', 'Copy it.'), list, 0);
		expect(error).toMatchObject({
			message: 'Client ID is empty. Copy it.',
			description: 'Copy it.',
		});
	});

	it('is told once to an agent, which reads the message alone', () => {
		const tool = { ...node, type: `${node.type}Tool` };
		expect(toNodeError(tool, lacking, 'courses', 0).message).toBe('Lacking. Ask. More.');
	});
});

it('a failure outside of pages is told as it is', () => {
	const wrong = serviceError('Client ID is empty in the credential', 'Enter it.');
	const error = toNodeError(node, wrong, list, 0);
	expect(error).toBeInstanceOf(NodeApiError);
	expect(error).toMatchObject({
		message: 'Client ID is empty in the credential',
		description: 'Enter it.',
	});
	expect(error.context.itemIndex).toBe(0);
});

it.each(['ECONNREFUSED', 'ENOTFOUND', 'no response', 'none', '401', '404', '429', '503'])(
	'n8n does not replace our message for the reason %s',
	(reason) => {
		const error = toNodeError(node, serviceError('What', 'How', { reason }), list);
		expect(error).toMatchObject({ message: 'What', description: 'How' });
	},
);

it('input that cannot be sent is an error that n8n passes on as it is', () => {
	const wrong = new UserFacingError('Limit is not a number', 'Enter one.');
	const error = toNodeError(node, wrong, list, 4);
	expect(error).toBeInstanceOf(NodeApiError);
	expect(error).toMatchObject({ message: 'Limit is not a number', description: 'Enter one.' });
	expect(error.context.itemIndex).toBe(4);
});

const limited = serviceError('Busy', 'Wait.', { schedulerCause: 'rate-limited' });

it.each([
	['a page', onPage(limited, { number: 2, recordsRead: 10 })],
	['a parameter', limited],
])("n8n's scheduler finds why %s failed", (_what, wrong) => {
	expect(toNodeError(node, wrong, list)).toHaveProperty('failure', { cause: 'rate-limited' });
});

it('an error that n8n made is left as it is', () => {
	const ofN8n = new NodeOperationError(node, 'No such parameter');
	expect(toNodeError(node, ofN8n, list, 1)).toBe(ofN8n);
});

it('an unforeseen error keeps its message', () => {
	const error = toNodeError(node, new TypeError('x is undefined'), list, 1);
	expect(error).toBeInstanceOf(NodeOperationError);
	expect(error.message).toBe('x is undefined');
	expect(error.context.itemIndex).toBe(1);
});

describe('a list that was stopped', () => {
	const canceled = new DOMException('This operation was aborted', 'AbortError');

	it('is told in the word by which n8n knows a canceled execution', () => {
		const error = toNodeError(node, canceled, list, 0);
		expect(error.message).toBe('The execution was canceled');
		expect(error.stack).toBeUndefined();
	});

	it('is no item, whatever On Error says', () => {
		expect(() => itemOf(canceled, true)).toThrow('The execution was canceled');
	});
});

/** What input item 3 becomes, with On Error: Continue or not. */
function itemOf(error: unknown, continueOnFail: boolean) {
	const write = () => undefined;
	const logger = { info: write, error: write } as unknown as Logger;
	const log = new ListingLog(
		{ logger, getNode: () => node, getWorkflow: () => ({}) as never },
		list,
	);
	const context = { getNode: () => node, continueOnFail: () => continueOnFail };
	return failedItem(context, error, log, 3);
}

describe('an input item that failed', () => {
	it.each<[string, unknown, object]>([
		[
			'message and advice, by the names that every n8n takes for an error',
			new UserFacingError('What', 'How'),
			{ error: 'What', message: 'How' },
		],
		['the message alone', new NodeOperationError(node, 'What'), { error: 'What' }],
		[
			'a timeout',
			Object.assign(new Error('Too late'), { name: 'TimeoutError' }),
			{ error: 'Too late' },
		],
	])('becomes an item with %s', (_what, error, json) => {
		expect(itemOf(error, true)).toEqual({ json, pairedItem: { item: 3 } });
	});

	it('ends the execution unless told to continue', () => {
		expect(() => itemOf(failure, false)).toThrow('The service failed');
	});
});

it.each<[string, () => unknown]>([
	['a page', () => onPage(failure, { number: 2, recordsRead: 500 })],
	['a failure', () => failure],
	['a parameter', () => new UserFacingError('What', 'How')],
])('what n8n stores about %s has no stack or response', (_what, thrown) => {
	const error = toNodeError(node, thrown(), list, 0);
	expect(error.stack).toBeUndefined();
	expect(JSON.stringify(error)).not.toMatch(/stack|response|\.ts:|at Object/);
});
