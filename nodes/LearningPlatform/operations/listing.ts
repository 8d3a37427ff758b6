import type { IAllExecuteFunctions } from 'n8n-workflow';

import { namesBesideIds, type NameOwner } from '../catalog/names';
import type { Resource } from '../catalog/resources';
import type { FormNode, ListTarget, ReadParameter } from '../form';
import type { Listing, ReadOptions } from '../list';
import type { ListingLog } from '../n8n/log';
import { readNamedList } from '../names';
import type { NetworkOptions } from '../service';
import type { OutputChoice } from '../shape';
import { readerOf } from '../training';

/** An operation at work on one input item. */
export interface Run<Context> {
	context: Context;
	resource: Resource;
	target: ListTarget;
	parameter: ReadParameter;
	network: NetworkOptions;
	log: ListingLog;
	itemIndex: number;
}

/** The listing of a run, what becomes of its records, and its pages, with names where they are wanted. */
export function openListing(
	{ context, resource, target, network, log, itemIndex }: Run<FormNode & IAllExecuteFunctions>,
	form: {
		output: Pick<OutputChoice, 'kind' | 'fields'>;
		filters?: Pick<Listing, 'filters' | 'nameContains' | 'ownFilters'>;
		options: Pick<Listing, 'maxRetries'> &
			Pick<OutputChoice, 'escapeFormulas'> & { addNames: NameOwner[] };
	},
) {
	const { addNames, escapeFormulas, maxRetries } = form.options;
	const { path } = target;
	const names = namesBesideIds(path, addNames);
	const listing = { path, ...form.filters, maxRetries, network, itemIndex, log };
	return {
		listing,
		names,
		choice: { ...form.output, escapeFormulas },
		kind: { ...resource, ...target, names },
		/** @param limit how many records are wanted */
		pages: (options: ReadOptions & { maxUnnamedPages?: number }, limit = Infinity) =>
			readNamedList(context, listing, { ...options, names, limit, read: readerOf(target) }),
	};
}
