/** A list, page by page: links, records, retries, and how many lists are read at once. Also a single record. */
export { readRecord, requestObject, type ObjectAnswer } from './requests';
export { parseJson } from './body';
export {
	openConnection,
	type Connection,
	type ListRequest,
	type NetworkOptions,
	type RequestLog,
} from './connection';
export { takeListingSlot } from './listingSlots';
export type { ListedPage, Page } from './guard';
export { pageUrlOf } from './nextPage';
export { firstPageUrl, listPages } from './pages';
export type { Mutation } from './send';
