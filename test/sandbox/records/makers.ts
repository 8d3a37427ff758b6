import { languageOf, sentenceIn } from './titles';
import type { Words } from './words';
import type { Make, Moment } from './world';

/** Builds a string from the field's name, such as "check in code 7". */
export function textOf(name: string): Make {
	const label = name
		.replaceAll(/^_|\[\]$/g, '')
		.replaceAll(/[A-Z]/g, ' $&')
		.toLowerCase();
	if (/description|information|message|objective/i.test(name)) {
		return (moment) => sentenceIn(moment, languageOf(moment));
	}
	if (!/url$/i.test(name)) return ({ turn }) => `${label} ${turn + 1}`.trim();
	return ({ index }) => `https://learning.example/${label.replaceAll(' ', '-')}/${index + 1}`;
}

export const picked =
	(choices: Words): Make =>
	({ random }) =>
		random.pick(choices);

/** Takes the words in turn, numbered from the second round. */
export const inTurn =
	(choices: readonly string[]): Make =>
	({ index }) => {
		const round = Math.floor(index / choices.length);
		return `${choices[index % choices.length] ?? ''}${round === 0 ? '' : ` ${round + 1}`}`;
	};

export const isArchived = ({ index }: Moment): boolean => index % 5 === 4;

export const published: Make = (moment) => (isArchived(moment) ? 'archived' : 'published');

/** Makers that can return undefined. */
export const DECIDING = new Set<Make>();

/** Generates a value for some records only. */
export function when(isSo: (moment: Moment) => boolean, make: Make): Make {
	const decide: Make = (moment) => (isSo(moment) ? make(moment) : undefined);
	DECIDING.add(decide);
	return decide;
}

/** Returns the ID of the learner or the training in an attempt or enrollment. */
export const numbered =
	(list: string, numberOf: (moment: Moment, index: number) => number): Make =>
	(moment) =>
		moment.world.id(list, numberOf(moment, moment.index));
