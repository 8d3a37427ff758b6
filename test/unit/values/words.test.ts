import fc from 'fast-check';

import { isMatch, titleOf } from '../../../nodes/LearningPlatform/values/words';

describe('finds', () => {
	it.each([
		['capital letters without accents', 'Sécurité', 'SECURITE'],
		['SS in ß', 'Straße', 'STRASSE'],
		['a capital ß', 'GROẞ', 'gross'],
		['Hebrew without vowel points', 'שָׁלוֹם', 'שלום'],
		['an Arabic letter without its hamza', 'أحمد', 'احمد'],
		['a Turkish capital letter', 'İstanbul', 'istanbul'],
		['letters in a ligature', 'ﬁre', 'FIRE'],
		['a typographic apostrophe', 'L’art d’essai', "d'essai"],
		['an accent used as an apostrophe', 'd´essai', 'd`essai'],
		['typographic quotation marks', 'Le mot « clé »', '" clé "'],
		['a non-breaking hyphen', 'co\u2011operation', 'co-operation'],
		['a minus sign', '−5', '-5'],
		['a word with a soft hyphen', 'Sécu\u00adrité', 'sécurité'],
		['a word with a zero-width space', 'fire\u200bfighting', 'firefighting'],
		['two spaces and a line break', 'Fire  and\nrescue', 'fire and rescue'],
	])('%s', (_what, text, part) => {
		expect(isMatch(text, part)).toBe(true);
	});
});

describe('does not find', () => {
	it.each([
		['a pattern', 'plain', '^'],
		['a symbol after a letter', 'e', 'e^'],
		['an accent instead of a space', 'two words', '´'],
		['a different Thai vowel', 'ดู', 'ดี'],
		['a voiced Japanese letter', 'ガス', 'カス'],
		['a letter with a stroke', 'Søren', 'soren'],
		['half of a Korean syllable', '사공', '사고'],
	])('%s', (_what, text, part) => {
		expect(isMatch(text, part)).toBe(false);
	});
});

/** Only Latin and Cyrillic letters: in other scripts, the uppercase form can be two letters, such as ἈΙ for ᾀ. */
const letters = Array.from({ length: 0x530 }, (_, code) => String.fromCodePoint(code)).filter(
	(letter) => /^(?=\p{L})[\p{Script=Latin}\p{Script=Cyrillic}]$/u.test(letter),
);

it('any text contains each part of itself in uppercase, in lowercase, and with separate accents', () => {
	const anyText = fc.array(fc.constantFrom(...letters, ' '));
	fc.assert(
		fc.property(anyText, fc.nat(), fc.nat(), (text, from, to) => {
			const part = text.slice(from % 10, to % 20).join('');
			const forms = [part, part.toUpperCase(), part.toLowerCase(), part.normalize('NFD')];
			for (const form of forms) expect([form, isMatch(text.join(''), form)]).toEqual([form, true]);
		}),
	);
});

it.each([
	['classroomSlotId', 'Classroom Slot ID'],
	['certificateIds', 'Certificate IDs'],
	['_id', 'ID'],
	['mail', 'Email'],
	['sourceLang', 'Source Language'],
	['coAuthorIds', 'Co-Author IDs'],
	['elearning standard', 'E-Learning Standard'],
	['courseHTMLFile', 'Course HTML File'],
	['level2Score', 'Level2 Score'],
	['status.type', 'Status Type'],
	['_', ''],
])('the label of %s is "%s"', (name, label) => {
	expect(titleOf(name)).toBe(label);
});
