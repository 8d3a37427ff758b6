/** One request to the service: the way there, its answer, and the pause when there were too many. */
export {
	openConnection,
	type Connection,
	type NetworkOptions,
	type ServiceContext,
} from './connection';
export { pauseRequests, waitForPause } from './rateLimitPause';
export { readBody } from './responseBody';
export { getStreamed } from './send';
