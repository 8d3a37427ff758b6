import fc from 'fast-check';

import { isMatch, titleOf } from '../../../nodes/LearningPlatform/values/words';

describe('what people read as the same is found:', () => {
	it.each([
		['capitals and accents', 'Sécurité', 'SECURITE'],
		['an accent that the text lacks', 'securite', 'é'],
		['ß by SS', 'Straße', 'STRASSE'],
		['a capital ß', 'GROẞ', 'gross'],
		['letters with several marks', 'Tiếng Việt', 'tieng viet'],
		['Cyrillic letters', 'Ёлка', 'елка'],
		['Hebrew without vowel points', 'שָׁלוֹם', 'שלום'],
		['an Arabic letter without its hamza', 'أحمد', 'احمد'],
		['another sigma at the end', 'ΟΔΌΣ', 'οδος'],
		['a Turkish capital', 'İstanbul', 'istanbul'],
		['a ligature of print', 'ﬁre', 'FIRE'],
		['Arabic without vowel signs', 'مُحَمَّد', 'محمد'],
		['a typographic apostrophe', 'L’art d’essai', "d'essai"],
		['an accent in place of an apostrophe', 'd´essai', 'd`essai'],
		['typographic quotation marks', 'Le mot « clé »', '" clé "'],
		['a hyphen that does not break', 'co\u2011operation', 'co-operation'],
		['a minus sign', '−5', '-5'],
		['a word with a soft hyphen', 'Sécu\u00adrité', 'sécurité'],
		['a word with a zero-width space', 'fire\u200bfighting', 'firefighting'],
		['a space that does not break', 'Prêt\u00a0?', 'prêt ?'],
		['two spaces, and a line end', 'Fire  and\nrescue', 'fire and rescue'],
		['Korean from jamo', '안전', '\u110b\u1161\u11ab'],
		['a digit with a frame', '1️⃣ Safety', '1'],
		['nothing in anything', 'anything', ''],
	])('%s', (_what, text, part) => {
		expect(isMatch(text, part)).toBe(true);
	});
});

describe('what is another word is not found:', () => {
	it.each([
		['a pattern', 'plain', '^'],
		['a sign beside a letter', 'e', 'e^'],
		['another letter', 'Ａ', 'x'],
		['a hyphen in a space', 'co operation', 'co-operation'],
		['an accent alone in a space', 'two words', '´'],
		['another Thai vowel', 'ดู', 'ดี'],
		['another Hindi vowel', 'की', 'कु'],
		['a Tamil letter without its virama', 'க்', 'கா'],
		['a voiced Japanese letter', 'ガス', 'カス'],
		['a letter with a stroke', 'Søren', 'soren'],
		['a Polish letter', 'Łódź', 'lodz'],
		['a ligature of letters', 'Ærø', 'aero'],
		['a Bengali vowel sign', 'কি', 'কী'],
		['a Korean syllable within another', '사공', '사고'],
		['an open Korean syllable in a closed one', '각', '가'],
	])('%s', (_what, text, part) => {
		expect(isMatch(text, part)).toBe(false);
	});
});

/** Latin and Cyrillic ones. In others capitals may be more letters than one, such as ᾀ and ἈΙ. */
const letters = Array.from({ length: 0x530 }, (_, code) => String.fromCodePoint(code)).filter(
	(letter) => /^(?=\p{L})[\p{Script=Latin}\p{Script=Cyrillic}]$/u.test(letter),
);

it('a text contains each run of its letters, in capitals, in small letters and with its accents apart', () => {
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
	['élèveDébut', 'Élève Début'],
	['_', ''],
])('%s is "%s" as a label', (name, label) => {
	expect(titleOf(name)).toBe(label);
});
