import { languageAt } from './people';
import { EDITIONS, ODD_NAMES, SENTENCES, SUBJECTS, TITLES, type Language } from './words';
import type { Moment, World } from './world';

/** Each subject has three titles. */
const TITLES_EACH = 3;

/** The courses go from subject to subject. Its own inverse: 8 × 8 is 1 more than a multiple of the number of titles. */
const STEP = 8;
const OTHER_STEP = 5;

/** True for five of 25 courses or users, which have odd or missing names. Lists and pictures start with usual ones. */
export const isOdd = (index: number): boolean => index % 25 >= 20;

const at = (texts: readonly string[], index: number) => texts[index % texts.length] ?? '';

const shiftOf = ({ settings }: World, texts: readonly string[]) =>
	(settings.seed - 1) % texts.length;

/** Returns the language of a course. */
export const courseLanguage = (index: number): Language =>
	isOdd(index) ? 'en' : languageAt(index);

export function courseTitle(world: World, index: number, language: Language): string {
	if (isOdd(index)) return at(ODD_NAMES, index);
	const title = (index * STEP + shiftOf(world, TITLES.en)) % TITLES.en.length;
	const round = Math.floor(index / TITLES.en.length);
	const text = `${at(TITLES[language], title)}${at(EDITIONS[language], round)}`;
	if (round < EDITIONS.en.length) return text;
	return `${text} (${new Date(world.createdMs('courses', index)).getUTCFullYear()})`;
}

const subjectOf = (world: World, path: number) =>
	(path + shiftOf(world, SUBJECTS.en)) % SUBJECTS.en.length;

export function pathTitle(world: World, index: number, language: Language): string {
	const round = Math.floor(index / SUBJECTS.en.length);
	const title = at(SUBJECTS[language], subjectOf(world, index));
	return round === 0 ? title : `${title} ${2019 + round}`;
}

/** Returns the number of a course of a path's subject, if possible in the path's language. */
export function courseInPath({ random, world }: Moment, path: number): number {
	const count = Math.max(1, world.count('courses'));
	const title = subjectOf(world, path) * TITLES_EACH + random.below(TITLES_EACH);
	const titles = TITLES.en.length;
	const first = ((title - shiftOf(world, TITLES.en) + titles) * STEP) % titles;
	if (first >= count) return random.below(count);
	const rounds = Math.ceil((count - first) / titles);
	const isFit = (round: number) => {
		const course = first + round * titles;
		return !isOdd(course) && courseLanguage(course) === languageAt(path);
	};
	return first + fitting(random, rounds, isFit) * titles;
}

const TRIES = 30;

/** Returns a random number that fits, or after some tries any number. */
export function fitting(
	random: Moment['random'],
	count: number,
	isFit: (number: number) => boolean,
): number {
	let number = 0;
	for (let tries = 0; tries < TRIES; tries++) {
		number = random.below(count);
		if (isFit(number)) break;
	}
	return number;
}

/** Returns the number of a session's path. */
export function pathOfSession({ index, parameters, world }: Moment): number {
	const { pathId } = parameters;
	if (pathId !== undefined) return Math.max(0, world.indexOf('paths', pathId));
	return (index >> 1) % Math.max(1, world.count('paths'));
}

const isSession = (kind: string): boolean => kind.endsWith('/sessions');

/** Returns a record's language: English, except for courses, paths, and sessions. */
export function languageOf(moment: Moment): Language {
	const { kind, index } = moment;
	if (kind === 'courses') return courseLanguage(index);
	if (kind === 'paths') return languageAt(index);
	return isSession(kind) ? languageAt(pathOfSession(moment)) : 'en';
}

/** Returns the title of a record, which all lists have in common, in a language. */
export function titleIn(moment: Moment, language: Language): string {
	const { kind, index, world } = moment;
	if (kind === 'courses') return courseTitle(world, index, language);
	if (kind === 'paths') return pathTitle(world, index, language);
	// Nobody needs a certificate or a workshop in the onboarding titles.
	if (!isSession(kind)) return at(TITLES[language].slice(TITLES_EACH), index * OTHER_STEP);
	const path = pathOfSession(moment);
	return `${pathTitle(world, path, language)} #${1 + (index % 2)}`;
}

export const sentenceIn = ({ index }: Moment, language: Language): string =>
	at(SENTENCES[language], index);
