import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { ListRecord } from '../../sandbox';
import { idsIn, idsOf, listCourses } from '../lists';
import { startService } from '../service';

const items = (...jsons: INodeExecutionData['json'][]) => jsons.map((json) => ({ json }));

const pairsOf = (output: INodeExecutionData[]) => output.map(({ pairedItem }) => pairedItem);

it('every item knows the input item that it came from', async () => {
	const sandbox = await startService({ courses: 5, coursePageSize: 2 });
	const output = await listCourses(sandbox, { limit: 3 }, { items: 4 });
	expect(pairsOf(output.items)).toEqual(
		[0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3].map((item) => ({ item })),
	);
	const first = idsIn(sandbox.catalogue, 'courses').slice(0, 3);
	expect(idsOf(output.items)).toEqual([...first, ...first, ...first, ...first]);
});

it('every item knows it with Return All as well', async () => {
	const sandbox = await startService({ courses: 5, coursePageSize: 2 });
	const output = await listCourses(sandbox, { returnAll: true }, { items: 2 });
	expect(pairsOf(output.items)).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 1, 1].map((item) => ({ item })));
});

it('without input items nothing is sent', async () => {
	const sandbox = await startService({ courses: 5 });
	const output = await listCourses(sandbox, {}, { items: 0 });
	expect(output.items).toEqual([]);
	expect(sandbox.journal.entries).toEqual([]);
});

it('a list without records gives no item, and no error', async () => {
	const sandbox = await startService({ courses: 0 });
	const output = await listCourses(sandbox, { returnAll: true }, { items: 2 });
	expect(output.status).toBe('success');
	expect(output.items).toEqual([]);
});

describe('an expression is evaluated for each item in', () => {
	const filter = (changes: INodeParameters): INodeParameters => ({
		fieldFilters: { filter: [{ field: 'type', operator: 'eq', value: 'native', ...changes }] },
	});

	it.each<
		[string, INodeParameters, INodeExecutionData['json'], INodeExecutionData['json'], string[]]
	>([
		[
			'Status',
			{ filters: { status: '={{ $json.status }}' } },
			{ status: 'published' },
			{ status: 'archived' },
			['status[eq]=archived', 'status[eq]=published'],
		],
		[
			'Field',
			{ filters: filter({ field: '={{ $json.field }}' }) },
			{ field: 'type' },
			{ field: 'sourceLang' },
			['sourceLang[eq]=native', 'type[eq]=native'],
		],
		[
			'Operator',
			{ filters: filter({ operator: '={{ $json.operator }}' }) },
			{ operator: 'eq' },
			{ operator: 'ne' },
			['type[eq]=native', 'type[ne]=native'],
		],
		[
			'Value',
			{ filters: filter({ value: '={{ $json.value }}' }) },
			{ value: 'native' },
			{ value: 'a b' },
			['type[eq]=a%20b', 'type[eq]=native'],
		],
		[
			'a value that is a number, a boolean or zero',
			{ filters: filter({ value: '={{ $json.value }}' }) },
			{ value: 0 },
			{ value: false },
			['type[eq]=0', 'type[eq]=false'],
		],
		[
			'the values of In, as an array or as text',
			{ filters: filter({ operator: 'in', value: '={{ $json.values }}' }) },
			{ values: ['a', 'b'] },
			{ values: 'c' },
			['type[in][0]=a&type[in][1]=b', 'type[in][0]=c'],
		],
	])('%s', async (_field, parameters, one, other, queries) => {
		const sandbox = await startService({ courses: 20 });
		const output = await listCourses(sandbox, parameters, { items: items(one, other) });
		expect(output.status).toBe('success');
		const sent = sandbox.journal.of('courses').map(({ query }) => query);
		expect(sent.sort()).toEqual(queries);
	});

	it('Limit, as a number or as text', async () => {
		const sandbox = await startService({ courses: 5 });
		const input = items({ limit: 1 }, { limit: '3' });
		const output = await listCourses(sandbox, { limit: '={{ $json.limit }}' }, { items: input });
		expect(pairsOf(output.items)).toEqual([0, 1, 1, 1].map((item) => ({ item })));
	});

	it('Return All', async () => {
		const sandbox = await startService({ courses: 5 });
		const parameters = { returnAll: '={{ $json.all }}', limit: 2 };
		const input = items({ all: true }, { all: false });
		const output = await listCourses(sandbox, parameters, { items: input });
		expect(pairsOf(output.items)).toEqual([0, 0, 0, 0, 0, 1, 1].map((item) => ({ item })));
	});

	it('Max Retries', async () => {
		const sandbox = await startService({ courses: 5 });
		const parameters = { limit: 1, options: { maxRetries: '={{ $json.retries }}' } };
		const output = await listCourses(sandbox, parameters, {
			items: items({ retries: 2 }, { retries: 99 }),
			onError: 'continueRegularOutput',
		});
		expect(output.items.map(({ json }) => json.error)).toEqual([
			undefined,
			'Max Retries must be a whole number from 0 to 10',
		]);
	});

	it('the item’s own filter decides about the item’s own records', async () => {
		const sandbox = await startService({ courses: 40 });
		const parameters = { returnAll: true, filters: { status: '={{ $json.status }}' } };
		const input = items({ status: 'archived' }, { status: 'published' });
		const output = await listCourses(sandbox, parameters, { items: input });
		const of = (wanted: string) =>
			idsIn(sandbox.catalogue, 'courses', ({ status }: ListRecord) => status === wanted);
		expect(idsOf(output.items)).toEqual([...of('archived'), ...of('published')]);
	});
});

