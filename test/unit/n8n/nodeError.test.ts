/** @jest-environment node */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { NodeApiError, NodeOperationError, type INode, type Logger } from 'n8n-workflow';

import { ListingLog } from '../../../nodes/LearningPlatform/n8n/log';
import { failed, failedItem, toNodeError } from '../../../nodes/LearningPlatform/n8n/nodeError';
import {
	credentialError,
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
const lacking = serviceError('Lacking', 'More.', { step: 'Ask.', reason: '403' });
const list = 'courses';

describe('what failed is told with what to do:', () => {
	it.each<[what: string, error: unknown, message: string, description: string]>([
		[
			'a first page, with the step in the message',
			lacking.with({ page: { number: 1, recordsRead: 0 } }),
			'Lacking (courses, page 1). Ask.',
			'More.',
		],
		[
			'a later page, with what was read before it, and all advice in the description',
			lacking.with({ page: { number: 2, recordsRead: 20 } }),
			'Lacking (courses, page 2)',
			'Ask. More. 20 records had been read before this error.',
		],
		[
			'a parameter, without a page',
			new UserFacingError('Limit is not a number', 'Enter one.'),
			'Limit is not a number',
			'Enter one.',
		],
		[
			'a credential, with the step in the description as well, because n8n 1 needs one',
			credentialError('Client ID is empty', 'Copy it.'),
			'Client ID is empty. Copy it.',
			'Copy it.',
		],
	])('%s', (_what, wrong, message, description) => {
		const error = toNodeError(node, wrong, list, 2);
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error).toMatchObject({ message, description });
		expect(error.context.itemIndex).toBe(2);
		expect(toNodeError(node, wrong, list).context.itemIndex).toBeUndefined();
	});

	it.each<[who: string, error: UserFacingError, message: string]>([
		[
			'of a page',
			failure.with({ page: { number: 3, recordsRead: 1000 } }),
			'The service failed (courses, page 3). Try later. 1000 records had been read before this error.',
		],
		['once, where there is a step', lacking, 'Lacking. Ask. More.'],
	])('to an agent in the message alone, which is all that a model may see: %s', (...row) => {
		const [, error, message] = row;
		const tool = { ...node, type: `${node.type}Tool` };
		expect(toNodeError(tool, error, list).message).toBe(message);
	});

	it('to an agent in words that n8n does not take for an error of the system', () => {
		const tool = { ...node, type: `${node.type}Tool` };
		const source = join(dirname(require.resolve('n8n-workflow')), 'errors/abstract/node.error.js');
		const codes = [...readFileSync(source, 'utf8').matchAll(/^ {4}([A-Z_]+): ['"`]/gm)];
		expect(codes.length).toBeGreaterThan(10);
		const words = codes.flatMap(([, code = '']) => [code, code.toLowerCase(), `cours${code}s`]);
		for (const word of ['courseNotFound', 'courseExists', 'rolePermission', ...words]) {
			const wrong = serviceError('The service has no course "7"', `It said ${word}. (${word})`);
			// The tool of an agent before version 3, or of MCP, wraps the error once more.
			const { message, description } = new NodeOperationError(tool, toNodeError(tool, wrong, list));
			expect(message).toMatch(/^The service has no course "7"\. It said /);
			expect(message.replaceAll(' ', '')).toContain(`(${word})`);
			expect(message).toContain(description);
		}
	});

	it('to an agent with what the service answered, and to the log without', () => {
		const logged: string[] = [];
		const error = (line: string) => logged.push(line);
		const context = {
			getNode: () => node,
			getWorkflow: () => ({ active: false }),
			logger: { error } as unknown as Logger,
		};
		const tool = { ...node, type: `${node.type}Tool` };
		const refused = serviceError('Refused', 'No user has the mail ana@example.com.');
		const { message } = failed(tool, refused, new ListingLog(context, list));
		expect(message).toContain('ana@example.com');
		expect(logged).toEqual([expect.stringMatching(/ms: Refused \(/)]);
	});
});

it.each(['ECONNREFUSED', 'ENOTFOUND', 'none', '401', '404'])(
	'n8n does not replace our message for the reason %s',
	(reason) => {
		const error = toNodeError(node, serviceError('What', 'How', { reason }), list);
		expect(error).toMatchObject({ message: 'What', description: 'How' });
		expect(error).toHaveProperty('httpCode', /\d/.test(reason) ? reason : null);
	},
);

it("n8n's scheduler finds why a page failed", () => {
	const limited = serviceError('Busy', 'Wait.', { schedulerCause: 'rate-limited' });
	expect(toNodeError(node, limited, list)).toHaveProperty('failure', { cause: 'rate-limited' });
});

it('an error of n8n is left as it is, and an unforeseen one keeps its message', () => {
	const ofN8n = new NodeOperationError(node, 'No such parameter');
	expect(toNodeError(node, ofN8n, list, 1)).toBe(ofN8n);
	const error = toNodeError(node, new TypeError('x is undefined'), list, 1);
	expect(error).toBeInstanceOf(NodeOperationError);
	expect(error).toMatchObject({ message: 'x is undefined', context: { itemIndex: 1 } });
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
