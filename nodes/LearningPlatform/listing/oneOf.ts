/** What can be chosen from, as in `archived, deleted, or published`. */
export function oneOf(words: readonly string[]): string {
	return new Intl.ListFormat('en-US', { type: 'disjunction' }).format(words);
}