describe('when one of several input items fails', () => {
	const parameters = { limit: 2, filters: { status: '={{ $json.status }}' } };
	const input = items({ status: 'published' }, { status: 'draft' }, { status: 'archived' });
	const message = 'Status must be archived, deleted, or published';
	const advice = 'Enter one of them, or "any" for courses of any status.';

	it('the workflow stops and the item at fault is named', async () => {
		const sandbox = await startService({ courses: 40 });
		const {
			status,
			error,
			items: output,
		} = await listCourses(sandbox, parameters, { items: input });
		expect(status).toBe('error');
		expect(output).toEqual([]);
		expect(error).toMatchObject({
			message,
			description: expect.stringContaining(advice) as string,
		});
		expect(error?.context.itemIndex).toBe(1);
	});

	it('the others come through with On Error: Continue', async () => {
		const sandbox = await startService({ courses: 40 });
		const onError = 'continueRegularOutput';
		const { status, items: output } = await listCourses(sandbox, parameters, {
			items: input,
			onError,
		});
		expect(status).toBe('success');
		expect(pairsOf(output)).toEqual([0, 0, 1, 2, 2].map((item) => ({ item })));
		expect(output[2]?.json).toEqual({
			error: message,
			message: expect.stringContaining(advice) as string,
		});
	});

	it('it goes to the error output, if there is one, and the others do not', async () => {
		const sandbox = await startService({ courses: 40 });
		const onError = 'continueErrorOutput';
		const output = await listCourses(sandbox, parameters, { items: input, onError });
		expect(pairsOf(output.items)).toEqual([0, 0, 2, 2].map((item) => ({ item })));
		expect(output.errorItems).toHaveLength(1);
		expect(output.errorItems[0]).toMatchObject({
			json: { error: message, message: expect.stringContaining(advice) as string },
			pairedItem: { item: 1 },
		});
	});

	it('the service’s own answer is told for the item that met it', async () => {
		const sandbox = await startService({ courses: 40 });
		const field = {
			filters: { fieldFilters: { filter: [{ field: '={{ $json.field }}', value: 'x' }] } },
		};
		const { items: output } = await listCourses(sandbox, field, {
			items: items({ field: 'name' }, { field: 'colour' }),
			onError: 'continueRegularOutput',
		});
		expect(output).toHaveLength(1);
		expect(output[0]).toMatchObject({
			json: {
				error: 'The service refused the request as invalid (courses, page 1)',
				message: expect.stringContaining('Unknown query parameter: colour[eq]') as string,
			},
			pairedItem: { item: 1 },
		});
	});

	it('every item at fault is told apart', async () => {
		const sandbox = await startService({ courses: 3 });
		const { items: output } = await listCourses(
			sandbox,
			{ limit: '={{ $json.limit }}' },
			{
				items: items({ limit: 0 }, { limit: 1 }, { limit: 'x' }),
				onError: 'continueRegularOutput',
			},
		);
		expect(output.map(({ json, pairedItem }) => [json.error !== undefined, pairedItem])).toEqual([
			[true, { item: 0 }],
			[false, { item: 1 }],
			[true, { item: 2 }],
		]);
	});
});
