import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';

import {
	errorItem,
	isCancellation,
	toNodeError,
} from '../../../nodes/LearningPlatform/listing/nodeError';
import { ServiceError, UserFacingError } from '../../../nodes/LearningPlatform/transport/errors';
import { PageError } from '../../../nodes/LearningPlatform/transport/pages/pages';

const node: INode = {
	id: 'node',
	name: 'Learning Platform',
	type: 'n8n-nodes-learning-platform.learningPlatform',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

const failure = new ServiceError('The service failed', 'Try later.', { reason: '503' });
const list = 'courses';

describe('a page that failed', () => {
	it('is named, with what was read before it', () => {
		const error = toNodeError(node, new PageError(3, 1000, failure), list, 2);
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error).toMatchObject({
			message: 'The service failed (courses, page 3)',
			description: 'Try later. 1000 records had been read by then.',
			httpCode: '503',
		});
		expect(error.context.itemIndex).toBe(2);
	});

	it('is named without progress when it is the first', () => {
		const error = toNodeError(node, new PageError(1, 0, failure), list);
		expect(error.message).toBe('The service failed (courses, page 1)');
		expect(error.description).toBe('Try later.');
		expect(error.context.itemIndex).toBeUndefined();
	});
});

describe('a part of a list that the service refuses', () => {
	const refused = new ServiceError('Refused', 'Check.', { reason: '400' });
	const advice =
		' If the service cannot filter by the date that the list is split by, remove Split By under Options.';

	it.each<[what: string, error: PageError, isAdvised: boolean]>([
		['may be refused for its date', new PageError(1, 20, refused, 'before 2026'), true],
		['may fail for another reason', new PageError(1, 20, failure, 'before 2026'), false],
		['is no whole list', new PageError(2, 20, refused), false],
	])('%s', (_what, error, isAdvised) => {
		const { description } = toNodeError(node, error, list);
		expect(description?.includes(advice)).toBe(isAdvised);
	});
});

it('an error for an agent is all in its message, which is all that a model may see of it', () => {
	const tool = { ...node, type: `${node.type}Tool` };
	const failed = toNodeError(tool, new PageError(3, 1000, failure), list);
	expect(failed.message).toBe(
		'The service failed (courses, page 3). Try later. 1000 records had been read by then.',
	);
	const refused = toNodeError(tool, new UserFacingError('Wrong', 'Choose a or b.'), list);
	expect(refused.message).toBe('Wrong. Choose a or b.');
});

describe('advice that depends on who shows it', () => {
	const lacking = new ServiceError('No', 'Ask.', { reason: '403', remedy: 'addScope' });
	const late = new ServiceError('Late', 'Wait.', { reason: 'ETIMEDOUT', remedy: 'raiseTimeout' });
	const timeout = 'Wait. If the service is only slow, raise Timeout under Request Options.';

	it.each<[string, ServiceError, string, number | undefined, string]>([
		[
			'names the scope of courses',
			lacking,
			'courses',
			0,
			'Ask. The list needs the scope "courses:read".',
		],
		[
			'names the scope of groups',
			lacking,
			'groups',
			0,
			'Ask. The list needs the scope "groups:read".',
		],
		[
			'names the scope in a trigger',
			lacking,
			'groups',
			undefined,
			'Ask. The list needs the scope "groups:read".',
		],
		['names no scope of a list that has none', lacking, '', 0, 'Ask.'],
		['names Request Options in an operation', late, 'courses', 0, timeout],
		['does not name them in a trigger, which has none', late, 'courses', undefined, 'Wait.'],
	])('%s', (_what, error, listName, itemIndex, description) => {
		expect(toNodeError(node, error, listName, itemIndex).description).toBe(description);
		const ofPage = toNodeError(node, new PageError(1, 0, error), listName, itemIndex);
		expect(ofPage.description).toBe(description);
	});
});

it('a failure outside of pages is told as it is', () => {
	const wrong = new ServiceError('Client ID is empty in the credential', 'Enter it.');
	const error = toNodeError(node, wrong, list, 0);
	expect(error).toBeInstanceOf(NodeApiError);
	expect(error).toMatchObject({
		message: 'Client ID is empty in the credential',
		description: 'Enter it.',
	});
	expect(error.context.itemIndex).toBe(0);
});

it.each(['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'ECONNRESET', 'no response', 'none'])(
	'n8n does not replace our message for the code %s',
	(reason) => {
		const error = toNodeError(node, new ServiceError('What', 'How', { reason }), list);
		expect(error.message).toBe('What');
		expect(error.description).toBe('How');
	},
);

it.each(['400', '401', '403', '404', '429', '500', '502', '503', '504'])(
	'n8n does not replace our message for the status %s',
	(reason) => {
		const error = toNodeError(node, new ServiceError('What', 'How', { reason }), list);
		expect(error.message).toBe('What');
		expect(error.description).toBe('How');
	},
);

it('input that cannot be sent is an error that n8n passes on as it is', () => {
	const wrong = new UserFacingError('Limit is not a number', 'Enter one.');
	const error = toNodeError(node, wrong, list, 4);
	expect(error).toBeInstanceOf(NodeApiError);
	expect(error).toMatchObject({ message: 'Limit is not a number', description: 'Enter one.' });
	expect(error.context.itemIndex).toBe(4);
});

it.each([
	['a page', new PageError(2, 10, new ServiceError('Busy', 'Wait.', { cause: 'rate-limited' }))],
	['a parameter', new UserFacingError('Busy', 'Wait.', 'rate-limited')],
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

	it.each([
		['a stop', canceled, true],
		['a failure', failure, false],
		['a timeout', new DOMException('Too late', 'TimeoutError'), false],
		['nothing', undefined, false],
	])('%s is a cancellation: %p', (_what, error, expected) => {
		expect(isCancellation(error)).toBe(expected);
	});
});

describe('an input item that failed becomes an item', () => {
	it('with message and advice, by the names that every n8n takes for an error', () => {
		const error = toNodeError(node, new UserFacingError('What', 'How'), list, 3);
		expect(errorItem(error, 3)).toEqual({
			json: { error: 'What', message: 'How' },
			pairedItem: { item: 3 },
		});
	});

	it('without advice where there is none', () => {
		const error = new NodeOperationError(node, 'What');
		expect(errorItem(error, 0)).toEqual({ json: { error: 'What' }, pairedItem: { item: 0 } });
	});
});

it.each<[string, () => Error]>([
	['a page', () => new PageError(2, 500, failure)],
	['a failure', () => failure],
	['a parameter', () => new UserFacingError('What', 'How')],
])('what n8n stores about %s has no stack or response', (_what, thrown) => {
	const error = toNodeError(node, thrown(), list, 0);
	expect(error.stack).toBeUndefined();
	expect(JSON.stringify(error)).not.toMatch(/stack|response|\.ts:|at Object/);
});
