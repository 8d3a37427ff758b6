/** Reads lists, records, and objects, and sends changes. Retries failed requests and limits the pace of requests. */
export { readRecord, requestObject, type ObjectAnswer } from './answer';
export { parseJson } from './body';
export {
	openConnection,
	type Connection,
	type ListRequest,
	type NetworkOptions,
	takeListingSlot,
} from './connection';
export { pageUrlOf } from './nextPage';
export { firstPageUrl, listPages, type ListedPage, type Page } from './pages';
export type { Mutation } from './send';
