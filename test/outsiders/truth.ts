import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { OPAQUE, type Outsider } from './service';

/** The required outcome: all records, a readable error, or either. Wrong records are never allowed. */
export type Must = 'all records' | 'all records or an error' | 'an error' | RegExp;

/** The records or the error that a run produced. */
export interface Told {
	records: IDataObject[];
	error: (Error & { description?: string | null | undefined }) | undefined;
}

/**
 * Checks that a successful run returns all records and that an error explains what happened.
 *
 * @param truth the service's records, each as JSON text
 */
export function expectTruth(told: Told, must: Must, truth: string[], secrets: string[] = []): void {
	const { error, records } = told;
	if (!error) {
		const isAllowed = must === 'all records' || must === 'all records or an error';
		// Comparing text includes fields such as `__proto__`.
		const texts = records.map((record) => JSON.stringify(record));
		expect({ must, texts }).toEqual({
			must: isAllowed ? must : 'a success',
			texts: truth.map((text) => JSON.stringify(JSON.parse(text))),
		});
		return;
	}
	const words = `${error.message} ${error.description ?? ''}`;
	expect({ must, words }).not.toMatchObject({ must: 'all records' });
	if (must instanceof RegExp) expect(words).toMatch(must);
	expect(records).toEqual([]);
	expectWords(error, secrets);
}

/** Checks that an error says what happened and what to do. */
function expectWords(
	{ message, description }: NonNullable<Told['error']>,
	secrets: string[],
): void {
	expect(message).toMatch(/^[A-Z].{15,}/);
	// The description may end with a system error code.
	expect(description).toMatch(/^[A-Z].{15,}\.( \([A-Z_]+\))?$/s);
	const all = `${message} ${description ?? ''}`;
	for (const secret of secrets) expect(all).not.toContain(secret);
	const words = all.replace(/ returned \d+: ".*"/s, '');
	// The service sent invalid HTTP, so the message must not call it unreachable.
	if (words.includes('(HPE_')) expect(message).not.toMatch(/cannot be (reached|found)/);
	expect(words).not.toMatch(
		/undefined|\[object|(?<!")NaN|\bat \w+ \(|node_modules|Error:|call stack/,
	);
}

/** Returns strings that no error may contain. */
export const secretsOf = ({ clientSecret, tokens }: Outsider) => [clientSecret, OPAQUE, ...tokens];

export const jsonOf = (items: INodeExecutionData[] | null) => (items ?? []).map(({ json }) => json);
