import type { RoutePath, WritePath } from '../../../contract';
import type { Platform } from '../platform';

interface Case {
	/** The IDs in the path. */
	ids?: Record<string, string>;
	body?: object;
	before?: () => unknown;
}

/** A request and the status and error code ('' for success) of its response. */
export type Row = [
	request: WritePath | `GET ${RoutePath}`,
	status: number,
	code: string,
	what: string,
	caseOf: (platform: Platform) => Case,
];
