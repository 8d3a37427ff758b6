import { type RoutePath, SERVICE } from '../contract';

/** What a sandbox can be told at its start. Every field has a default. */
export interface SandboxOptions {
	/** Address to listen on; 127.0.0.1 unless told otherwise. */
	host?: string;
	/** 0 lets the operating system choose a free port. */
	port?: number;
	courses?: number;
	groups?: number;
	users?: number;
	/** How many of the users write courses. */
	courseAuthors?: number;
	/** Attempts at courses. */
	courseStatistics?: number;
	/** The same seed and sizes give the same records. */
	seed?: number;
	coursePageSize?: number;
	groupPageSize?: number;
	/** How the courses are listed: in the order of their creation and IDs, the other way round, or in none. */
	courseOrder?: 'created' | 'newest' | 'shuffled';
	/**
	 * When courses were created: every half hour from 2020 on; evenly over the last six years; a tenth of them so
	 * and the rest within the last ten days; or all in one second.
	 */
	courseDates?: 'steady' | 'even' | 'skewed' | 'same';
	/** Entries on a page of other lists, where not those of the public service. */
	pageSizes?: Partial<Record<RoutePath, number>>;
	/** Pads each description so that a record takes about this many bytes as JSON; 0 leaves it alone. */
	recordBytes?: number;
	clientId?: string;
	clientSecret?: string;
	/** What the API credentials may read; everything by default. */
	scopes?: string[];
	/** Filters as the public service documents them, any operator on any field that a record has, or none at all. */
	filters?: 'documented' | 'any' | 'ignored';
	/** Whether a cursor counts records, so that a removal moves one past it, or stands behind a record. */
	cursors?: 'count' | 'stand';
	versionHeader?: string;
	apiVersion?: string;
	/** '' or a path such as '/prefix' under which the whole service lives. */
	pathPrefix?: string;
	tokenLifetimeSeconds?: number;
	/** The specification has a string; other services of the kind answer with a number. */
	expiresInAs?: 'string' | 'number';
	/** Requests but for tokens answered a second before 429; 0 means no limit. */
	requestsPerSecond?: number;
	/** Retry-After on a 429; absent by default, as in the wild. */
	retryAfterSeconds?: number;
	/** Waiting time before the headers of every response but the token's. */
	firstByteDelayMs?: number;
	/** Waiting time before the answer of the token endpoint. */
	tokenDelayMs?: number;
	/** Time between the first and the second half of the body of every response but the token's. */
	bodyDelayMs?: number;
	/** Share (0 to 1) of requests but for tokens answered with 503, drawn from the seed. */
	failureRate?: number;
	/** What time it is by the header `Date`, in ms since the epoch; that of the process unless told otherwise. */
	clock?: () => number;
	/** Speak HTTPS with a self-signed certificate. */
	tls?: boolean;
	/** Name of the field that wraps the page; a plain array without it. */
	envelope?: string;
}

/** The options with every default filled in. */
export type Settings = Required<Omit<SandboxOptions, 'envelope' | 'retryAfterSeconds'>> &
	Pick<SandboxOptions, 'envelope' | 'retryAfterSeconds'>;

/** Every scope that a path of the service asks for. */
const SCOPES = new Set(Object.values(SERVICE).map(({ scope }) => scope));

const DEFAULTS: Settings = {
	host: '127.0.0.1',
	port: 0,
	courses: 1234,
	groups: 345,
	users: 600,
	courseAuthors: 40,
	courseStatistics: 40,
	seed: 1,
	coursePageSize: 500,
	groupPageSize: 500,
	courseOrder: 'created',
	courseDates: 'steady',
	pageSizes: {},
	recordBytes: 0,
	clientId: 'sandbox-client',
	clientSecret: 'sandbox-secret',
	scopes: [...SCOPES],
	filters: 'documented',
	cursors: 'count',
	versionHeader: 'service-api-version',
	apiVersion: 'v2.0',
	pathPrefix: '',
	tokenLifetimeSeconds: 3600,
	expiresInAs: 'string',
	requestsPerSecond: 0,
	firstByteDelayMs: 0,
	tokenDelayMs: 0,
	bodyDelayMs: 0,
	failureRate: 0,
	clock: () => Date.now(),
	tls: false,
};

/** An option that the sandbox cannot work with. */
export class InvalidOption extends Error {
	constructor(
		readonly option: string,
		readonly complaint: string,
	) {
		super(`${option} ${complaint}`);
	}
}

/**
 * Fills in the defaults and refuses values that make no sense.
 *
 * @throws {InvalidOption} for a number out of range or a malformed path prefix.
 */
export function settingsFrom(options: SandboxOptions): Settings {
	const settings: Settings = { ...DEFAULTS, ...options };
	const whole = ['port', 'courses', 'groups', 'users', 'seed', 'recordBytes'] as const;
	for (const name of whole) requireNumber(name, settings[name], 0, Number.isSafeInteger);
	const { coursePageSize, groupPageSize } = settings;
	// Courses have up to two neighbors among them as co-authors.
	requireNumber('courseAuthors', settings.courseAuthors, 3, Number.isSafeInteger);
	const pageSizes = { ...settings.pageSizes, coursePageSize, groupPageSize };
	for (const [name, size] of Object.entries(pageSizes)) {
		requireNumber(name, size, 1, Number.isSafeInteger);
	}
	const measures = [
		'tokenLifetimeSeconds',
		'requestsPerSecond',
		'firstByteDelayMs',
		'tokenDelayMs',
		'bodyDelayMs',
		'failureRate',
	] as const;
	for (const name of measures) requireNumber(name, settings[name], 0, Number.isFinite);
	requireNumber('retryAfterSeconds', settings.retryAfterSeconds ?? 0, 0, Number.isFinite);
	const unknown = settings.scopes.find((scope) => !SCOPES.has(scope));
	if (unknown !== undefined)
		throw new InvalidOption('scopes', `must be scopes of the service, and ${unknown} is none`);
	if (!['documented', 'any', 'ignored'].includes(settings.filters)) {
		throw new InvalidOption('filters', 'must be documented, any or ignored');
	}
	if (!['created', 'newest', 'shuffled'].includes(settings.courseOrder)) {
		throw new InvalidOption('courseOrder', 'must be created, newest or shuffled');
	}
	if (!['steady', 'even', 'skewed', 'same'].includes(settings.courseDates)) {
		throw new InvalidOption('courseDates', 'must be steady, even, skewed or same');
	}
	if (!['string', 'number'].includes(settings.expiresInAs)) {
		throw new InvalidOption('expiresInAs', 'must be string or number');
	}
	if (!/^[\w!#$%&'*+.^`|~-]+$/.test(settings.versionHeader)) {
		throw new InvalidOption('versionHeader', 'must be the name of a header');
	}
	if (settings.port > 65535) throw new InvalidOption('port', 'must be at most 65535');
	if (settings.failureRate > 1) throw new InvalidOption('failureRate', 'must be at most 1');
	if (settings.pathPrefix !== '' && !/^(\/[\w.~-]+)+$/.test(settings.pathPrefix)) {
		throw new InvalidOption('pathPrefix', 'must be empty or look like /prefix');
	}
	return settings;
}

function requireNumber(
	name: string,
	value: number,
	least: number,
	isValid: (value: number) => boolean,
): void {
	if (isValid(value) && value >= least) return;
	const sort = isValid === Number.isSafeInteger ? 'a whole number' : 'a number';
	throw new InvalidOption(name, `must be ${sort} of at least ${least}`);
}
