import { excerpt, serviceError, type UserFacingError } from '../errors';
import { isObject } from '../values/fieldPath';

/** How many records, or pages, an answer says that its list has. */
export interface Total {
	/** The field or header, e.g. `field "meta.total"`. */
	source: string;
	count: number;
}

/** Names of fields and headers, in small letters and nothing else: the usual ones, since nobody has agreed on any. */
const NAMES = {
	more: /^(odata)?(has)?(next|more)(page|link|cursor|(page)?(token|url))?$/,
	total: /^(count|contentrange|total(count|records|items|elements|results)?)$/,
	pages: /^(lastpage|pagecount|totalpages)$/,
	/** The objects in which services put these; numbers in others count something else. */
	paging: /^(links?|meta|metadata|page|pageinfo|paging|pagination)$/,
};

/** What an answer says about the end of its list, beside its `Link` header. */
export function claimsOf(body: unknown, headers: object) {
	const facts = [...factsIn('field', body), ...factsIn('header', headers)];
	const signs = facts.filter(({ name }) => NAMES.more.test(name));
	// Services give a cursor to come back with later, too.
	const isOver = signs.some(({ value }) => /^false$/i.test(String(value)));
	const more = isOver ? undefined : signs.find(({ value }) => leadsOn(value));
	return {
		/** The field or header that says that there is more. */
		more: more?.source,
		total: largest(facts, NAMES.total),
		pages: largest(facts, NAMES.pages),
	};
}

function factsIn(
	where: 'field' | 'header',
	object: unknown,
	path = '',
): { source: string; name: string; value: unknown }[] {
	if (!isObject(object)) return [];
	return Object.entries(object).flatMap(([key, value]) => {
		// So that `next_page`, `nextPage` and `X-Next-Page` are one.
		const name = key.toLowerCase().replace(/^x-|[^a-z]/g, '');
		if (NAMES.paging.test(name) && isObject(value)) return factsIn(where, value, `${path}${key}.`);
		return [{ source: `${where} "${path}${key}"`, name, value }];
	});
}

/** Whether a value says that there is more. A link says so by its address, not by fields such as `templated`. */
function leadsOn(value: unknown): boolean {
	if (isObject(value))
		return Object.values(value).some((one) => typeof one === 'string' && leadsOn(one));
	return !/^\s*(0|false|null|none|undefined|)\s*$/i.test(String(value));
}

/** A smaller number beside the largest one is that of the page. In a Content-Range it stands behind a slash. */
function largest(facts: ReturnType<typeof factsIn>, names: RegExp): Total | undefined {
	const totals = facts.flatMap(({ source, name, value }) => {
		const [, count] = /^(?:.*\/)?(\d{1,15})$/.exec(String(value)) ?? [];
		return names.test(name) && count !== undefined ? [{ source, count: Number(count) }] : [];
	});
	return totals.sort((a, b) => b.count - a.count)[0];
}

/**
 * The smaller of two totals: records that are added while the list is read may be missing from it.
 *
 * @param recordsRead of the pages before; an empty page may claim a total of its own
 */
export function smallerTotal(
	known: Total | undefined,
	{ total }: ReturnType<typeof claimsOf>,
	recordsRead: number,
): Total | undefined {
	const isOfList = total !== undefined && total.count >= recordsRead;
	return isOfList && total.count < (known?.count ?? Infinity) ? total : known;
}

/**
 * Looks for what speaks against the end of a list.
 *
 * @param claims of a page that has no link to the next one
 * @param total the smallest that any page gave
 * @throws UserFacingError when the list goes on
 */
export function checkEnd(
	{ more, pages }: ReturnType<typeof claimsOf>,
	total: Total | undefined,
	read: Record<'records' | 'pages', number>,
): void {
	if (more !== undefined) throw unlinked(more, 'more records');
	if (total && total.count > read.records) {
		throw unlinked(total.source, `${total.count} records, and ${read.records} were read`);
	}
	if (pages && pages.count > read.pages) {
		throw unlinked(pages.source, `${pages.count} pages, and ${read.pages} were read`);
	}
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
