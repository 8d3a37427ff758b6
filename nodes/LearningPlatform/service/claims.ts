import { isObject } from '../values/fieldPath';

/** What an answer says about the length of its list, beside its `Link` header. */
export interface Claim {
	/** The field or header, e.g. `field "meta.total"`. */
	source: string;
	/** That there is more, that there is none, a cursor that may stand for more, or how much there is in all. */
	says: 'more' | 'end' | 'cursor' | 'records' | 'pages';
	/** How many records or pages; with a cursor that is a number, such as `next_offset`, that number. */
	count: number;
}

const WORD =
	'(?:pages?|cursor|token|links?|ur[il]|href|offset|marker|key|start|skip|index|number|id|results?|records?|items?|elements?|entries|rows?|data|available|batch|exists?)';

const RECORDS = '(?:results?|records?|items?|elements?|entries|entry|rows?|hits?|objects?)';

/** Names of fields and headers as `plainNameOf` has them: services spell them in many ways. */
const NAMES = {
	more: new RegExp(`^(?:odata)?(?:has|is|are)?(?:next|more)${WORD}*$|^remaining${WORD}+$`),
	cut: /^(?:is|was)?(?:list|results?|response|data)?(?:truncated|incomplete|partial)(?:list|results?|response|data)?$/,
	last: /^(?:is)?(?:last|final)(?:page|batch)?$|^(?:is)?(?:done|completed?|finished|exhausted|eof|endoflist)$/,
	cursor:
		/^(?:cursor|bookmark|marker|continue|(?:ms)?continuation(?:token)?|(?:page|paging|pagination|skip)token|scrollid|offset|lastevaluatedkey)$/,
	records: new RegExp(
		`^total(?:number)?(?:of)?(?:${RECORDS}|count|size)*$|^${RECORDS}?count$|^numfound$`,
	),
	pages: /^(?:total|num|number|last)(?:of)?pages?(?:count)?$|^pages?(?:total|count)$|^pages$/,
};

/** Objects beside the records in which services say how a list goes on; others count something else. */
const PAGING =
	/^(?:response|results?|list|query|search)?(?:meta(?:data)?|links?|page[rs]?|pageinfo|pagedata|paging|pagination|paginator|cursors?|nav(?:igation)?|info|set)$/;

const MAX_DEPTH = 3;

/**
 * Reads what an answer says about the length of its list. Nobody has agreed on such fields, so only those count
 * whose name and value leave no doubt.
 *
 * @param body parsed; only an object can say something
 * @param listName e.g. `courses`, of which `totalCourses` is a total
 */
export function claimsOf(body: unknown, headers: object, listName: string): Claim[] {
	const total = `total${plainNameOf(listName)}`;
	const claims = [...fieldsOf(body), ...fieldsOfHeaders(headers)].flatMap(
		([source, name, value]) => {
			const claim = claimOf(name === total ? 'total' : name, value);
			return claim ? [{ source, ...claim }] : [];
		},
	);
	// Services give a cursor to come back with later, too.
	const isEnd = claims.some(({ says }) => says === 'end');
	return claims.filter(({ says }) => says !== 'end' && !(isEnd && says === 'cursor'));
}

type Field = [source: string, name: string, value: unknown];

function* fieldsOf(body: unknown, path = '', depth = 0): Generator<Field, void> {
	if (!isObject(body)) return;
	for (const [key, value] of Object.entries(body)) {
		const name = plainNameOf(key);
		const source = `field "${path}${key}"`;
		if (isObject(value) && PAGING.test(name) && !NAMES.more.test(name) && depth < MAX_DEPTH) {
			yield* fieldsOf(value, `${path}${key}.`, depth + 1);
		} else if (Array.isArray(value) && name.includes('link')) {
			for (const link of value.filter(isObject)) {
				const isNext = String(link.rel).split(' ').includes('next');
				if (isNext) yield [`field "${path}${key}.next"`, 'next', link];
			}
		} else {
			yield [source, name, value];
		}
	}
}

function* fieldsOfHeaders(headers: object): Generator<Field, void> {
	for (const [key, value] of Object.entries(headers) as [string, unknown][]) {
		const source = `header "${key}"`;
		const text = String(value);
		const range = key === 'content-range' && /\/(\d+)$/.exec(text);
		if (range) yield [source, 'total', range[1]];
		// It stands behind the body, where it is not read.
		if (key === 'trailer' && /\blink\b/i.test(text)) yield [source, 'next', true];
		// Some have a whole object in `X-Pagination`.
		for (const [, name, inner] of text.startsWith('{') ? fieldsOf(parsed(text)) : []) {
			yield [source, name, inner];
		}
		yield [
			source,
			plainNameOf(key.replace(/^x-/, '').replace(/^(?:pagination|paging)-/, '')),
			value,
		];
	}
}

function parsed(json: string): unknown {
	try {
		return JSON.parse(json);
	} catch {
		return undefined;
	}
}

function claimOf(name: string, given: unknown): Omit<Claim, 'source'> | undefined {
	const value = typeof given === 'string' ? readText(given) : given;
	const isSet = holdsSomething(value);
	if (value === true && NAMES.cut.test(name)) return { says: 'more', count: 0 };
	if (NAMES.more.test(name)) {
		if (typeof value === 'boolean') return { says: value ? 'more' : 'end', count: 0 };
		// A page that is `next` by number or token, unless the answer says outright that it is the last.
		const isAddress =
			typeof value === 'object' || (typeof value === 'string' && /^[/?]|:\/\//.test(value));
		const count = typeof value === 'number' ? value : 0;
		return isSet ? { says: isAddress ? 'more' : 'cursor', count } : undefined;
	}
	if (typeof value === 'boolean' && NAMES.last.test(name)) {
		return { says: value ? 'end' : 'more', count: 0 };
	}
	if (typeof value !== 'number' && isSet && NAMES.cursor.test(name)) {
		return { says: 'cursor', count: 0 };
	}
	const count = isObject(value) ? value.value : value;
	if (typeof count !== 'number') return undefined;
	if (NAMES.records.test(name)) return { says: 'records', count };
	return NAMES.pages.test(name) ? { says: 'pages', count } : undefined;
}

/** In small letters and nothing else: `next_page`, `nextPage` and `next-page` are one. */
function plainNameOf(name: string): string {
	return name
		.slice(0, 40)
		.toLowerCase()
		.replace(/[^a-z]/g, '');
}

/** A number or truth value that is written as text. */
function readText(value: string): unknown {
	const text = value.trim();
	if (/^\d{1,15}$/.test(text)) return Number(text);
	return /^(true|false)$/i.test(text) ? text.toLowerCase() === 'true' : text;
}

function holdsSomething(value: unknown): boolean {
	if (typeof value === 'number') return value > 0;
	if (typeof value === 'string') return !/^(|null|none|undefined|#)$/i.test(value);
	if (Array.isArray(value)) return value.some(holdsSomething);
	// Of the fields of a link only those lead somewhere that are no truth values, such as `templated`.
	return (
		isObject(value) &&
		Object.entries(value).some(([key, inner]) => key !== 'rel' && holdsSomething(inner))
	);
}
