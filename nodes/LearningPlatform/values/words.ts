/** Folds case, spaces, hyphens and underscores, which people, expressions and AI models vary. */
export function lettersOf(text: string): string {
	return text.toLowerCase().replace(/[\s_-]/g, '');
}

/** Words with a spelling of their own in labels. */
const TITLE_WORDS = new Map([
	['elearning', 'E-Learning'],
	['id', 'ID'],
	['ids', 'IDs'],
	['ip', 'IP'],
	['lang', 'Language'],
	['mail', 'Email'],
	['mails', 'Emails'],
	['rsvp', 'RSVP'],
	['url', 'URL'],
]);

/** Returns a label for a name, a path or a value: "Classroom Slot ID" for `classroomSlotId`, "ID" for `_id`. */
export function titleOf(name: string): string {
	return name
		.replace(/(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|[._]+/gu, ' ')
		.split(/\s+/)
		.filter(Boolean)
		.map((word) => {
			const [first = ''] = word;
			const known = TITLE_WORDS.get(word.toLowerCase());
			return known ?? first.toUpperCase() + word.slice(first.length);
		})
		.join(' ')
		.replace('Co Author', 'Co-Author');
}

/** The longest list in a line that people read. */
const MAX_NAMED = 10;

/** Joins words, e.g. `a, b, ... and 7 more`. */
export function listed(words: readonly string[], separator = ', '): string {
	const rest = words.length - MAX_NAMED;
	const named = words.slice(0, MAX_NAMED).join(separator);
	return rest > 0 ? `${named} and ${rest} more` : named;
}

/** Writes a number for people, e.g. 1,048,576. */
export function withCommas(number: number): string {
	return number.toLocaleString('en-US');
}

/** Returns a text as the content of an XML or HTML element. */
export function escapeMarkup(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Returns whether a text contains another text, both folded. */
export function isMatch(text: string, part: string): boolean {
	return foldText(text).includes(foldText(part).trim());
}

/** Accents, and the vowel points of Arabic and Hebrew. The marks of Thai, Hindi and Japanese make other letters. */
const MARKS = /(?![\u3099\u309A])(?=[\p{Script=Inherited}\p{Script=Hebrew}])\p{M}/gu;

/**
 * Returns a text for a search, without case, accents, invisible characters and variants of a sign, so that
 * `STRASSE` is in `Am Straßenrand`, `malmo` in `Malmö` and `d'essai` in `Pas d’essai`.
 */
export function foldText(text: string): string {
	return (
		text
			.replace(/\p{Default_Ignorable_Code_Point}/gu, '')
			// NFKD would turn it into a space with an accent.
			.replaceAll('´', "'")
			.normalize('NFKD')
			.replace(MARKS, '')
			.replace(/[`ʹʻʼ‘’‛′]/g, "'")
			.replace(/[\p{Dash_Punctuation}−]/gu, '-')
			.replace(/[“”„‟«»]/g, '"')
			.replace(/\s+/g, ' ')
			.toLowerCase()
			.toUpperCase()
			// A Korean syllable counts as one letter.
			.normalize('NFC')
	);
}
