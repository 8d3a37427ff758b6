import type { IAllExecuteFunctions, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { namesBesideIds, type NameOwner } from '../catalog/names';
import type { Resource } from '../catalog/resources';
import {
	readRequestOptions,
	targetOf,
	type FormNode,
	type ListTarget,
	type ReadParameter,
} from '../form';
import { splitFilters, type Listing, type ReadOptions } from '../list';
import { ListingLog } from '../n8n/log';
import { failedItem } from '../n8n/nodeError';
import { inputCount, shareAmongItems } from '../n8n/sharedByItems';
import { readNamedList, type NamedPage } from '../names';
import type { NetworkOptions } from '../service';
import type { OutputChoice } from '../shape';
import { readerOf } from '../training';

/** The request to an operation for one input item. */
interface Asked<Context> {
	context: Context;
	resource: Resource;
	parameter: ReadParameter;
	/** Left out if n8n's Request Options are parameters. */
	network?: NetworkOptions;
	itemIndex: number;
	/** How many input items the operation runs for; all of them unless it takes them together. */
	items?: number;
}

/** An operation at work on one input item. */
export interface Run<Context> extends Required<Omit<Asked<Context>, 'items'>> {
	target: ListTarget;
	log: ListingLog;
}

type RunContext = FormNode & IAllExecuteFunctions & Pick<IExecuteFunctions, 'continueOnFail'>;

/**
 * Runs an operation for one input item.
 *
 * @param failed makes the result of an item that failed, with On Error: Continue
 * @throws NodeApiError, NodeOperationError
 */
export async function runItem<Context extends RunContext, Result>(
	asked: Asked<Context>,
	operation: (run: Run<Context>) => Promise<Result>,
	failed: (item: INodeExecutionData) => Result,
): Promise<Result> {
	const { context, resource, parameter, itemIndex, items = inputCount(context) } = asked;
	const usual = items > 1 ? 'debug' : 'info';
	let log = new ListingLog(context, resource.plural, usual);
	try {
		const target = targetOf(resource).read(parameter, context);
		log = new ListingLog(context, target.path, usual);
		const { network = readRequestOptions(parameter) } = asked;
		const result = await operation({ ...asked, network, target, log });
		noteEnd(asked, false);
		return result;
	} catch (error) {
		noteEnd(asked, true);
		return failed(failedItem(context, error, log, itemIndex));
	}
}

/** Writes one line for a run with several input items, once the last has ended: a line for each would hide the others. */
function noteEnd(
	{ context, resource, items = inputCount(context) }: Asked<IAllExecuteFunctions>,
	hasFailed: boolean,
): void {
	if (items < 2) return;
	const { value: run } = shareAmongItems(context, ['ended'], () => ({ ended: 0, failed: 0 }));
	run.ended += 1;
	if (hasFailed) run.failed += 1;
	const { ended, failed } = run;
	if (ended < items) return;
	const line = `${items} input items ended, ${failed} of them failed`;
	new ListingLog(context, resource.plural).info(line, { items, failed });
}

/**
 * Opens the list of a run.
 *
 * @returns the listing, what becomes of its records, its pages with names where they are wanted, and a report that grows
 * while they are read: n8n's log and the hints are made of it
 */
export function openListing(
	run: Run<FormNode & IAllExecuteFunctions>,
	form: {
		output: Pick<OutputChoice, 'kind' | 'fields'>;
		filters?: Pick<Listing, 'filters' | 'nameContains'>;
		options: Pick<Listing, 'maxRetries'> &
			Pick<OutputChoice, 'escapeFormulas'> & { addNames: NameOwner[] };
	},
	stopSignal?: AbortSignal,
) {
	const { context, resource, target, network, log, itemIndex } = run;
	const { addNames, escapeFormulas, maxRetries } = form.options;
	const { filters, nameContains = '' } = form.filters ?? {};
	const { path } = target;
	const names = namesBesideIds(path, addNames);
	const isChosen = resource.list === undefined;
	const request = { path, maxRetries, network, itemIndex, log, stopSignal };
	const listing = { ...request, ...form.filters, isChosen };
	const isSearch = nameContains !== '' || splitFilters(path, filters).own.length > 0;
	const report = {
		records: 0,
		pages: 0,
		/** Among how many records the node has looked for them, e.g. by Name Contains; `undefined` where it did not. */
		searched: isSearch ? 0 : undefined,
		retriedPages: new Array<string>(),
		/** Whose names are empty, and why, e.g. `users 65a1c0 (403)`. */
		emptyNames: new Array<string>(),
	};

	async function* pages(
		options: ReadOptions & { limit?: number },
	): AsyncGenerator<NamedPage, void> {
		const how = { ...options, names, read: readerOf(target) };
		for await (const page of readNamedList(context, listing, how)) {
			const { number, records, sent, retries = 0, emptyNames = [] } = page;
			report.pages = number;
			report.records += records.length;
			if (report.searched !== undefined) report.searched += sent.length;
			if (retries > 0) report.retriedPages.push(`${number}`);
			report.emptyNames = [...emptyNames];
			yield page;
		}
	}

	return {
		...{ listing, names, report, isSearch, pages },
		choice: { ...form.output, escapeFormulas },
		kind: { ...resource, ...target, names },
	};
}
