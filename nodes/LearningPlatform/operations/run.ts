import type {
	IAllExecuteFunctions,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
} from 'n8n-workflow';

import { scopesOf } from '../catalog/knownLists';
import { labelsFor, listsOfLabels, type LabelKind } from '../catalog/labels';
import type { Resource } from '../catalog/resources';
import {
	checkOutputFields,
	readRequestOptions,
	targetOf,
	type Form,
	type FormNode,
	type ListTarget,
	type ReadParameter,
} from '../form';
import { splitFilters, type Listing, type ReadOptions } from '../list';
import { ListingLog } from '../n8n/log';
import { errorItem, toNodeError } from '../nodeErrors';
import { openLabels, readLabeledList } from '../labels';
import { openClient } from '../service';
import { shapeRecords, type OutputChoice } from '../shape';
import { listsOf, readerOf } from '../training';
import type { ReadFigures } from './hints';

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
	/** Returns the items of each output for all input items. */
	execute: (context: IExecuteFunctions, resource: Resource) => Promise<INodeExecutionData[][]>;
	/** Returns the items for one input item of a tool that knows only routes. Omitted if agents cannot use the operation. */
	runAsTool?: (run: ItemRun) => Promise<INodeExecutionData[]>;
}

/** An operation for one input item, or for all of them. */
export interface ItemRun<
	Context = FormNode & IAllExecuteFunctions & Pick<IExecuteFunctions, 'continueOnFail'>,
> {
	context: Context;
	resource: Resource;
	parameter: ReadParameter;
	network: ReturnType<typeof readRequestOptions>;
	itemIndex: number;
	/** True if the operation reads all input items, so a failure belongs to none of them. */
	isForAllItems?: boolean;
	target: ListTarget;
	log: ListingLog;
	/** Reports the result for hints; omitted if n8n shows none. */
	note?: (figures: ReadFigures) => void;
	/** Aborted if another input item has failed and ended the run. */
	stopSignal?: AbortSignal;
}

/**
 * Runs an operation for one input item.
 *
 * @param toResult returns the result for a failed item if On Error is set to Continue
 * @param routineLevel the log level of routine lines
 * @throws NodeApiError, NodeOperationError
 */
export async function runItem<Context extends ItemRun['context'], Result>(
	item: Omit<ItemRun<Context>, 'network' | 'target' | 'log'>,
	operation: (run: ItemRun<Context>) => Promise<Result>,
	toResult: (output: INodeExecutionData) => Result,
	routineLevel: 'debug' | 'info' = 'info',
): Promise<Result> {
	const { context, resource, parameter, stopSignal } = item;
	const itemIndex = item.isForAllItems ? undefined : item.itemIndex;
	let log = new ListingLog(context, resource.list ?? resource.plural, routineLevel);
	try {
		const target = targetOf(resource).read(parameter, context);
		log = new ListingLog(context, target.path, routineLevel);
		return await operation({ ...item, network: readRequestOptions(parameter), target, log });
	} catch (error) {
		// Log only the failure that ended the run.
		if (stopSignal?.aborted) throw toNodeError(context.getNode(), error, log.list);
		return toResult(errorItem(context, error, log, itemIndex));
	}
}

/** Opens a list. @returns the client, the listing, its records' shape, its pages with names, and figures that each page updates */
export async function openListing(
	run: ItemRun<FormNode & IAllExecuteFunctions>,
	form: {
		output: Pick<OutputChoice, 'shape' | 'fields'>;
		filters?: Pick<Listing, 'filters' | 'nameContains'>;
		/** Other lists that the operation reads. */
		lists?: readonly string[];
		options: Pick<OutputChoice, 'escapeFormulas'> & { addNames: LabelKind[]; maxRetries: number };
	},
	stopSignal = run.stopSignal,
) {
	const { context, resource, target, network, log, itemIndex } = run;
	const { addNames, escapeFormulas, maxRetries } = form.options;
	const { filters, nameContains = '' } = form.filters ?? {};
	const { path } = target;
	const labels = labelsFor(path, addNames);
	const lists = [...listsOf(target), ...listsOfLabels(labels, path), ...(form.lists ?? [])];
	const settings = { itemIndex, network, maxRetries, log, stopSignal, scopes: scopesOf(lists) };
	const client = await openClient(context, settings);
	const listing = { path, ...form.filters, isChosen: resource.list === undefined };
	const isSearch = nameContains !== '' || splitFilters(path, filters).ownFilters.length > 0;
	const figures: Omit<ReadFigures, 'file' | 'missingFields'> & { pages: number } = {
		itemIndex,
		list: path,
		request: JSON.stringify([client.account.fingerprint, network, target, form]),
		records: 0,
		pages: 0,
		searched: isSearch ? 0 : undefined,
		excelDays: (filters ?? []).flatMap(({ excelDay }) => excelDay ?? []),
		retriedPages: [],
		emptyLabels: [],
	};

	async function* pages(
		options: ReadOptions & { limit?: number },
	): ReturnType<typeof readLabeledList> {
		const readOptions = { ...options, labels, read: readerOf(target) };
		for await (const page of readLabeledList(client, listing, readOptions)) {
			const { number, records, allRecords, retries = 0, emptyLabels = [] } = page;
			figures.pages = number;
			figures.records += records.length;
			if (figures.searched !== undefined) figures.searched += allRecords.length;
			if (retries > 0) figures.retriedPages.push(`${number}`);
			figures.emptyLabels = [...emptyLabels];
			yield page;
		}
	}

	const choice = { ...form.output, escapeFormulas };
	const recordType = { ...resource, ...target, labels };
	return { client, listing, labels, figures, isSearch, pages, choice, recordType };
}

/** Shapes records that were not read page by page. @returns them, and the figures for hints */
export async function labelAndShape(
	{ target, log }: Pick<ItemRun, 'target' | 'log'>,
	{ client, labels, choice, recordType, figures }: Awaited<ReturnType<typeof openListing>>,
	unlabeled: IDataObject[],
) {
	const { addTo, emptyLabels, close } = openLabels(client, labels);
	try {
		const { records, missingFields } = shapeRecords(choice, recordType, await addTo(unlabeled));
		checkOutputFields(missingFields, target.path);
		log.write('fieldsMissing', { fields: missingFields });
		const count = records.length;
		const labeled = { ...figures, records: count, missingFields, emptyLabels: [...emptyLabels] };
		return { records, figures: labeled };
	} finally {
		close();
	}
}
