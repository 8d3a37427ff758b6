/** A word without case, spaces, hyphens and underscores, in which people, expressions and AI models differ. */
export function lettersOf(text: string): string {
	return text.toLowerCase().replace(/[\s_-]/g, '');
}

/** Words that people write otherwise than with a capital. */
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

/** The name or path of a field, or a value, as a label: `classroomSlotId` as "Classroom Slot ID", `_id` as "ID". */
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

/** In a line that people read a list ends here. */
const MAX_NAMED = 10;

/** E.g. `a, b, ... and 7 more`. */
export function listed(words: readonly string[], separator = ', '): string {
	const rest = words.length - MAX_NAMED;
	const named = words.slice(0, MAX_NAMED).join(separator);
	return rest > 0 ? `${named} and ${rest} more` : named;
}

/** A text as the content of an XML or HTML element. */
export function escapeMarkup(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Whether a text contains another one, as people read both: `foldText` says what makes no difference. */
export function isMatch(text: string, part: string): boolean {
	return foldText(text).includes(foldText(part).trim());
}

/** Accents, and the vowel points of Arabic and Hebrew. The marks of Thai, Hindi and Japanese make other letters. */
const MARKS = /(?![\u3099\u309A])(?=[\p{Script=Inherited}\p{Script=Hebrew}])\p{M}/gu;

/**
 * A text as it is compared in a search, without case, accents, invisible characters and forms of the same sign, so that
 * `STRASSE` is in `Am Straßenrand`, `malmo` in `Malmö` and `d'essai` in `Pas d’essai`.
 */
export function foldText(text: string): string {
	return (
		text
			.replace(/\p{Default_Ignorable_Code_Point}/gu, '')
			// One that stands for an apostrophe would become a space with an accent.
			.replaceAll('´', "'")
			.normalize('NFKD')
			.replace(MARKS, '')
			.replace(/[`ʹʻʼ‘’‛′]/g, "'")
			.replace(/[\p{Dash_Punctuation}−]/gu, '-')
			.replace(/[“”„‟«»]/g, '"')
			.replace(/\s+/g, ' ')
			.toLowerCase()
			.toUpperCase()
			// Korean syllables are letters of their own.
			.normalize('NFC')
	);
}
