/** Reads lists, records, and objects, and sends changes. Retries failed requests and limits the pace of requests. */
export { parseJson } from './body';
export { openClient, type Client, type NetworkOptions } from './client';
export type { RecordRules } from './guard';
export { pageUrlOf } from './nextPage';
export { readRecord, requestObject, type ObjectAnswer } from './object';
export { firstPageUrl, listPages, type ListedPage, type Page } from './pages';
export type { Mutation } from './send';
