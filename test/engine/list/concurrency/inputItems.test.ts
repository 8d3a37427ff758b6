import type { INodeExecutionData, OnError } from 'n8n-workflow';

import { fieldFilter, idsIn, idsOf, listCourses } from '../../lists';
import { atEndOfTest, startService } from '../../service';

const items = (...jsons: INodeExecutionData['json'][]) => jsons.map((json) => ({ json }));

const pairsOf = (output: INodeExecutionData[]) => output.map(({ pairedItem }) => pairedItem);

it.each([
	['a Limit', { limit: 3 }, 3],
	['Return All', { returnAll: true }, 5],
])('with %s, each record is paired with its input item', async (_which, parameters, count) => {
	const sandbox = await startService({ courses: 5, coursePageSize: 2 });
	const output = await listCourses(sandbox, parameters, { items: 3 });
	const listed = idsIn(sandbox.catalogue, 'courses').slice(0, count);
	expect(idsOf(output.items)).toEqual([...listed, ...listed, ...listed]);
	expect(pairsOf(output.items)).toEqual(
		[0, 1, 2].flatMap((item) => Array<object>(count).fill({ item })),
	);
});

it('nothing is sent without input items', async () => {
	const sandbox = await startService({ courses: 5 });
	const output = await listCourses(sandbox, {}, { items: 0 });
	expect(output.items).toEqual([]);
	expect(sandbox.journal.entries).toEqual([]);
});

it.each([
	['the same list three times', ['published', 'published', 'published'], 1],
	['the same list twice, and another list', ['published', 'published', 'archived'], 0],
	['the same list twice, and a failure', ['published', 'published', 'draft'], 0],
	['different lists', ['published', 'archived'], 0],
	['one list', ['published'], 0],
])(
	'Execute Once is recommended only if it returns the same: %s',
	async (_what, statuses, times) => {
		const sandbox = await startService({ courses: 4 });
		const parameters = { filters: { status: '={{ $json.status }}' } };
		const input = items(...statuses.map((status) => ({ status })));
		const onError = 'continueRegularOutput';
		const { log, hints } = await listCourses(sandbox, parameters, { items: input, onError });
		const warnings = log.filter(({ level }) => level === 'warn').map(({ message }) => message);
		const line = 'several input items read the same list: turn on Execute Once';
		expect(warnings).toEqual(Array<unknown>(times).fill(expect.stringContaining(line)));
		const hint = expect.stringContaining('each of the 3 input items') as string;
		const found = hints
			.map(({ message }) => message)
			.filter((text) => text.includes('Execute Once'));
		expect(found).toEqual(Array<string>(times).fill(hint));
	},
);

it('with Execute Once, only the first item is processed, and the log has the line of a single list', async () => {
	const sandbox = await startService({ courses: 2 });
	const { items: output, log } = await listCourses(sandbox, {}, { items: 3, executeOnce: true });
	expect(output).toHaveLength(2);
	const usual = log.filter(({ level }) => level === 'info').map(({ message }) => message);
	expect(usual.at(-1)).toContain('courses: listed 2 records from 1 page');
});

describe.each([
	[
		'an invalid parameter',
		{ filters: { status: '={{ $json.status }}' } },
		items({ status: 'published' }, { status: 'draft' }, { status: 'archived' }),
		'Status must be archived, deleted, or published',
		'Enter one of these, or "any" for all.',
	],
	[
		'a rejection by the service',
		{ filters: fieldFilter('={{ $json.field }}', 'eq', 'published') },
		items({ field: 'status' }, { field: 'colour' }, { field: 'status' }),
		'The service rejected the request (courses, page 1)',
		'Unknown query parameter: colour[eq]',
	],
])('if one of several input items fails with %s', (_which, filters, input, message, advice) => {
	const listTwoEach = async (onError?: OnError) => {
		const sandbox = await startService({ courses: 40 });
		// The unknown field violates the contract.
		atEndOfTest(() => sandbox.journal.takeOffContract());
		const options = { items: input, ...(onError && { onError }) };
		return await listCourses(sandbox, { limit: 2, ...filters }, options);
	};

	it('the workflow stops, and the error names the item', async () => {
		const { status, error, items: output } = await listTwoEach();
		expect(status).toBe('error');
		expect(output).toEqual([]);
		expect(error?.message).toBe(message);
		expect(error?.description).toContain(advice);
		expect(error?.context).toMatchObject({ itemIndex: 1, runIndex: 0 });
	});

	it('with On Error: Continue, the other items have results', async () => {
		const { status, items: output } = await listTwoEach('continueRegularOutput');
		expect(status).toBe('success');
		expect(pairsOf(output)).toEqual([0, 0, 1, 2, 2].map((item) => ({ item })));
		expect(output[2]?.json).toEqual({
			error: message,
			message: expect.stringContaining(advice) as string,
		});
	});

	it('only the failed item goes to the error output', async () => {
		const { items: output, errorItems } = await listTwoEach('continueErrorOutput');
		expect(pairsOf(output)).toEqual([0, 0, 2, 2].map((item) => ({ item })));
		expect(errorItems).toHaveLength(1);
		expect(errorItems[0]).toMatchObject({
			json: {
				...input[1]?.json,
				error: message,
				message: expect.stringContaining(advice) as string,
			},
			pairedItem: { item: 1 },
		});
	});
});
