/** A list, page by page: links, records, retries, and how many lists are read at once. */
export { takeListingSlot } from './listingSlots';
export { listPages, PageError, type Page } from './pages';
