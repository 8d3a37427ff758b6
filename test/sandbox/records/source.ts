import { SERVICE } from '../../contract';
import { shownAs } from '../address';
import { TEAM } from './fields';
import { makerOf } from './make';
import { hashOf } from './random';
import { timeOf } from './training';
import type { Generate, ListRecord, Make, Moment, Place, World } from './world';

const DAY_MS = 86_400_000;
const LONGEST_MS = 200 * DAY_MS;
const RECENT_MS = 10 * DAY_MS;

/** A list's initial number of records and the function that generates them. */
export interface Source {
	count: number;
	generate: Generate;
}

/** Lists that contain another list's records. */
const SAME_AS: Readonly<Record<string, string>> = {
	'courses/{courseId}/custom-fields/values': 'custom-fields/values',
	'paths/{pathId}/sessions': 'paths/sessions',
	'paths/{pathId}/sessions/{sessionId}/custom-fields/values': 'custom-fields/values',
	'paths/{pathId}/sessions/{sessionId}/user-stats': 'paths/stats',
	'users/{userId}/custom-fields/values': 'custom-fields/values',
};

const atMost = (count: number, list: string) => (_path: string, world: World) =>
	Math.min(count, world.count(list));

/** The number of records in nested lists, keyed by the path's end. Records without an `_id` must not repeat. */
const COUNTS: Readonly<Record<string, (path: string, world: World) => number>> = {
	'authorized-values': () => 4,
	// The first user manages all others.
	managers: (path, world) => Math.min(1, world.count('users'), Math.abs(userIn(path, world))),
	'{contentType}-ids': (path, world) =>
		Math.min(15, world.count(path.endsWith('/course-ids') ? 'courses' : 'paths')),
	// Four roles for every three members.
	roles: (path, world) =>
		Math.min(7, Math.ceil(world.count(path.startsWith('users/') ? 'groups' : 'users') / 0.75)),
	sessions: () => 2,
	subordinates: (path, world) => {
		const user = userIn(path, world);
		return user < 0 ? 0 : Math.max(0, Math.min(TEAM, world.count('users') - 1 - user * TEAM));
	},
	tags: (path) => hashOf(path) % 4,
	values: () => 4,
	waitlist: atMost(3, 'users'),
};

/** Returns the index of the user in a path, or -1. */
const userIn = (path: string, world: World) => world.indexOf('users', path.split('/')[1]);

/** Makers of plain-text IDs, by list. */
const TEXT_IDS: Readonly<Record<string, (index: number, place: Place) => string>> = {
	skills: (index) => `skill-${index + 1}`,
	'skills/powers': (index) => `power-${index + 1}`,
	'webhooks/subscriptions/{subscriptionId}/events': (index, { path }) =>
		`msg_${hashOf(path).toString(16)}${index}`,
};

const makers = new Map<string, Make>();

/** Returns the maker of a list's records or of a single record. */
export function makerOfKind(kind: string): Make {
	const make = makers.get(kind) ?? makerOf(SAME_AS[kind] ?? kind, SERVICE[kind]?.record ?? {});
	makers.set(kind, make);
	return make;
}

/** Returns a list's source, based on the type in the contract. */
export function sourceOf(place: Place): Source {
	const { kind, path, world } = place;
	const make = makerOfKind(kind);
	const isText = shownAs(kind) === 'texts';
	const bytes = kind === 'courses' ? world.settings.recordBytes : 0;

	const generate = (nth: number): ListRecord => {
		const moment = momentOf(place, nth);
		if (isText) return { _id: make(moment) as string };
		const record = make(moment) as ListRecord;
		return bytes === 0 ? record : padTo(bytes, record);
	};
	const end = kind.slice(kind.lastIndexOf('/') + 1);
	const count = kind.includes('{') ? COUNTS[end]?.(path, world) : undefined;
	return { count: count ?? world.count(path), generate };
}

/** Returns the input from which the record at an index is generated. */
export function momentOf(place: Place, index: number): Moment {
	const { kind, path, parameters, world } = place;
	const random = world.randomOf(path, index);
	const createdMs = world.createdMs(path, index);
	const isRecent = index % 5 === 1 && kind !== 'courses' && createdMs < world.todayMs - RECENT_MS;
	const longestMs = random.below(LONGEST_MS);
	const usual = isRecent
		? { sinceMs: world.todayMs - RECENT_MS, spanMs: RECENT_MS }
		: { sinceMs: createdMs, spanMs: Math.max(0, Math.min(longestMs, world.todayMs - createdMs)) };
	const { sinceMs, spanMs } = timeOf(place, index) ?? usual;
	const _id = TEXT_IDS[kind]?.(index, place) ?? world.id(path, index, createdMs);
	const isTold = shownAs(kind) !== 'records';
	const turn = kind === path ? index : index + (hashOf(path) % 1000);
	const record = { _id };
	// Spreading objects would be slow.
	return {
		kind,
		path,
		parameters,
		world,
		index,
		isTold,
		random,
		createdMs,
		sinceMs,
		spanMs,
		turn,
		record,
	};
}

const FILLER = 'Further reading is listed in the appendix of the handbook. ';

/** Pads the description until the record's JSON is about `bytes` bytes long. */
function padTo(bytes: number, record: ListRecord): ListRecord {
	const missing = Math.max(0, bytes - Buffer.byteLength(JSON.stringify(record)));
	const filler = FILLER.repeat(Math.ceil(missing / FILLER.length)).slice(0, missing);
	record.description = `${(record.description as string | undefined) ?? ''}${filler}`;
	return record;
}
