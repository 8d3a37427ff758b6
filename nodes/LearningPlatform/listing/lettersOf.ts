/** A word without what people, expressions and AI models write in different ways: case, spaces, hyphens, underscores. */
export function lettersOf(text: string): string {
	return text.toLowerCase().replace(/[\s_-]/g, '');
}
