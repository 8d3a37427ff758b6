import type {
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';

import { knownFieldsOf, knownFiltersOf } from '../catalog/knownLists';
import { listIn, operatorMenu } from '../form';
import { isMatch } from '../values/words';

/** What n8n's editor calls where a user chooses fields of the list that the node reads. Nothing is requested. */
export async function getFields(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const fields = knownFieldsOf(listOf(this));
	return await Promise.resolve(
		fields.map(({ name, meaning }) => ({ name, value: name, description: meaning })),
	);
}

/** What n8n's editor calls where a user chooses a field to filter by. It shows names only, so they include the rest. */
export async function searchFilterFields(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const results = knownFiltersOf(listOf(this))
		.map(({ name, meaning, operators }) => ({
			name: `${name}: ${meaning} (${operators.map(labelOf).join(', ')})`,
			value: name,
		}))
		.filter(({ name }) => isMatch(name, filter));
	return await Promise.resolve({ results });
}

function labelOf(operator: string): string {
	return operatorMenu.find(({ value }) => value === operator)?.name ?? operator;
}

function listOf(context: ILoadOptionsFunctions): string {
	return listIn((name, ifLeftOut) => context.getCurrentNodeParameter(name) ?? ifLeftOut);
}
