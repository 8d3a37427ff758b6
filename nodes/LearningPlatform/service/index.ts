/** A list, page by page: links, records, retries, and how many lists are read at once. And a single record. */
export { readRecord } from './answer';
export {
	openConnection,
	type Connection,
	type NetworkOptions,
	type ServiceContext,
} from './connection';
export { slotsForParts, takeListingSlot } from './listingSlots';
export { listPages, readPage, type ListOptions, type Page } from './pages';
