import { mutated, mutationsOf, sampled } from '../../../scripts/mutants/mutations';

const changesOf = (text: string) =>
	mutationsOf('a.ts', text).map((mutation) => mutated(text, mutation));

it.each<[string, string, string[]]>([
	['a comparison', 'const a = b < c', ['const a = b <= c']],
	['a condition', 'if (a) b = c', ['if (!(a)) b = c', 'if (a) ;']],
	['an element', 'const a = [b, c]', ['const a = [b, ]']],
	['an argument', 'const a = b(c, d)', ['const a = b(c)']],
	['a number', 'const a = 2', ['const a = (2 + 1)']],
	['a sentence', "const a = 'b c'", ["const a = ''"]],
	['what is returned', 'return a;', ['return undefined as never;']],
	['nothing where nothing is returned', 'return undefined;', []],
	['nothing of a word', "const a = 'b'", []],
	['nothing of a type', "type A = 'b c' | 1", []],
	['nothing of an import', "import { a } from 'b c'", []],
])('changes %s', (_what, text, changes) => {
	expect(changesOf(text)).toEqual(changes);
});

it('takes a sample from all over the file', () => {
	expect(sampled([1, 2, 3, 4, 5, 6], 3)).toEqual([1, 3, 5]);
	expect(sampled([1, 2], 3)).toEqual([1, 2]);
	expect(sampled([1, 2, 3, 4, 5, 6], 3, (one) => one % 2 === 0)).toEqual([2, 4, 6]);
});
