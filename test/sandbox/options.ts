import { type RoutePath, SERVICE } from '../contract';

/** An option of the sandbox. */
export interface Option<T = unknown> {
	/** What it is unless it is given. */
	standard: T;
	help: string;
	/** Reads it from a command line; a switch has nothing to read. */
	read?: (text: string) => T;
	accepts: (value: T) => boolean;
	/** What it must be. */
	wanted: string;
}

interface Bounds {
	least?: number;
	most?: number;
	isWhole?: boolean;
}

function number(standard: number, help: string, bounds: Bounds = {}): Option<number> {
	const { least = 0, most = Infinity, isWhole = true } = bounds;
	return {
		standard,
		help,
		read: (text) => (text === '' ? NaN : Number(text)),
		accepts: (value) =>
			value >= least && value <= most && (isWhole ? Number.isSafeInteger : Number.isFinite)(value),
		wanted: `a ${isWhole ? 'whole ' : ''}number of ${least} ${most === Infinity ? 'or more' : `to ${most}`}`,
	};
}

const measure = (standard: number, help: string) => number(standard, help, { isWhole: false });

function text(standard: string, help: string, form = /^/, wanted = 'a text'): Option<string> {
	return { standard, help, read: String, accepts: (value) => form.test(value), wanted };
}

/** The first choice is the standard one. */
function choice<T extends string>(choices: readonly [T, ...T[]], help: string): Option<T> {
	const accepts = (value: T) => choices.includes(value);
	const [standard] = choices;
	return { standard, help, read: (given) => given as T, accepts, wanted: choices.join('|') };
}

/** Has no value unless it is given. */
function optional<T>(option: Option<T>): Option<T | undefined> {
	const accepts = (value: T | undefined) => value === undefined || option.accepts(value);
	return { ...option, standard: undefined, accepts };
}

const SCOPES = [...new Set(Object.values(SERVICE).map(({ scope }) => scope))];

/** What a command line can say as well. */
export const OPTIONS = {
	host: text('127.0.0.1', 'address to listen on'),
	port: number(0, 'port to listen on; 0 is any free one', { most: 65_535 }),
	tls: {
		standard: false,
		help: 'HTTPS with a self-signed certificate',
		accepts: () => true,
		wanted: '',
	} as Option<boolean>,
	pathPrefix: text('', 'path below which the service is', /^(\/[\w.~-]+)*$/, 'like /prefix'),

	courses: number(1234, 'how many courses there are'),
	groups: number(345, 'how many groups there are'),
	users: number(600, 'how many users there are'),
	// Courses have up to two neighbors among them as co-authors.
	courseAuthors: number(40, 'how many of the users write courses', { least: 3 }),
	courseStatistics: number(40, 'how many attempts at courses there are'),
	seed: number(1, 'same seed, same records'),
	courseOrder: choice(['created', 'newest', 'shuffled'], 'in which courses are listed'),
	courseDates: choice(
		['steady', 'even', 'skewed', 'same'],
		'when courses were created: every half hour, over six years, most in ten days, at once',
	),
	recordBytes: number(0, 'pad each course and group to about this size as JSON'),
	coursePageSize: number(500, 'courses on a page', { least: 1 }),
	groupPageSize: number(500, 'groups on a page', { least: 1 }),
	envelope: optional(text('', 'field that wraps a page, which is a plain array otherwise')),
	filters: choice(
		['documented', 'any', 'ignored'],
		'those of the contract, any operator on any field, or none',
	),
	cursors: choice(
		['count', 'stand'],
		'count records, so that a removal moves one past the cursor, or stand behind a record',
	),

	clientId: text('sandbox-client', 'what the token endpoint accepts'),
	clientSecret: text('sandbox-secret', 'what the token endpoint accepts'),
	scopes: {
		standard: SCOPES,
		help: 'what the API credentials may read, with commas; everything unless given',
		read: (given) => given.split(','),
		accepts: (scopes) => scopes.every((scope) => SCOPES.includes(scope)),
		wanted: 'scopes of the service',
	} as Option<string[]>,
	versionHeader: text(
		'service-api-version',
		'header with the version',
		/^[\w!#$%&'*+.^`|~-]+$/,
		'the name of a header',
	),
	apiVersion: text('v2.0', 'version that it has to have'),
	tokenLifetimeSeconds: measure(3600, 'how long a token lasts'),
	expiresInAs: choice(['string', 'number'], 'type of expires_in; some services have a number'),

	requestsPerSecond: measure(0, 'answer 429 to requests beyond, but for tokens; 0 is no limit'),
	retryAfterSeconds: optional(measure(0, 'Retry-After of a 429')),
	tokenDelayMs: measure(0, 'wait before the answer of the token endpoint'),
	firstByteDelayMs: measure(0, 'wait before the headers of any other answer'),
	bodyDelayMs: measure(0, 'wait in the middle of its body'),
};

/** What a sandbox is told at its start. */
export type Settings = {
	[Name in keyof typeof OPTIONS]: (typeof OPTIONS)[Name]['standard'];
} & {
	/** Entries on a page of other lists, where not those of the contract. */
	pageSizes: Partial<Record<RoutePath, number>>;
	/** What time it is by the header `Date`, in ms since the epoch. */
	clock: () => number;
};

/** The same, all with a default. */
export type SandboxOptions = Partial<Settings>;

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
 * Fills in the defaults.
 *
 * @throws {InvalidOption} for a value that makes no sense.
 */
export function settingsFrom(options: SandboxOptions): Settings {
	const entries = Object.entries<Option>(OPTIONS as unknown as Record<string, Option>);
	const standards = Object.fromEntries(entries.map(([name, { standard }]) => [name, standard]));
	const settings = { pageSizes: {}, clock: () => Date.now(), ...standards, ...options } as Settings;
	for (const [name, { accepts, wanted }] of entries) {
		const value = settings[name as keyof Settings];
		if (!accepts(value)) throw new InvalidOption(name, `must be ${wanted}`);
	}
	return settings;
}
