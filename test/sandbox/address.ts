import { type Route, type RoutePath, SERVICE } from '../contract';

type Parameters = Readonly<Record<string, string>>;

/** A path below `/api/v2/` that leads somewhere. */
export interface Address {
	kind: RoutePath;
	/** By name, decoded. */
	parameters: Parameters;
}

const kinds = Object.keys(SERVICE) as RoutePath[];
/** Those without parameters first: `courses/stats` is a list, although a course ID could stand there. */
const patterns = [...kinds.filter((kind) => !kind.includes('{')), ...kinds].map((kind) => ({
	kind,
	pattern: patternOf(kind),
}));

/** What a path leads to; undefined when to nothing. */
export function addressOf(path: string): Address | undefined {
	for (const { kind, pattern } of patterns) {
		const match = pattern.exec(path);
		if (!match) continue;
		const parameters = decoded(match.groups ?? {});
		return parameters && { kind, parameters };
	}
	return undefined;
}

export function routeOf(kind: RoutePath): Route {
	const route = SERVICE[kind];
	if (!route) throw new Error(`The contract has no path ${kind}`);
	return route;
}

/** Whether a path leads to records. */
export const isList = (kind: string): boolean => SERVICE[kind]?.list ?? false;

/** How a list shows its records: whole, without the `_id` that the sandbox keeps, or as bare texts. */
export function shownAs(kind: string): 'records' | 'recordsWithoutId' | 'texts' {
	const type = SERVICE[kind]?.record;
	if (type?.type === 'string') return 'texts';
	const { fields } = type?.oneOf?.[0] ?? type ?? {};
	return fields && '_id' in fields ? 'records' : 'recordsWithoutId';
}

/** Names of the parameters of a path, in order. */
export function parametersIn(kind: string): string[] {
	return Array.from(kind.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
}

/** The path with its parameters filled in. */
export function fill(kind: string, parameters: Parameters): string {
	return kind.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
		encodeURIComponent(parameters[name] ?? ''),
	);
}

function patternOf(kind: string): RegExp {
	const chosen = SERVICE[kind]?.ids.filter((id) => typeof id === 'object') ?? [];
	const values = Object.assign({}, ...chosen) as Record<string, string[]>;
	const source = kind.replaceAll(
		/\{(\w+)\}/g,
		(_, name: string) => `(?<${name}>${values[name]?.join('|') ?? '[^/]+'})`,
	);
	return new RegExp(`^${source}$`);
}

function decoded(groups: Record<string, string>): Parameters | undefined {
	try {
		return Object.fromEntries(
			Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]),
		);
	} catch {
		return undefined;
	}
}
