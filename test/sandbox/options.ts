import { type RoutePath, SERVICE, WRITES } from '../contract';

/** An option of the sandbox, and what a command line says about it. */
export interface Option<T = unknown> {
	/** What it is unless it is given. */
	standard: T;
	help: string;
	choices?: readonly T[];
}

const option = <T>(standard: T, help: string): Option<T> => ({ standard, help });

/** The first choice is the standard one. */
function choice<T extends string>(choices: readonly [T, ...T[]], help: string): Option<T> {
	return { standard: choices[0], help, choices };
}

const ROUTES = [...Object.values(SERVICE), ...Object.values(WRITES)];
const SCOPES = [...new Set([...ROUTES.map(({ scope }) => scope), 'webhooks:write'])];

/** What a command line can say as well. */
export const OPTIONS = {
	host: option('127.0.0.1', 'address to listen on'),
	port: option(0, 'port to listen on; 0 is any free one'),
	tls: option(false, 'HTTPS with a self-signed certificate'),
	pathPrefix: option('', 'path below which the service is, such as /prefix'),

	courses: option(1234, 'how many courses there are'),
	groups: option(345, 'how many groups there are'),
	users: option(600, 'how many users there are'),
	courseAuthors: option(40, 'how many of the users write courses'),
	courseStatistics: option(40, 'how many attempts at courses there are'),
	seed: option(1, 'same seed, same records'),
	recordBytes: option(0, 'pad each course to about this size as JSON'),
	coursePageSize: option(500, 'courses on a page'),
	groupPageSize: option(500, 'groups on a page'),
	filters: choice(
		['documented', 'any', 'ignored'],
		'those of the contract, any operator on any field, or none',
	),
	cursors: choice(
		['count', 'stand'],
		'count records, so that a removal moves one past the cursor, or stand behind a record',
	),

	clientId: option('sandbox-client', 'what the token endpoint accepts'),
	clientSecret: option('sandbox-secret', 'what the token endpoint accepts'),
	scopes: option(SCOPES, 'what the API credentials may do, with commas; everything unless given'),
	versionHeader: option('service-api-version', 'header with the version'),
	apiVersion: option('v2.0', 'version that it has to have'),
	tokenLifetimeSeconds: option(3600, 'how long a token lasts'),

	requestsPerSecond: option(0, 'answer 429 to requests beyond, but for tokens; 0 is no limit'),
	writesPerSecond: option(10, 'the same for requests that change something'),
	retryAfterSeconds: option(0, 'Retry-After of a 429; 0 is none'),
	tokenDelayMs: option(0, 'wait before the answer of the token endpoint'),
	firstByteDelayMs: option(0, 'wait before the headers of any other answer'),
	bodyDelayMs: option(0, 'wait in the middle of its body'),
};

/** Of the public service: eight attempts in 27 hours and 35 minutes. */
const DELIVERY_WAITS_MS = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000].map((s) => s * 1_000);

/** What a sandbox is told at its start. */
export type Settings = {
	[Name in keyof typeof OPTIONS]: (typeof OPTIONS)[Name]['standard'];
} & {
	/** Entries on a page of other lists, where not those of the contract. */
	pageSizes: Partial<Record<RoutePath, number>>;
	/** The waits between the attempts to deliver an event, in ms. */
	deliveryWaitsMs: number[];
	/** How often each event is sent, as by a service that has not heard of its success. */
	deliveries: number;
	/** What time it is by the header `Date`, in ms since the epoch. */
	clock: () => number;
};

/** The same, all with a default. */
export type SandboxOptions = Partial<Settings>;

/** Fills in the defaults. */
export function settingsFrom(options: SandboxOptions): Settings {
	const standards = Object.entries(OPTIONS).map(([name, { standard }]) => [name, standard]);
	const settings = Object.fromEntries(standards) as Settings;
	const rest = {
		pageSizes: {},
		deliveryWaitsMs: DELIVERY_WAITS_MS,
		deliveries: 1,
		clock: () => Date.now(),
	};
	return { ...settings, ...rest, ...options };
}
