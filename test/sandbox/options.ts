import { type RoutePath, SERVICE, WRITES } from '../contract';

export interface Option<T = unknown> {
	/** The default. */
	standard: T;
	help: string;
	choices?: readonly T[];
}

const option = <T>(standard: T, help: string): Option<T> => ({ standard, help });

/** The first choice is the default. */
function choice<T extends string>(choices: readonly [T, ...T[]], help: string): Option<T> {
	return { standard: choices[0], help, choices };
}

const ROUTES = [...Object.values(SERVICE), ...Object.values(WRITES)];
const SCOPES = [...new Set([...ROUTES.map(({ scope }) => scope), 'webhooks:write'])];

/** The options of the command line. */
export const OPTIONS = {
	host: option('127.0.0.1', 'address to listen on'),
	port: option(0, 'port to listen on; 0 for any free port'),
	tls: option(false, 'HTTPS with a self-signed certificate'),
	pathPrefix: option('', 'path prefix of the service, such as /prefix'),

	courses: option(1234, 'number of courses'),
	groups: option(345, 'number of groups'),
	users: option(600, 'number of users'),
	courseAuthors: option(40, 'number of users who are course authors'),
	courseStatistics: option(40, 'number of course attempts'),
	seed: option(1, 'seed for generating records'),
	recordBytes: option(0, 'pad each course to about this many bytes of JSON'),
	coursePageSize: option(500, 'courses per page'),
	groupPageSize: option(500, 'groups per page'),
	filters: choice(['documented', 'ignored'], 'whether to apply filters'),
	cursors: choice(
		['count', 'stand'],
		'whether a cursor stores a position or the last record of a page',
	),

	identities: choice(['folded', 'exact'], 'how writes compare emails and usernames'),
	identityFilters: choice(['exact', 'folded'], 'how filters compare emails and usernames'),
	deletedUsers: choice(
		['listed', 'byStatus', 'hidden'],
		'whether lists show deleted users: always, only with a status filter, or never',
	),
	listLag: option(0, 'number of reads of a list before a write appears'),
	spelling: choice(
		['kept', 'phone', 'blanks', 'cut', 'lowercase', 'protected'],
		'how to store the values of users',
	),
	secondAdd: choice(['accepted', 'rejected'], 'response to adding a member or manager again'),

	audienceEdits: choice(
		['applied', 'byMode'],
		'whether editing an audience changes the enrollments in every mode',
	),
	deletedLearners: choice(['removed', 'kept'], 'whether audiences still list deleted users'),
	emptyFilters: choice(['accepted', 'rejected'], 'response to an audience with an empty filter'),
	tokenBasedPaths: option(false, 'whether paths cost tokens, which limits their audiences'),

	clientId: option('sandbox-client', 'client ID that the token endpoint accepts'),
	clientSecret: option('sandbox-secret', 'client secret that the token endpoint accepts'),
	scopes: option(SCOPES, 'comma-separated scopes of the API credentials; all by default'),
	versionHeader: option('service-api-version', 'name of the version header'),
	apiVersion: option('v2.0', 'required version'),
	tokenLifetimeSeconds: option(3600, 'token lifetime'),

	requestsPerSecond: option(0, 'limit for all requests except token requests; 0 for no limit'),
	writesPerSecond: option(10, 'limit for write requests'),
	retryAfterSeconds: option(0, 'Retry-After header of 429 responses; 0 for none'),
	tokenDelayMs: option(0, 'delay of token responses'),
	firstByteDelayMs: option(0, 'delay before the headers of other responses'),
	bodyDelayMs: option(0, 'delay in the middle of other response bodies'),
};

/** The public service tries to deliver an event eight times within 27 hours and 35 minutes. */
const DELIVERY_WAITS_MS = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000].map((s) => s * 1_000);

/** The settings of a sandbox. */
export type Settings = {
	[Name in keyof typeof OPTIONS]: (typeof OPTIONS)[Name]['standard'];
} & {
	/** Page sizes of other lists; the contract's page sizes by default. */
	pageSizes: Partial<Record<RoutePath, number>>;
	/** Waiting times between delivery attempts, in ms. */
	deliveryWaitsMs: number[];
	/** How many times each event is sent; a service resends an event if the response is lost. */
	deliveries: number;
	/** The service's clock, in ms since the epoch. */
	clock: () => number;
};

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
