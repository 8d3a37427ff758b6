/** A list, page by page: links, records, retries, and how many lists are read at once. And a single record. */
export { readRecord } from './answer';
export type { Claim } from './claims';
export {
	openConnection,
	type Connection,
	type Listing,
	type NetworkOptions,
	type ServiceContext,
} from './connection';
export { progressCheck } from './ending';
export { slotsForParts, takeListingSlot } from './listingSlots';
export { pageUrlOf } from './nextPage';
export { firstPageUrl, listPages, type ListedPage, type Page, type PageOptions } from './pages';
