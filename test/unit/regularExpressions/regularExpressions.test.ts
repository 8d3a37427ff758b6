import { isFullRun, repeats } from '../../repeats';
import { growsTooFast } from './growth';
import { hostileTexts } from './hostileTexts';
import { expressionsInSource } from './source';

// An expression that backtracks too often stops all of n8n: JavaScript matches on the main thread.

const LENGTH = repeats(12_800, 102_400);
const SAMPLES = repeats(4, 20);

const slowTextOf = (expression: RegExp) =>
	hostileTexts(expression, SAMPLES).find((text) => growsTooFast(expression, text, LENGTH));

/** Slow expressions that read only short texts. */
const ON_SHORT_TEXTS: [expression: RegExp, why: string][] = [
	[/(:\/\/[^\s?"']*)\?(?!\.{3})[^\s"']*/g, 'failures/quote.ts quotes at most 2,000 characters'],
	[/<[^>]*>/g, 'failures/quote.ts quotes at most 2,000 characters'],
	[/\/courses?(?:\/[^/?#]*)*?\/([0-9a-f]{24})(?![^/?#])/gi, 'a user enters the URL of a record'],
];

/** Examples of the expressions that the package creates while it runs. */
const CREATED: [file: string, examples: RegExp[]][] = [
	['nodes/LearningPlatform/catalog/knownLists.ts', [/^paths\/[^/]+\/sessions\/[^/]+\/user-stats$/]],
	['nodes/LearningPlatform/file/formats.ts', [/[,;\t\r\n](?<!,)(?=[=+\-@＝＋－＠])/g]],
	[
		'nodes/LearningPlatform/file/formats.ts',
		[/(?!,-\d[\d.eE+-]*[,\]}])[,;\t\r\n](?<!,)(?=[=+\-@＝＋－＠])/g],
	],
	[
		'nodes/LearningPlatform/form/record.ts',
		[/\/([0-9a-f]{24})(?![^/?#])/gi, /\/courses?(?:\/[^/?#]*)*?\/([0-9a-f]{24})(?![^/?#])/gi],
	],
	['nodes/LearningPlatform/table/rows.ts', [/^([b-z]{7})-([b-z]{12})([b-z]{4})?$/]],
];

const { literals, creators } = expressionsInSource();
const created = CREATED.flatMap(([file, examples]) =>
	examples.map((example): [string, RegExp] => [`${file} ${String(example)}`, example]),
);
const exceptions = new Set(ON_SHORT_TEXTS.map(([expression]) => String(expression)));
const all = [...literals, ...created];
const mayBeSlow = ([, expression]: [string, RegExp]) => exceptions.has(String(expression));

it.each(all.filter((one) => !mayBeSlow(one)))(
	'%s takes time in proportion to the text',
	(_where, expression) => {
		expect(slowTextOf(expression)).toBeUndefined();
	},
);

it('every expression that the package creates has an example', () => {
	expect(CREATED.map(([file]) => file)).toEqual(creators);
});

// Each of these was in the package, except for the last two.
const SLOW = [
	/"[^"\\]*(?:\\.[^"\\]*)*"|\b(?!(?:true|false|null)\b)([A-Za-z]\w*)(?=\s*[,\]}])/gs,
	/(\.gz|[-. ])+$/i,
	/(?=.*\d{4}).*\d[-/., ]/,
	/,?[^',]*'[^']*[\\/][^']*'/g,
	/0+$/,
	/\/+api(\/v2)?$/,
	/\/+$/,
	/\s*"((?:[^"]|"")*)"\s*(?=[,\r\n]|$)|[^,\r\n]+/g,
	/\s*[,;|]\s*/,
	/^([^/?#@\s]+\.[^/?#@\s]+|[^/?#@\s:]+:\d+|localhost)([/?#]|$)/i,
	/^-+|[-. ]+$/g,
	/^\s*[+-]?\d+(?:[.,]\d+)?\s*%?\s*$/,
	/\d+\d+\d+$/,
	/^(a+)+$/,
];

// These take seconds.
if (isFullRun) {
	it.each(SLOW)('this test recognizes %s as slow', (expression) => {
		expect(slowTextOf(expression)).toBeDefined();
	});

	it('every exception is an expression in the package that is slow', () => {
		const slow = all.filter(mayBeSlow).filter(([, expression]) => slowTextOf(expression));
		expect(new Set(slow.map(([, expression]) => String(expression)))).toEqual(exceptions);
	});
}
