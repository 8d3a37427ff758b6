/** A list, page by page: links, records, retries, and how many lists are read at once. And a single record. */
export { readRecord } from './answer';
export {
	openConnection,
	type Connection,
	type Listing,
	type NetworkOptions,
	type ServiceContext,
} from './connection';
export type { Total } from './ending';
export { slotsForParts, takeListingSlot } from './listingSlots';
export { pageUrlOf } from './nextPage';
export { firstPageUrl, listPages, type ListedPage, type Page } from './pages';
export { progressCheck } from './progress';
