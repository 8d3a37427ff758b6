import { type Route, type RoutePath, SERVICE } from '../contract';

type ValuesByName = Readonly<Record<string, readonly string[] | undefined>>;

type Parameters = Readonly<Record<string, string>>;

/** A path relative to `/api/v2/`. */
export interface Address {
	kind: RoutePath;
	/** Decoded values, by name. */
	parameters: Parameters;
}

const kinds = Object.keys(SERVICE) as RoutePath[];
/** Kinds without parameters come first: `courses/stats` is a list, not the course "stats". */
const patterns = [...kinds.filter((kind) => !kind.includes('{')), ...kinds].map((kind) => {
	const chosen = SERVICE[kind]?.ids.filter((id) => typeof id === 'object') ?? [];
	return { kind, pattern: patternOf(kind, Object.assign({}, ...chosen) as ValuesByName) };
});

/** Returns undefined for an unknown path. */
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

/** True if the path is a list. */
export const isList = (kind: string): boolean => SERVICE[kind]?.list ?? false;

/** How the service shows records: complete, without the internal `_id`, or as plain strings. */
export function shownAs(kind: string): 'records' | 'recordsWithoutId' | 'texts' {
	const type = SERVICE[kind]?.record;
	if (type?.type === 'string') return 'texts';
	const { fields } = type?.oneOf?.[0] ?? type ?? {};
	return fields && '_id' in fields ? 'records' : 'recordsWithoutId';
}

/** Returns the names of a path's parameters, in order. */
export function parametersIn(kind: string): string[] {
	return Array.from(kind.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
}

/** Replaces the parameters in a path with their values. */
export function fill(kind: string, parameters: Parameters): string {
	return kind.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
		encodeURIComponent(parameters[name] ?? ''),
	);
}

/**
 * Returns a pattern that matches a path, with a named group for each parameter.
 *
 * @param values the allowed values for each parameter that has a fixed set of values
 */
export function patternOf(kind: string, values: ValuesByName): RegExp {
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
