import { SERVICE } from '../../contract';
import { fill } from '../address';
import { groupAt } from './groups';
import { languageAt } from './people';
import { hashOf } from './random';
import { fitting, isOdd } from './titles';
import type { Language } from './words';
import type { Make, Moment } from './world';

/** The lists that ID fields refer to, if not obvious from their names. Braces mark IDs from the record or its path. */
const TARGETS: Readonly<Record<string, string>> = {
	classroomSlotId: 'classrooms/{classroomId}/slots',
	'excludedLearners.ids': 'users',
	'external-ids.targetId': 'users',
	'groups.ids': 'groups',
	'groups/{groupId}/catalog/{contentType}-ids.': '{contentType}s',
	'groups/{groupId}/library/{contentType}-ids.': '{contentType}s',
	'path._id': 'paths',
	pathSessionId: 'paths/sessions',
	'paths.certificateId': 'certificate-outlines',
	'paths/stats.certificateId': 'users/{userId}/certificates',
	primaryGroupId: 'groups',
	rootSessionId: 'paths/sessions',
	sessionId: 'paths/sessions',
	'users.ids': 'users',
};
const OF_USERS = /author|expert|instructor|trainer|translator|volunteer/i;

/** Returns the list that an ID refers to, or undefined if there is none (e.g. for pictures). */
export function targetOf(kind: string, name: string, within: string): string | undefined {
	const target = TARGETS[`${kind}.${name}`] ?? TARGETS[`${within}.${name}`] ?? TARGETS[name];
	if (target !== undefined || !/Ids?$/.test(name)) return target;
	if (OF_USERS.test(name)) return 'users';
	const what = name.replace(/Ids?$/, '').replaceAll(/[A-Z]/g, '-$&');
	const list = `${what.toLowerCase()}s`;
	return list in SERVICE ? list : undefined;
}

/** Uses the ID in the path or the ID of an existing record. */
export function idOf(kind: string, name: string, within: string): Make {
	const list = targetOf(kind, name, within);
	return (moment) => {
		const { parameters, random, record, world } = moment;
		if (parameters[name] !== undefined) return parameters[name];
		if (list === undefined) return random.hex(24);
		const path = fill(list, { ...(record as Record<string, string>), ...parameters });
		return world.id(path, pick(moment, path));
	};
}

/** Picks a record at random, or in turn for records without an `_id`: they differ only in their references. */
function pick({ isTold, path, index, random, world }: Moment, list: string): number {
	const count = Math.max(1, world.count(list));
	return isTold ? (hashOf(path) + index) % count : random.below(count);
}

/** Picks an author who speaks a language. */
export const authorOf = (moment: Moment, language: Language): string => {
	const { index, random, world } = moment;
	const isFit = (user: number) => isOdd(index) || (languageAt(user) === language && !isOdd(user));
	return world.id('users', fitting(random, world.settings.courseAuthors, isFit));
};

/** Picks a group of a city with a language, or of none. */
export const groupOf = ({ random, world }: Moment, language: Language): string => {
	const isFit = (number: number) => (groupAt(number).language ?? language) === language;
	return world.id('groups', fitting(random, Math.max(1, world.count('groups')), isFit));
};
