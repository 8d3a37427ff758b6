import type { Answer, Manner } from '../service';
import type { Must } from '../truth';

/** A service's behavior, described in a sentence, and the required outcome. */
export type Case = [sentence: string, must: Must, manner: Manner];

/** Changes some properties of every response. */
export const steps =
	(changes: Partial<Answer>): Manner =>
	(answer) => {
		Object.assign(answer, changes);
	};

/** Adds header fields to every response. */
export const fields =
	(...lines: string[]): Manner =>
	(answer) => {
		answer.fields.push(...lines);
	};

/** Sets the Content-Type of the body. */
export const typed =
	(type: string): Manner =>
	(answer) => {
		answer.fields = answer.fields.filter((line) => !line.startsWith('Content-Type'));
		if (type !== '') answer.fields.push(`Content-Type: ${type}`);
	};

/** Combines behaviors. */
export const all =
	(...manners: Manner[]): Manner =>
	(...args) => {
		for (const manner of manners) manner(...args);
	};

/** Limits a behavior to one page. */
export const onPage =
	(page: number, manner: Manner): Manner =>
	(answer, asked) => {
		if (asked.page === page) manner(answer, asked);
	};

/** Limits a behavior to the first request for each page. */
export const once =
	(manner: Manner): Manner =>
	(answer, asked) => {
		const { page, service } = asked;
		if (!service.memory.has(`page ${page}`)) manner(answer, asked);
		service.memory.add(`page ${page}`);
	};

/** Omits the link to the next page. */
export const unlinked: Manner = (answer) => {
	answer.links = () => [];
};
