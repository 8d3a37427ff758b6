import fc from 'fast-check';

import { parseJsonPieces } from '../../../../nodes/LearningPlatform/transport/pages/jsonPieces';

/** What a parser makes of a text: its value, or that it is refused. */
const outcomeOf = (parse: () => unknown): unknown => {
	try {
		return { value: parse() };
	} catch (error) {
		return error instanceof SyntaxError ? 'refused' : error;
	}
};

/** A text in pieces that end at these places. */
function cut(text: string, places: number[]): Buffer[] {
	const bytes = Buffer.from(text);
	const ends = [...places.map((place) => place % (bytes.length + 1)), bytes.length];
	const starts = [0, ...ends.sort((a, b) => a - b)];
	return ends.map((end, index) => bytes.subarray(starts[index], end));
}

const places = fc.array(fc.nat(), { maxLength: 6 });

const sameAsWhole = (text: string, at: number[]) => {
	expect(outcomeOf(() => parseJsonPieces(cut(text, at)))).toEqual(
		outcomeOf(() => JSON.parse(text)),
	);
};

it('any JSON, cut anywhere, comes out as it does in one piece', () => {
	fc.assert(fc.property(fc.json({ maxDepth: 4 }), places, sameAsWhole), { numRuns: 500 });
});

it('any list, cut anywhere, comes out as it does in one piece', () => {
	const list = fc.array(fc.jsonValue({ maxDepth: 2 }), { minLength: 2 });
	const text = list.map((value) => JSON.stringify(value, null, 1));
	fc.assert(fc.property(text, places, sameAsWhole), { numRuns: 500 });
});

it('anything that looks a little like a list is understood or refused as in one piece', () => {
	const text = fc
		.array(fc.constantFrom('[', ']', '{', '}', ',', '"', '\\', '1', ' ', '"a":', 'é'))
		.map((parts) => `[${parts.join('')}`);
	fc.assert(fc.property(text, places, sameAsWhole), { numRuns: 5_000 });
});

describe('at every place a list can be cut when it has', () => {
	it.each([
		['texts with commas and brackets', '["a,b","[","}",{"c":"],["}]'],
		['quotes in texts', '["\\"","a\\",b","\\\\",1]'],
		['characters of several bytes', '["é,漢","👩‍👩‍👧‍👦"]'],
		['lists and objects in it', '[[1,2],{"a":[3,{"b":4}]},[]]'],
		['spaces and line ends', ' \n[ 1 ,\r\n\t2 ] '],
		['no entries', '[ ]'],
		['no end', '[1,2,{"a":'],
		['an end too many', '[1,2]]'],
		['another list behind it', '[1,2],[3,4]'],
		['a comma before its entries', '[,1,2]'],
		['a comma behind its entries', '[1,2,]'],
		['two commas in a row', '[1,,2]'],
		['an object that is closed as a list', '[{"a":1],2}'],
	])('%s', (_what, text) => {
		for (let first = 0; first <= Buffer.byteLength(text); first += 1) {
			for (let second = first; second <= Buffer.byteLength(text); second += 1) {
				sameAsWhole(text, [first, second]);
			}
		}
	});
});
