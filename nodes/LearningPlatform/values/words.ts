/** Lowercases text and removes spaces, hyphens, and underscores: people and AI models use them inconsistently. */
export function foldChoice(text: string): string {
	return text.toLowerCase().replace(/[\s_-]/g, '');
}

/** Returns the words of a name in camel case, in lowercase, e.g. `path` and `session` for `pathSession`. */
export const wordsIn = (name: string) => name.split(/(?=[A-Z])/).map((word) => word.toLowerCase());

/** Words that have a special spelling in labels. */
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

/** Returns a label for a name, path, or value: "Classroom Slot ID" for `classroomSlotId`, "ID" for `_id`. */
export function titleOf(name: string): string {
	return name
		.replace(/(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|[._]+/gu, ' ')
		.split(/\s+/)
		.filter(Boolean)
		.map((word) => {
			const [first = ''] = word;
			const special = TITLE_WORDS.get(word.toLowerCase());
			return special ?? first.toUpperCase() + word.slice(first.length);
		})
		.join(' ')
		.replace('Co Author', 'Co-Author');
}

/** Nobody would read a longer list. */
const MAX_NAMED = 10;

/** Joins words, e.g. `a, b, and 7 more`. */
export function listed(words: readonly string[], separator = ', '): string {
	const rest = words.length - MAX_NAMED;
	const named = words.slice(0, MAX_NAMED).join(separator);
	return rest > 0 ? `${named}${separator}and ${rest} more` : named;
}

export function withCommas(number: number): string {
	return number.toLocaleString('en-US');
}

/** Escapes text for XML and HTML. */
export function escapeMarkup(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Returns true if the text contains a search term after `foldText` has normalized both. */
export function isMatch(text: string, part: string): boolean {
	return foldText(text).includes(foldText(part).trim());
}

/** Matches accents and vowel points (Arabic, Hebrew), but no marks that change Thai, Hindi, or Japanese letters. */
const MARKS = /(?![\u3099\u309A])(?=[\p{Script=Inherited}\p{Script=Hebrew}])\p{M}/gu;

/** Normalizes text so that a search finds `STRASSE` in `Am Straßenrand` and `d'essai` in `Pas d’essai`. */
export function foldText(text: string): string {
	return (
		text
			.replace(/\p{Default_Ignorable_Code_Point}/gu, '')
			// NFKD would turn this apostrophe into a space.
			.replaceAll('´', "'")
			.normalize('NFKD')
			.replace(MARKS, '')
			.replace(/[`ʹʻʼ‘’‛′]/g, "'")
			.replace(/[\p{Dash_Punctuation}−]/gu, '-')
			.replace(/[“”„‟«»]/g, '"')
			.replace(/\s+/g, ' ')
			.toLowerCase()
			.toUpperCase()
			// Keeps Korean syllables whole.
			.normalize('NFC')
	);
}
