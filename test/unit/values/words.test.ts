import fc from 'fast-check';

import { isMatch } from '../../../nodes/LearningPlatform/values/words';

it.each([
	['Sécurité', 'SECURITE', true],
	['securite', 'é', true],
	['Straße', 'STRASSE', true],
	['STRASSE', 'straße', true],
	['GROẞ', 'gross', true],
	['Øl og Ærø', 'ol og aero', true],
	['Łódź', 'lodz', true],
	['ΟΔΌΣ', 'οδος', true],
	['İstanbul', 'istanbul', true],
	['ﬁre', 'FIRE', true],
	['२०२६ की', 'का', false],
	['plain', '^', false],
	['Ａ', 'x', false],
	['anything', '', true],
])('%s contains %s: %s', (text, part, expected) => {
	expect(isMatch(text, part)).toBe(expected);
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
