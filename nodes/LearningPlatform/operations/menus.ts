import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';

import { allFiltersOf, knownFieldsOf, knownLists } from '../catalog/knownLists';
import { pathInForm } from '../form';
import { operatorOf } from '../values/filter';
import { isMatch } from '../values/words';

// The menus of lists and fields in n8n's editor. None sends a request.

/** Lists the known fields of the node's list. */
export async function getFields(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const fields = knownFieldsOf(listOf(this));
	return await Promise.resolve(
		fields.map(({ name, meaning }) => ({ name, value: name, description: meaning })),
	);
}

/** Searches the filters of the node's list. n8n shows names only, so they include meaning and operators. */
export async function searchFilterFields(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const labelOf = (operator: string) => operatorOf(operator)?.name;
	const results = allFiltersOf(listOf(this))
		.map(({ name, meaning, operators }) => ({
			name: `${name}: ${meaning} (${operators.map(labelOf).join(', ')})`,
			value: name,
		}))
		.filter(({ name }) => isMatch(name, filter));
	return await Promise.resolve({ results });
}

/** Searches the known lists by name and alias. n8n shows names only, so they include the record and the scope. */
export async function searchLists(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const results = knownLists
		.filter(({ name, about = '', path, scope, aliases = '' }) => {
			const text = `${name} ${about} (${scope}) ${path} ${aliases}`;
			return filter.split(/\s+/).every((word) => isMatch(text, word));
		})
		.map(({ name, about, path, scope }) => ({
			name: `${about === undefined ? name : `${name}: ${about}`} (${scope})`,
			value: path,
		}));
	return await Promise.resolve({ results });
}

function listOf(context: ILoadOptionsFunctions): string {
	return pathInForm((name, ifLeftOut) => context.getCurrentNodeParameter(name) ?? ifLeftOut);
}
