/** @jest-environment node */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { NodeApiError, NodeOperationError, type FunctionsBase, type INode } from 'n8n-workflow';

import { ListingLog } from '../../../nodes/LearningPlatform/n8n/log';
import { Failure, type FailureFacts } from '../../../nodes/LearningPlatform/failures/failure';
import { UserFacingError } from '../../../nodes/LearningPlatform/failures/userFacingError';
import { errorItem, toNodeError } from '../../../nodes/LearningPlatform/nodeErrors';

const node: INode = {
	id: 'node',
	name: 'Learning Platform',
	type: 'n8n-nodes-learning-platform.learningPlatform',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

const failure = new Failure('serverError', { status: 503 });
const lost = new Failure('connectionLost');
const LOST = 'The connection to the service was lost';
const AGAIN = 'Try again in a minute.';
const ADVICE = 'If this keeps happening, look for a proxy or firewall between n8n and the service.';
const REPORT = "Report this to the platform's administrators.";
const list = 'courses';

const tool = { ...node, type: `${node.type}Tool` };

it.each<[what: string, error: unknown, message: string, description: string, toTool: string]>([
	[
		'on the first page with the step in the message',
		lost.with({ page: { number: 1, recordsRead: 0 } }),
		`${LOST} (courses, page 1). ${AGAIN}`,
		ADVICE,
		`${LOST} (courses, page 1). ${AGAIN} ${ADVICE}`,
	],
	[
		'on a later page with the progress and all advice in the description',
		lost.with({ page: { number: 2, recordsRead: 20 } }),
		`${LOST} (courses, page 2)`,
		`${AGAIN} ${ADVICE} The node read 20 records before this error.`,
		`${LOST} (courses, page 2). ${AGAIN} ${ADVICE} The node read 20 records before this error.`,
	],
	[
		'on a later page without asking to check an address that is correct',
		new Failure('notAList', { found: 'text', page: { number: 2, recordsRead: 1 } }),
		'The service did not return a list (courses, page 2)',
		`It returned text. ${REPORT} The node read 1 record before this error.`,
		`The service did not return a list (courses, page 2). It returned text. ${REPORT} The node read 1 record before this error.`,
	],
	[
		'about a parameter without a page',
		new UserFacingError('Limit is not a number', 'Enter one.'),
		'Limit is not a number',
		'Enter one.',
		'Limit is not a number. Enter one.',
	],
	[
		'about a credential with the step also in the description because n8n 1 needs a description',
		new UserFacingError('Client ID is empty', '', { step: 'Copy it.' }),
		'Client ID is empty. Copy it.',
		'Copy it.',
		'Client ID is empty. Copy it.',
	],
])("shows an error %s and puts the full text in a model's message", (_what, wrong, ...shown) => {
	const [message, description, toTool] = shown;
	const error = toNodeError(node, wrong, list, 2);
	expect(error).toBeInstanceOf(NodeApiError);
	expect(error).toMatchObject({ message, description });
	expect(error.context.itemIndex).toBe(2);
	expect(toNodeError(node, wrong, list).context.itemIndex).toBeUndefined();
	expect(toNodeError(tool, wrong, list).message).toBe(toTool);
});

it('changes the text for a model to keep n8n from finding a system error code', () => {
	const source = join(dirname(require.resolve('n8n-workflow')), 'errors/abstract/node.error.js');
	const codes = [...readFileSync(source, 'utf8').matchAll(/^ {4}([A-Z_]+): ['"`]/gm)];
	expect(codes.length).toBeGreaterThan(10);
	const words = codes.flatMap(([, code = '']) => [code, code.toLowerCase(), `cours${code}s`]);
	for (const word of ['courseNotFound', 'courseExists', 'rolePermission', ...words]) {
		const wrong = new UserFacingError(
			'The service has no course "7"',
			`It said ${word}. (${word})`,
		);
		// MCP tools and agents before version 3 wrap the error once more.
		const { message, description } = new NodeOperationError(tool, toNodeError(tool, wrong, list));
		expect(message).toMatch(/^The service has no course "7"\. It said /);
		expect(message.replaceAll(' ', '')).toContain(`(${word})`);
		expect(message).toContain(description);
	}
});

it.each([{ systemCode: 'ECONNREFUSED' }, { systemCode: 'ENOTFOUND' }, { status: 404 }])(
	'n8n keeps our message if the failure has %j',
	(facts: FailureFacts) => {
		const error = toNodeError(node, lost.with(facts), list);
		expect(error.message).toBe(`${LOST}. ${AGAIN}`);
		expect(error).toHaveProperty('httpCode', 'status' in facts ? '404' : null);
	},
);

it("passes on n8n's own errors and keeps an unexpected error's message", () => {
	const ofN8n = new NodeOperationError(node, 'No such parameter');
	expect(toNodeError(node, ofN8n, list, 1)).toBe(ofN8n);
	const error = toNodeError(node, new TypeError('x is undefined'), list, 1);
	expect(error).toBeInstanceOf(NodeOperationError);
	expect(error).toMatchObject({ message: 'x is undefined', context: { itemIndex: 1 } });
});

/** Returns the output for input item 3 and the log lines. */
function itemOf(error: unknown, continueOnFail = true, type = node.type) {
	const lines: string[] = [];
	const write = (line: string) => lines.push(line);
	const logger = { info: write, error: write };
	const getNode = () => ({ ...node, type });
	const others = { getExecutionId: () => '1', getWorkflow: () => ({}) };
	const log = new ListingLog({ logger, getNode, ...others } as unknown as FunctionsBase, list);
	const item = errorItem({ getNode, continueOnFail: () => continueOnFail }, error, log, 3);
	return { item, lines };
}

it.each<[string, unknown, object]>([
	[
		'a message and advice in fields that every n8n version recognizes as an error',
		new UserFacingError('What', 'How'),
		{ error: 'What', message: 'How' },
	],
	['only the message', new NodeOperationError(node, 'What'), { error: 'What' }],
])('turns a failed input item into an item with %s', (_what, error, json) => {
	expect(itemOf(error).item).toEqual({ json, pairedItem: { item: 3 } });
});

it('ends the execution unless On Error is Continue', () => {
	expect(() => itemOf(failure, false)).toThrow('The service failed to process the request');
});

it("shows the service's response to a model but keeps it out of the log", () => {
	const quote = 'No user has the mail ana@example.com.';
	const refused = new Failure('rejected', { status: 400, bodyKind: 'data', quote });
	const { item, lines } = itemOf(refused, true, tool.type);
	expect(item.json.error).toContain('ana@example.com');
	expect(lines).toEqual([expect.stringMatching(/ms: The service rejected the request \(/)]);
});

it.each<[string, unknown, string]>([
	[
		'a filter value',
		new UserFacingError('The filter on "status" accepts only archived, not "ana "a" silva"', ''),
		'The filter on "status" accepts only archived, not "..." (',
	],
	[
		'an email address instead of an ID',
		new Failure('listNotFound', {
			status: 404,
			purpose: { action: 'readRecord', name: 'user', id: 'ana@example.com' },
		}),
		'The service has no user with the ID "..." (',
	],
])('keeps out of the log %s', (_what, error, line) => {
	expect(itemOf(error).lines).toEqual([expect.stringContaining(` ms: ${line}`)]);
});

it('ends a canceled execution with the word that n8n expects, regardless of On Error', () => {
	const canceled = new DOMException('This operation was aborted', 'AbortError');
	const error = toNodeError(node, canceled, list, 0);
	expect(error.message).toBe('The execution was canceled');
	expect(error.stack).toBeUndefined();
	expect(() => itemOf(canceled)).toThrow('The execution was canceled');
});
