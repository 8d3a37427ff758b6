import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';

import { allFiltersOf, knownFieldsOf, knownLists } from '../catalog/knownLists';
import { pathInForm } from '../form';
import { operatorOf } from '../values/filter';
import { isMatch } from '../values/words';

// What n8n's editor calls where a user chooses a list or a field. Nothing is requested.

/** The fields that the list of the node can have. */
export async function getFields(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const fields = knownFieldsOf(listOf(this));
	return await Promise.resolve(
		fields.map(({ name, meaning }) => ({ name, value: name, description: meaning })),
	);
}

/** The fields that the list of the node can be filtered by. n8n shows names only, so they include the rest. */
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

/** The known lists, by all that people call them. n8n shows names only, so they include what a record is, and the scope. */
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
