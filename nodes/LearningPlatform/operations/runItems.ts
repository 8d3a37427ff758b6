import {
	sleep,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
	type NodeError,
} from 'n8n-workflow';

import type { Resource } from '../catalog/resources';
import { parameterOf, readForm, type Form, type ReadParameter, type Values } from '../form';
import { ListingLog } from '../n8n/log';
import { checkSettings } from '../n8n/wholeTable';
import { readIsoDate } from '../values/dates';
import { listed } from '../values/words';
import { hintsAbout, type ReadFigures } from './hints';
import { runItem, type ItemRun } from './run';

/** More than a credential's slots because a list frees its slot before its last page has arrived. */
const MAX_CONCURRENT_ITEMS = 32;

/**
 * Runs an operation for each input item of a workflow. A failure that ends the run also stops the other items.
 *
 * @param maxConcurrentItems the maximum number of items to process at the same time
 * @throws the first failure, unless On Error is set to continue
 */
export async function runItems(
	context: IExecuteFunctions,
	resource: Resource,
	operation: (run: ItemRun<IExecuteFunctions>) => Promise<INodeExecutionData[]>,
	maxConcurrentItems = MAX_CONCURRENT_ITEMS,
): Promise<INodeExecutionData[][]> {
	const { length: count } = context.getInputData();
	const { size, pauseMs } = readBatching(parameterOf(context, 0));
	const results: INodeExecutionData[][] = [];
	const figures: ReadFigures[] = [];
	const errors: NodeError[] = [];
	const stop = new AbortController();
	const running = new Set<Promise<void>>();
	for (let itemIndex = 0; itemIndex < count; itemIndex += 1) {
		if (pauseMs > 0 && itemIndex > 0 && itemIndex % size === 0) await sleep(pauseMs);
		if (stop.signal.aborted) break;
		const parameter = parameterOf(context, itemIndex);
		const note = (one: ReadFigures) => void (figures[itemIndex] = one);
		const item = { context, resource, parameter, itemIndex, note, stopSignal: stop.signal };
		// A line for each item would bury other lines.
		const result = runItem(item, operation, (failed) => [failed], count > 1 ? 'debug' : 'info');
		const ended = result
			.then(
				(items) => void (results[itemIndex] = items),
				(error: unknown) => {
					errors.push(error as NodeError);
					stop.abort();
				},
			)
			.finally(() => running.delete(ended));
		running.add(ended);
		if (running.size === maxConcurrentItems) await Promise.race(running);
	}
	await Promise.all(running);
	const done = Object.values(figures);
	const lists = [...new Set(done.map(({ list }) => list))];
	const log = new ListingLog(context, listed(lists) || (resource.list ?? resource.plural));
	const [error] = errors;
	if (count > 1) {
		const items = Object.keys(results).length + (error ? 1 : 0);
		const records = done.reduce((sum, one) => sum + (one.searched ?? one.records), 0);
		log.write('itemsProcessed', { items, records, failed: items - done.length });
	}
	if (error) {
		// n8n adds the run's index to errors from routes.
		const runIndex = context.getWorkflowDataProxy(0).$runIndex as number;
		throw Object.assign(error, { context: { ...error.context, runIndex } });
	}
	// A failed item may have asked for something else.
	const requests = results.map((_, itemIndex) => figures[itemIndex]?.request ?? itemIndex);
	const isRepeated = count > 1 && new Set(requests).size === 1;
	if (isRepeated) log.write('listRepeated');
	context.addExecutionHints(...hintsAbout(done, isRepeated));
	return [results.flat()];
}

/** Reads Batching under Request Options. By default, there are no pauses. */
function readBatching(read: ReadParameter) {
	const { batching } = read('requestOptions', {}) as {
		batching?: { batch?: { batchSize?: number; batchInterval?: number } };
	};
	const { batchSize = 1, batchInterval = 0 } = batching?.batch ?? {};
	return { size: Math.max(1, batchSize), pauseMs: batchInterval };
}

/**
 * Reads a form that applies to the whole run. Times may differ: `$now` does.
 *
 * @param form each key is the name of the field that errors name
 * @throws UserFacingError for an invalid field, or if an expression has different values for different items
 */
export function readFormOfRun<F extends Form>(
	context: IExecuteFunctions,
	form: F,
	consequence: string,
): Values<F> {
	const { parameters } = context.getNode();
	// Reading all fields of every row would take many seconds for a long table.
	const changeable = Object.entries(form).filter(([, { properties }]) =>
		properties.some(({ name }) => mayDiffer(parameters[name])),
	);
	const properties = changeable.flatMap(([, field]) => field.properties);
	const options = properties.find(({ name }) => name === 'options')?.options ?? [];
	const labels = [...properties, ...(options as INodeProperties[])].map(
		({ name, displayName }) => [name, displayName] as const,
	);
	const valuesOf = (itemIndex: number) => {
		const parameter = parameterOf(context, itemIndex);
		const { options: chosen, ...values } = readForm(
			Object.fromEntries(changeable),
			parameter,
			context,
		);
		const all = { ...values, ...(chosen as object | undefined) };
		return JSON.parse(JSON.stringify(all, withoutTimes)) as object;
	};
	const items = changeable.length > 0 ? context.getInputData() : [];
	checkSettings([...items.keys()].map(valuesOf), Object.fromEntries(labels), consequence);
	return readForm(form, parameterOf(context, 0), context);
}

/** The variables of expressions that have the same value for all items. */
const OF_RUN = ['env', 'execution', 'now', 'runIndex', 'secrets', 'today', 'vars', 'workflow'];

/** Returns true if a parameter has an expression that may depend on the item. */
function mayDiffer(parameter: unknown): boolean {
	const text = JSON.stringify(parameter ?? '');
	const variables = [...text.matchAll(/\$(\w*)/g)].map(([, name = '']) => name);
	return text.includes('"=') && variables.some((name) => !OF_RUN.includes(name));
}

const withoutTimes = (_key: string, value: unknown) =>
	typeof value === 'string' && readIsoDate(value) ? '' : value;
