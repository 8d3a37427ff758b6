/** A list, page by page: links, records, retries, and how many lists are read at once. And a single record. */
export { readRecord } from './answer';
export type { Claim } from './claims';
export {
	openConnection,
	type Connection,
	type NetworkOptions,
	type ServiceContext,
} from './connection';
export { progressCheck } from './ending';
export { slotsForParts, takeListingSlot } from './listingSlots';
export { listPages, readPage, type ListedPage, type ListOptions, type Page } from './pages';
