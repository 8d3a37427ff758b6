import type { Answer, Manner } from '../service';
import type { Must } from '../truth';

/** A habit, said as a sentence, and what a user must get from a service that has it. */
export type Case = [sentence: string, must: Must, manner: Manner];

/** Changes some steps of every answer. */
export const steps =
	(changes: Partial<Answer>): Manner =>
	(answer) => {
		Object.assign(answer, changes);
	};

/** Adds fields to every answer. */
export const fields =
	(...lines: string[]): Manner =>
	(answer) => {
		answer.fields.push(...lines);
	};

/** Says what the body is. */
export const typed =
	(type: string): Manner =>
	(answer) => {
		answer.fields = answer.fields.filter((line) => !line.startsWith('Content-Type'));
		if (type !== '') answer.fields.push(`Content-Type: ${type}`);
	};

/** Has several habits at once. */
export const all =
	(...manners: Manner[]): Manner =>
	(...args) => {
		for (const manner of manners) manner(...args);
	};

/** Has a habit on one page only. */
export const onPage =
	(page: number, manner: Manner): Manner =>
	(answer, asked) => {
		if (asked.page === page) manner(answer, asked);
	};

/** Answers the first request of each page in a way, and others well. */
export const once =
	(manner: Manner): Manner =>
	(answer, asked) => {
		const { page, service } = asked;
		if (!service.memory.has(`page ${page}`)) manner(answer, asked);
		service.memory.add(`page ${page}`);
	};

/** Links to no page. */
export const unlinked: Manner = (answer) => {
	answer.links = () => [];
};

type Wrap = (list: string, next: string | undefined) => string;

/** Puts the list of records into something, which may speak of the next page. */
export const wrapped =
	(wrap: Wrap): Manner =>
	(answer) => {
		answer.text = (records) => wrap(`[${records.join(',')}]`, answer.next);
	};
