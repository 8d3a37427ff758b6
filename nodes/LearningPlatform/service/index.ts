/** A list, page by page: links, records, retries, and how many lists are read at once. And a single record. */
export { readRecord, requestObject } from './answer';
export {
	openConnection,
	type Connection,
	type ListRequest,
	type NetworkOptions,
} from './connection';
export { takeListingSlot } from './listingSlots';
export { pageUrlOf } from './nextPage';
export { firstPageUrl, listPages, type ListedPage, type Page } from './pages';
export { LIST_OPERATORS, queryOf, type Filter } from './query';
export type { Mutation } from './send';
