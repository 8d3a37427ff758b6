/** A list, page by page: links, records, retries, and how many lists are read at once. And a single record. */
export { readRecord, requestObject } from './answer';
export { openConnection, type Connection, type Inquiry, type NetworkOptions } from './connection';
export type { Total } from './ending';
export { slotsForParts, takeListingSlot } from './listingSlots';
export { pageUrlOf } from './nextPage';
export { firstPageUrl, listPages, type ListedPage, type Page } from './pages';
export { progressCheck } from './progress';
export { LIST_OPERATORS, queryOf, type Filter } from './query';
export type { Write } from './send';
