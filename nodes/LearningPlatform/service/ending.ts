import { excerpt, serviceError, type UserFacingError } from '../errors';
import { isObject } from '../values/fieldPath';

/** How much an answer says that the list has in all. */
export interface Total {
	/** The field or header, e.g. `field "meta.total"`. */
	source: string;
	count: number;
	of: 'records' | 'pages';
}

/** What an answer says about the end of its list, beside its `Link` header. */
export interface Claims {
	/** The field or header that says that there is more; `undefined` when none does. */
	more: string | undefined;
	totals: Total[];
}

/** Names of fields and headers as `plainNameOf` has them: the usual ones, since nobody has agreed on any. */
const MORE = /^(odata)?(has)?(next|more)(page|link|cursor|(page)?(token|url))?$/;
const TOTAL = /^(count|total(count|records|items|elements|results)?)$/;
const TOTAL_PAGES = /^(lastpage|pagecount|totalpages)$/;

/** The objects in which services say how a list goes on; numbers in others count something else. */
const PAGING = /^(links?|meta|metadata|page|pageinfo|paging|pagination)$/;

const MAX_DEPTH = 3;

/**
 * Reads what an answer says about the end of its list.
 *
 * @param body parsed; only an object can say something
 */
export function claimsOf(body: unknown, headers: object): Claims {
	const facts = [...fieldsOf(body), ...headersOf(headers)];
	const signs = facts.filter(([, name]) => MORE.test(name));
	// Services give a cursor to come back with later, too.
	const isOver = signs.some(([, , value]) => /^false$/i.test(String(value)));
	const [more] = isOver ? [] : (signs.find(([, , value]) => leadsOn(value)) ?? []);
	const totals = facts.flatMap(([source, name, value]): Total[] => {
		const of = TOTAL.test(name) ? 'records' : 'pages';
		const isTotal = of === 'records' || TOTAL_PAGES.test(name);
		return isTotal && /^\d{1,15}$/.test(String(value))
			? [{ source, count: Number(value), of }]
			: [];
	});
	return { more, totals };
}

type Fact = [source: string, name: string, value: unknown];

function fieldsOf(body: unknown, path = '', depth = 1): Fact[] {
	if (!isObject(body)) return [];
	return Object.entries(body).flatMap(([key, value]) => {
		const name = plainNameOf(key);
		const isInside = PAGING.test(name) && depth < MAX_DEPTH;
		if (isInside && isObject(value)) return fieldsOf(value, `${path}${key}.`, depth + 1);
		return [[`field "${path}${key}"`, name, value]];
	});
}

function headersOf(headers: object): Fact[] {
	return Object.entries(headers).map(([key, value]: [string, unknown]): Fact => {
		const source = `header "${key}"`;
		const text = String(value);
		if (key === 'content-range') return [source, 'total', text.slice(text.indexOf('/') + 1)];
		// A link in a trailer stands behind the body, where it is not read.
		if (key === 'trailer' && /\blink\b/i.test(text)) return [source, 'next', true];
		return [source, plainNameOf(key.replace(/^x-/, '')), value];
	});
}

/** In small letters and nothing else: `next_page`, `nextPage` and `next-page` are one. */
function plainNameOf(name: string): string {
	return name.toLowerCase().replace(/[^a-z]/g, '');
}

/** Whether a value says that there is more. A link says so by its address, not by fields such as `templated`. */
function leadsOn(value: unknown): boolean {
	if (isObject(value))
		return Object.values(value).some((one) => typeof one === 'string' && leadsOn(one));
	return Boolean(value) && !/^(0|false|null|none|undefined|)$/i.test(String(value).trim());
}

/** Looks for what speaks against the end of a list. */
export function endCheck() {
	const totals = new Map<string, Total>();
	return {
		/**
		 * Keeps the smallest of each total: records that are added while the list is read may be missing from it.
		 *
		 * @param recordsRead of the pages before; an empty page may claim a total of its own
		 */
		note(claims: Claims, recordsRead: number): void {
			for (const total of claims.totals) {
				const known = totals.get(total.source)?.count ?? Infinity;
				const isOfList = total.of === 'pages' || total.count >= recordsRead;
				if (isOfList && total.count < known) totals.set(total.source, total);
			}
		},
		/** How many records the list has, as far as that was said. */
		total(): Total | undefined {
			const ofRecords = [...totals.values()].filter((total) => total.of === 'records');
			return ofRecords.sort((a, b) => b.count - a.count)[0];
		},
		/**
		 * @param claims of a page that has no link to the next one
		 * @param read how much of the list was read
		 * @throws UserFacingError when the list goes on
		 */
		check({ more }: Claims, read: Record<Total['of'], number>): void {
			if (more !== undefined) throw unlinked(more, 'more records');
			for (const { source, count, of } of totals.values()) {
				if (count > read[of]) throw unlinked(source, `${count} ${of}, and ${read[of]} were read`);
			}
		},
	};
}

function unlinked(source: string, what: string): UserFacingError {
	// Each name by itself: together they are as long as a token, which is never quoted.
	const quote = source
		.split('.')
		.map((name) => excerpt(name))
		.join('.');
	return serviceError(
		'The service says that the list goes on, but has no link to the next page',
		`The ${quote} of its answer says that there are ${what}, so the list does not count as complete. Pages can be followed by the header Link only: tell the administrators of the platform.`,
	);
}
