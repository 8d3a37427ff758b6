/** A list, page by page: links, records, retries, and how many lists are read at once. And a single record. */
export { takeListingSlot, tryTakeListingSlot, type ReleaseSlot } from './listingSlots';
export { listPages, PageError, type ListedPage, type ListOptions, type Page } from './pages';
export { readPage, readRecord, type LinkedPage } from './single';
