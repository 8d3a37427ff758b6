import type { WritePath } from '../../contract';
import type { Reply } from '../reply';

/** A request that matches the contract. */
export interface Call {
	/** Decoded values in the path, by name. */
	parameters: Readonly<Record<string, string>>;
	query: string;
	body: object;
}

/** Carries out requests, by method and path, or returns the error code of a request that the records do not allow. */
export type WriteTable = Partial<Record<WritePath, (call: Call) => Reply | string>>;
