import type { Answer, Quirk } from '../service';
import type { Must } from '../truth';

/** A service's behavior, described in a sentence, and the required outcome. */
export type Case = [sentence: string, must: Must, quirk: Quirk];

/** Changes some properties of every response. */
export const steps =
	(changes: Partial<Answer>): Quirk =>
	(answer) => {
		Object.assign(answer, changes);
	};

/** Adds header fields to every response. */
export const fields =
	(...lines: string[]): Quirk =>
	(answer) => {
		answer.fields.push(...lines);
	};

/** Sets the Content-Type of the body. */
export const typed =
	(type: string): Quirk =>
	(answer) => {
		answer.fields = answer.fields.filter((line) => !line.startsWith('Content-Type'));
		if (type !== '') answer.fields.push(`Content-Type: ${type}`);
	};

/** Combines behaviors. */
export const all =
	(...quirks: Quirk[]): Quirk =>
	(...args) => {
		for (const quirk of quirks) quirk(...args);
	};

/** Limits a behavior to one page. */
export const onPage =
	(page: number, quirk: Quirk): Quirk =>
	(answer, asked) => {
		if (asked.page === page) quirk(answer, asked);
	};

/** Limits a behavior to the first request for each page. */
export const once =
	(quirk: Quirk): Quirk =>
	(answer, asked) => {
		const { page, service } = asked;
		if (!service.memory.has(`page ${page}`)) quirk(answer, asked);
		service.memory.add(`page ${page}`);
	};

/** Omits the link to the next page. */
export const unlinked: Quirk = (answer) => {
	answer.links = () => [];
};
