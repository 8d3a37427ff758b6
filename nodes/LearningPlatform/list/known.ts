import { findKnownList, knownFiltersOf } from '../catalog/knownLists';
import type { Inquiry } from '../service';

/**
 * What is known to be wrong with a request that the service has refused, in whole sentences.
 *
 * @param id of a single record
 */
export function knownOf(
	{ path, filters = [] }: Pick<Inquiry, 'path' | 'filters'>,
	id = '',
): string[] {
	const list = findKnownList(path);
	if (list === undefined) return [];
	const known = knownFiltersOf(path);
	const parts = list.path.split('/');
	const inPath = path.split('/').filter((_, at) => /^\{\w+Id\}$/.test(parts[at] ?? ''));
	const ids = [id, ...inPath].map(decodeURIComponent);
	const sentences = filters.flatMap(({ field, operator, values }) => {
		const { kind, operators = [] } = known.find(({ name }) => name === field) ?? {};
		if (kind === undefined) return [takenBy(known.map(({ name }) => name))];
		if (!operators.includes(operator)) {
			return [`The filter on "${field}" takes the operators ${listOf(operators)} only.`];
		}
		return kind === 'id' && values.some(looksLikeName) ? [noId(`The filter on "${field}"`)] : [];
	});
	const ofRecord = ids.some(looksLikeName)
		? [noId(id === '' ? 'The address of the list' : 'The ID')]
		: [];
	return [...new Set([...sentences, ...ofRecord])];
}

function takenBy(names: readonly string[]): string {
	const filters =
		names.length === 0
			? 'This list has no filters'
			: `This list can filter by ${listOf(names)} only`;
	return `${filters}: use n8n's Filter node behind this one for the rest.`;
}

const noId = (what: string) =>
	`${what} has a name in place of an ID: choose From List, or enter the ID.`;

/** IDs have digits and no spaces. */
function looksLikeName(text: string): boolean {
	return text !== '' && (!/\d/.test(text) || /\s/.test(text));
}

const listOf = (words: readonly string[]) => new Intl.ListFormat('en-US').format([...words].sort());
