import { type AST, parseRegExpLiteral, visitRegExpAST } from '@eslint-community/regexpp';
import fc from 'fast-check';

import { SEED } from '../../repeats';

/** A text of any length: `start`, then `repeated` as often as necessary, then `end`. */
export interface HostileText {
	start: string;
	repeated: string;
	end: string;
}

/** Shorter repetitions cannot make an expression slow. */
const LONG = 10;

/** Letters, digits, spaces, and other characters that an expression may treat differently. */
const OTHERS = 'aA0_- \né§';

/**
 * Returns texts on which a regular expression may be slow: a match, or a part that the expression can repeat, with or
 * without the text before it. Each is repeated, and some endings may prevent a match.
 */
export function hostileTexts(expression: RegExp, samples: number): HostileText[] {
	const literal = parseRegExpLiteral(expression);
	const textOf = matchingText(literal);
	const before = (node: AST.Node): fc.Arbitrary<string> => {
		const { parent } = node;
		if (!parent) return fc.constant('');
		const siblings: AST.Node[] = parent.type === 'Alternative' ? parent.elements : [];
		const earlier = siblings.slice(0, siblings.indexOf(node)).map(textOf);
		return joined([before(parent), ...earlier]);
	};
	const found = new Map<string, HostileText>();
	const add = (start: string, repeated: string) => {
		if (repeated === '') return;
		for (const end of ['', '§', '\n']) {
			found.set(JSON.stringify([start, repeated, end]), { start, repeated, end });
		}
	};
	const sample = <T>(texts: fc.Arbitrary<T>) => fc.sample(texts, { seed: SEED, numRuns: samples });
	for (const text of sample(textOf(literal.pattern))) add('', text);
	const onQuantifierEnter = (quantifier: AST.Quantifier) => {
		if (quantifier.max < LONG) return;
		const once = textOf(quantifier.element);
		const parts = fc.tuple(before(quantifier), once, joined([once, once]));
		for (const [prefix, one, two] of sample(parts)) {
			add('', one);
			add(prefix, one);
			add(prefix, two);
			add('', prefix);
			add('', prefix + one);
		}
	};
	visitRegExpAST(literal, { onQuantifierEnter });
	return [...found.values()];
}

const EVERY_CHARACTER = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));

const joined = (texts: fc.Arbitrary<string>[]) => fc.tuple(...texts).map((all) => all.join(''));

/** Creates texts that match a part of an expression, mostly from characters that the expression names. */
function matchingText(literal: AST.RegExpLiteral) {
	const characters = new Set(OTHERS);
	visitRegExpAST(literal, {
		onCharacterEnter: ({ value }) => characters.add(String.fromCodePoint(value)),
	});
	const flags = literal.flags.raw.replace(/[gy]/g, '');
	const matching = ({ raw }: AST.Node): fc.Arbitrary<string> => {
		const one = new RegExp(`^(?:${raw})$`, flags);
		const named = [...characters].filter((character) => one.test(character));
		if (named.length > 0) return fc.constantFrom(...named);
		return fc.constant(EVERY_CHARACTER.find((character) => one.test(character)) ?? '');
	};
	const textOf = (node: AST.Node): fc.Arbitrary<string> => {
		switch (node.type) {
			case 'Pattern':
			case 'Group':
			case 'CapturingGroup':
				return fc.oneof(...node.alternatives.map(textOf));
			case 'Alternative':
				return joined(node.elements.map(textOf));
			case 'Quantifier': {
				const { min, max, element } = node;
				const lengths = { minLength: min, maxLength: Math.min(max, min + 2) };
				return fc.array(textOf(element), lengths).map((all) => all.join(''));
			}
			case 'Character':
			case 'CharacterClass':
			case 'CharacterSet':
				return matching(node);
			default:
				return fc.constant('');
		}
	};
	return textOf;
}
