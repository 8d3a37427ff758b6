import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import type { Route, WebhookEvent, WriteRoute } from '../../test/contract';
import { eventTypesIn, eventTypesInText } from './eventTypes';
import { eventsIn, routesIn, writesIn } from './facts';
import { textOf } from './layout';
import { readOpenApi } from './openapi';

interface Facts {
	service: Record<string, Route>;
	writes: Record<string, WriteRoute>;
	events: Record<string, WebhookEvent>;
	eventTypes: string[];
}

const NOTHING: Facts = { service: {}, writes: {}, events: {}, eventTypes: [] };

/**
 * Writes the facts from OpenAPI files to `service.json`, `writes.json`, and `events.json`, and writes any event types
 * without a payload to `eventNames.json`.
 *
 * @param files all of the service's documents: facts that no document contains are removed, except event names.
 * A text or Markdown page adds event names.
 * @param folder the folder of the facts
 * @returns lines to print: the changes in the service
 * @throws {Error} if a file is unusable, before anything is written
 */
export function updateContract(files: readonly string[], folder: string): string[] {
	const namesBefore = jsonIn(join(folder, 'eventNames.json'), []) as string[];
	const typesBefore = [...Object.keys(jsonIn(join(folder, 'events.json'), {})), ...namesBefore];
	const { service, writes, events, eventTypes } = files
		.map((file) => factsIn(file, typesBefore))
		.reduce(together);
	const lists = Object.values(service).filter(({ list }) => list);
	if (lists.length === 0) throw new Error(`No list found in ${files.join(', ')}.`);
	const names = [...new Set([...namesBefore, ...eventTypes])].filter((type) => !(type in events));
	const found = [
		`${Object.keys(service).length} GETs`,
		`${lists.length} of them lists`,
		`${Object.keys(writes).length} writes`,
		`${Object.keys(events).length} webhook events`,
		`${names.length} more by name only`,
	];
	const changed = [
		...update(join(folder, 'service.json'), service, 'GET'),
		...update(join(folder, 'writes.json'), writes, 'write'),
		...update(join(folder, 'events.json'), events, 'event'),
		...update(join(folder, 'eventNames.json'), names.sort(), 'event name'),
	];
	const title = 'Changes in the service since the last run';
	return [
		found.join(', '),
		...(changed.length === 0
			? [`${title}: none`]
			: ['', `${title} (${changed.length}):`, ...changed.map((line) => `  ${line}`)]),
	];
}

function factsIn(file: string, knownTypes: readonly string[]): Facts {
	try {
		const text = readFileSync(file, 'utf8');
		if (/\.(md|txt)$/.test(file)) {
			return { ...NOTHING, eventTypes: eventTypesInText(text, knownTypes) };
		}
		const document = readOpenApi(text);
		return {
			service: routesIn(document),
			writes: writesIn(document),
			events: eventsIn(document),
			eventTypes: eventTypesIn(document),
		};
	} catch (cause) {
		throw new Error(`${file} cannot be used: ${(cause as Error).message}`, { cause });
	}
}

function together(one: Facts, other: Facts): Facts {
	for (const kind of ['service', 'writes', 'events'] as const) {
		const twice = Object.entries(one[kind]).find(
			([name, facts]) => name in other[kind] && !isDeepStrictEqual(facts, other[kind][name]),
		);
		if (twice !== undefined) throw new Error(`Two files describe ${twice[0]} differently.`);
	}
	return {
		service: { ...one.service, ...other.service },
		writes: { ...one.writes, ...other.writes },
		events: { ...one.events, ...other.events },
		eventTypes: [...one.eventTypes, ...other.eventTypes],
	};
}

/** Writes a file of facts and returns its changes. */
function update(file: string, facts: object, kind: string): string[] {
	const before = jsonIn(file, Array.isArray(facts) ? [] : {});
	writeFileSync(file, textOf(facts));
	return changes(before, facts, [kind]);
}

/** @param nothing the content to assume for a missing file */
function jsonIn(file: string, nothing: object): object {
	return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as object) : nothing;
}

/**
 * Compares two versions of the facts.
 *
 * @returns one line per change, with its path, e.g. `new: GET > courses > record > fields > level`
 */
function changes(before: unknown, after: unknown, way: readonly string[]): string[] {
	if (isDeepStrictEqual(before, after)) return [];
	const place = way.join(' > ');
	if (before === undefined) return [`new: ${place}`];
	if (after === undefined) return [`gone: ${place}`];
	const [old, now] = [partsOf(before), partsOf(after)];
	if (old === undefined || now === undefined) {
		return [`changed: ${place}, from ${JSON.stringify(before)} to ${JSON.stringify(after)}`];
	}
	const keys = new Set([...old.keys(), ...now.keys()]);
	return [...keys].flatMap((key) => changes(old.get(key), now.get(key), [...way, key]));
}

/** Returns the members of an object or a list by name. A string in a list serves as its own name. */
function partsOf(value: unknown): Map<string, unknown> | undefined {
	if (typeof value !== 'object' || value === null) return undefined;
	const parts = Object.entries(value) as [string, unknown][];
	return new Map(
		parts.map(([key, part]) => [
			typeof part === 'string' && Array.isArray(value) ? part : key,
			part,
		]),
	);
}
