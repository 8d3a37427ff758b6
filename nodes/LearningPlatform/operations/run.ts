import type {
	IAllExecuteFunctions,
	IExecuteFunctions,
	IExecutePaginationFunctions,
	INodeExecutionData,
} from 'n8n-workflow';

import { labelsFor, type LabelKind } from '../catalog/labels';
import type { Resource } from '../catalog/resources';
import {
	readRequestOptions,
	targetOf,
	type Form,
	type FormNode,
	type ListTarget,
	type ReadParameter,
} from '../form';
import { splitFilters, type ListClient, type Listing, type ReadOptions } from '../list';
import { ListingLog } from '../n8n/log';
import { failedItem } from '../nodeErrors';
import { inputCount, shareAmongItems } from '../n8n/sharedByItems';
import { readLabeledList } from '../labels';
import { openClient, type NetworkOptions } from '../service';
import type { OutputChoice } from '../shape';
import { readerOf } from '../training';
import { listed } from '../values/words';

/** An operation and the resources that offer it. */
export interface Operation {
	name: string;
	/** The value of the Operation parameter. */
	value: string;
	/** Omitted if every resource has the operation. */
	isFor?: (resource: Resource) => boolean;
	action: (resource: Resource) => string;
	description: (resource: Resource) => string;
	/** Returns the tool description for a model. Omitted if the operation cannot be used as a tool. */
	toolDescription?: (resource: Resource) => string;
	form: (resource: Resource) => Form;
	/** Returns the items for one input item. Omitted unless n8n runs the operation as a route. */
	run?: (run: Run<IExecutePaginationFunctions>) => Promise<INodeExecutionData[]>;
	/** Returns the items of each output for all input items. Omitted unless the operation is in `customOperations`. */
	execute?: (context: IExecuteFunctions, resource: Resource) => Promise<INodeExecutionData[][]>;
}

export interface Run<Context> {
	context: Context;
	resource: Resource;
	parameter: ReadParameter;
	network: NetworkOptions;
	itemIndex: number;
	target: ListTarget;
	log: ListingLog;
}

type RunInput<Context> = Omit<Run<Context>, 'network' | 'target' | 'log'> & {
	/** Omitted if Request Options must be read from the parameters. */
	network?: NetworkOptions;
	/** The number of input items; 1 if the operation processes all of them together. */
	items?: number;
};

type RunContext = FormNode & IAllExecuteFunctions & Pick<IExecuteFunctions, 'continueOnFail'>;

/**
 * Runs an operation for one input item. If there are several items, a single line is logged for all of them after the
 * last one because a line for each item would bury other lines.
 *
 * @param failed returns the result for a failed item if On Error is set to Continue
 * @throws NodeApiError, NodeOperationError
 */
export async function runItem<Context extends RunContext, Result>(
	asked: RunInput<Context>,
	operation: (run: Run<Context>) => Promise<Result>,
	failed: (item: INodeExecutionData) => Result,
): Promise<Result> {
	const { context, resource, parameter, itemIndex, items = inputCount(context) } = asked;
	const usual = items > 1 ? 'debug' : 'info';
	let log = new ListingLog(context, resource.list ?? resource.plural, usual);
	let hasFailed = true;
	try {
		const target = targetOf(resource).read(parameter, context);
		log = new ListingLog(context, target.path, usual);
		const { network = readRequestOptions(parameter) } = asked;
		const result = await operation({ ...asked, network, target, log });
		hasFailed = false;
		return result;
	} catch (error) {
		return failed(failedItem(context, error, log, itemIndex));
	} finally {
		const { value: ended } = shareAmongItems(context, ['ended'], () => {
			return { items: 0, records: 0, failed: 0, lists: new Set<string>() };
		});
		ended.items += 1;
		ended.records += log.soFar.records;
		ended.failed += Number(hasFailed);
		ended.lists.add(log.list);
		if (items > 1 && ended.items === items) {
			const { lists, ...facts } = ended;
			new ListingLog(context, listed([...lists])).write('itemsProcessed', facts);
		}
	}
}

/** Opens a list. @returns the client, the listing, its records' shape, its pages with names, and a report that each page updates */
export async function openListing(
	run: Run<FormNode & IAllExecuteFunctions>,
	form: {
		output: Pick<OutputChoice, 'shape' | 'fields'>;
		filters?: Pick<Listing, 'filters' | 'nameContains'>;
		options: Pick<OutputChoice, 'escapeFormulas'> & { addNames: LabelKind[]; maxRetries: number };
	},
	stopSignal?: AbortSignal,
) {
	const { context, resource, target, network, log, itemIndex } = run;
	const { addNames, escapeFormulas, maxRetries } = form.options;
	const { filters, nameContains = '' } = form.filters ?? {};
	const { path } = target;
	const names = labelsFor(path, addNames);
	const client = await openClient(context, { itemIndex, network, maxRetries, log, stopSignal });
	const listing = { path, ...form.filters, isChosen: resource.list === undefined };
	const isSearch = nameContains !== '' || splitFilters(path, filters).own.length > 0;
	const report = {
		records: 0,
		pages: 0,
		/** The number of records that the node searched, e.g. for Name Contains; `undefined` if there is no search. */
		searched: isSearch ? 0 : undefined,
		retriedPages: new Array<string>(),
		/** Records whose names could not be read, each with the reason, e.g. `users 65a1c0 (403)`. */
		emptyLabels: new Array<string>(),
	};

	async function* pages(
		options: ReadOptions & { limit?: number },
	): ReturnType<typeof readLabeledList> {
		warnOfRepetition(client, target, form.filters);
		const how = { ...options, labels: names, read: readerOf(target) };
		for await (const page of readLabeledList(client, listing, how)) {
			const { number, records, sent, retries = 0, emptyLabels = [] } = page;
			report.pages = number;
			report.records += records.length;
			if (report.searched !== undefined) report.searched += sent.length;
			if (retries > 0) report.retriedPages.push(`${number}`);
			report.emptyLabels = [...emptyLabels];
			yield page;
		}
	}

	const choice = { ...form.output, escapeFormulas };
	const kind = { ...resource, ...target, labels: names };
	return { client, listing, names, report, isSearch, pages, choice, kind };
}

/** Logs a warning once per run if several input items read the same list. */
function warnOfRepetition(
	{ account, context, log }: ListClient,
	target: ListTarget,
	filters: unknown,
): void {
	if (inputCount(context) < 2) return;
	const { value: readings } = shareAmongItems(context, ['readings', target, filters], () => ({
		count: 0,
		// An expression may choose different credentials for each item.
		first: account,
	}));
	readings.count += 1;
	if (readings.count !== 2 || readings.first !== account) return;
	log.write('listRepeated');
}
