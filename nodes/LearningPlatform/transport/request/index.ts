/** One request to the service: the way there, its answer, and the pause and the pace when there were too many. */
export {
	openConnection,
	type Connection,
	type NetworkOptions,
	type ServiceContext,
} from './connection';
export { pauseRequests, waitForTurn } from './rateLimit';
export { readBody } from './responseBody';
export { getStreamed } from './send';
