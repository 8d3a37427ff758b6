import { LISTS, type ListKind } from './lists';
import { EXTERNAL_COURSES } from './parameters';
import { SINGLES, type SingleKind } from './singles';

/** A path below `/api/v2/` that leads somewhere. */
export interface Address<Kind extends string = ListKind | SingleKind> {
	kind: Kind;
	/** By name, decoded. */
	parameters: Readonly<Record<string, string>>;
}

/** `catalog` and `library` know different contents. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
	'groups/{groupId}/catalog/{contentType}-ids': 'course|path-session',
	'groups/{groupId}/library/{contentType}-ids': 'course|path',
};

const lists = matcher<ListKind>(Object.keys(LISTS) as ListKind[]);
const singles = matcher<SingleKind>(Object.keys(SINGLES) as SingleKind[]);
const externalCourses = matcher([EXTERNAL_COURSES]);

/** What a path leads to; undefined when to nothing. */
export function addressOf(path: string): Address | undefined {
	// Lists first: `courses/stats` is one, although a course ID could stand there.
	return lists(path) ?? singles(path);
}

/** The same for lists alone, and for the one that has no route. */
export function listAddressOf(
	path: string,
): Address<ListKind | typeof EXTERNAL_COURSES> | undefined {
	return lists(path) ?? externalCourses(path);
}

export function isList(kind: string): kind is ListKind {
	return Object.hasOwn(LISTS, kind);
}

/** Names of the parameters of a path, in order. */
export function parametersIn(kind: string): string[] {
	return Array.from(kind.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
}

/** The path with its parameters filled in. */
export function fill(kind: string, parameters: Readonly<Record<string, string>>): string {
	return kind.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
		encodeURIComponent(parameters[name] ?? ''),
	);
}

function matcher<Kind extends string>(kinds: Kind[]): (path: string) => Address<Kind> | undefined {
	const exact = new Map<string, Address<Kind>>();
	const patterns: { kind: Kind; pattern: RegExp }[] = [];
	for (const kind of kinds) {
		if (parametersIn(kind).length === 0) exact.set(kind, { kind, parameters: {} });
		else patterns.push({ kind, pattern: patternOf(kind) });
	}
	return (path) => {
		const known = exact.get(path);
		if (known) return known;
		for (const { kind, pattern } of patterns) {
			const groups = pattern.exec(path)?.groups;
			const parameters = groups && decoded(groups);
			if (parameters) return { kind, parameters };
		}
		return undefined;
	};
}

function patternOf(kind: string): RegExp {
	const content = CONTENT_TYPES[kind] ?? '';
	const source = kind.replaceAll(
		/\{(\w+)\}/g,
		(_, name: string) => `(?<${name}>${name === 'contentType' ? content : '[^/]+'})`,
	);
	return new RegExp(`^${source}$`);
}

function decoded(groups: Record<string, string>): Record<string, string> | undefined {
	try {
		return Object.fromEntries(
			Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]),
		);
	} catch {
		return undefined;
	}
}
