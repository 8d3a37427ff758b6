import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { OPAQUE, type Outsider } from './service';

/** What a case must come to: all records, an error in words, or either: but never less, more or something else. */
export type Must = 'all' | 'all or an error' | 'an error' | RegExp;

/** What a run told its user. */
export interface Told {
	records: IDataObject[];
	error: (Error & { description?: string | null | undefined }) | undefined;
}

/**
 * The invariant: a success is the whole truth, and an error says in words what happened.
 *
 * @param truth the records of the service, each as JSON text
 */
export function expectTruth(told: Told, must: Must, truth: string[], secrets: string[] = []): void {
	const { error, records } = told;
	if (!error) {
		const isAllowed = must === 'all' || must === 'all or an error';
		expect({ must, records: inDigits(records) }).toEqual({
			must: isAllowed ? must : 'a success',
			records: truth.map(trueRecord),
		});
		return;
	}
	const words = `${error.message} ${error.description ?? ''}`;
	expect({ must, words }).not.toMatchObject({ must: 'all' });
	if (must instanceof RegExp) expect(words).toMatch(must);
	expect(records).toEqual([]);
	expectWords(error, secrets);
}

/** Two sentences for a person: what happened, and how to get on. */
function expectWords(
	{ message, description }: NonNullable<Told['error']>,
	secrets: string[],
): void {
	expect(message).toMatch(/^[A-Z].{15,}/);
	// The code of a system error may follow.
	expect(description).toMatch(/^[A-Z].{15,}\.( \([A-Z_]+\))?$/s);
	const all = `${message} ${description ?? ''}`;
	for (const secret of secrets) expect(all).not.toContain(secret);
	const words = all.replace(/ answered \d+: ".*"/s, '');
	// Whoever answers, be it with nonsense, is there.
	if (words.includes('(HPE_')) expect(message).not.toMatch(/cannot be (reached|found)/);
	expect(words).not.toMatch(
		/undefined|\[object|(?<!")NaN|\bat \w+ \(|node_modules|Error:|call stack/,
	);
}

/** What must never be read in an error. */
export const secretsOf = ({ clientSecret, tokens }: Outsider) => [clientSecret, OPAQUE, ...tokens];

/** A record as text, each integer that a double may have rounded by its digits: those or the number are right. */
function trueRecord(text: string): string {
	const reviver = (_: string, value: unknown, { source = '' }: { source?: string } = {}) =>
		typeof value === 'number' ? trueNumber(value, source) : value;
	return JSON.stringify(JSON.parse(text, reviver));
}

function trueNumber(value: number, source: string): number | string {
	if (!Number.isFinite(value)) return source;
	if (!isRounded(value)) return value;
	return /^-?\d+$/.test(source) ? source : BigInt(value).toString();
}

const inDigits = (records: IDataObject[]) =>
	records.map((record) =>
		JSON.stringify(record, (_, value: unknown) =>
			isRounded(value) ? BigInt(value).toString() : value,
		),
	);

const isRounded = (value: unknown): value is number =>
	typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);

export const jsonOf = (items: INodeExecutionData[] | null) => (items ?? []).map(({ json }) => json);
