import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchResult,
	INodePropertyOptions,
	ResourceMapperFields,
} from 'n8n-workflow';

import { knownLists, listAt } from '../catalog/knownLists';
import { choosable } from '../catalog/resources';
import { pathInForm } from '../form';
import { readList } from '../list';
import { ListingLog } from '../n8n/log';
import { toNodeError } from '../nodeErrors';
import { openClient } from '../service';
import { operatorOf } from '../values/filter';
import { nameOf, recordId } from '../values/identity';
import { isMatch } from '../values/words';
import { searchOf } from './pickers';

/** The searches and menus in n8n's editor. Only record searches send requests and throw NodeApiError. */
export const methods = {
	listSearch: {
		...Object.fromEntries(
			choosable.map(({ searchMethod, list }) => [searchMethod, searchOf(list)]),
		),
		searchFilterFields,
		searchLists,
	},
	loadOptions: { getFields },
	resourceMapping: { getCustomFields },
};

function getFields(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const fields = Object.entries(listAt(pathOf(this)).meanings);
	return Promise.resolve(fields.map(([name, description]) => ({ name, value: name, description })));
}

/** Returns the custom fields of users. None is required: empty values change nothing. */
async function getCustomFields(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const path = 'custom-fields';
	const customFields: IDataObject[] = [];
	try {
		const client = await openClient(this, { maxRetries: 1, log: new ListingLog(this, path) });
		for await (const { records } of readList(client, { path }, { readsAhead: true })) {
			customFields.push(...records);
		}
	} catch (error) {
		throw toNodeError(this.getNode(), error, path);
	}
	const ofUsers = customFields.filter(({ targetType }) => targetType === 'users');
	return {
		fields: ofUsers.map((record) => ({
			id: recordId(record),
			displayName: nameOf(record),
			defaultMatch: false,
			canBeUsedToMatch: false,
			required: false,
			display: true,
			type: record.type === 'date' ? 'dateTime' : 'string',
		})),
		// In automatic mode, n8n shows the notice whether there are fields or not.
		...(ofUsers.length === 0 && {
			emptyFieldsNotice: 'The platform has no custom fields for users.',
		}),
	};
}

/** Searches the list's filters. n8n shows only names, so each name includes the filter's meaning and operators. */
function searchFilterFields(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const labelOf = (operator: string) => operatorOf(operator)?.name;
	const results = listAt(pathOf(this))
		.filters.map(({ name, meaning, operators }) => ({
			name: `${name}: ${meaning} (${operators.map(labelOf).join(', ')})`,
			value: name,
		}))
		.filter(({ name }) => isMatch(name, filter));
	return Promise.resolve({ results });
}

/** Searches the known lists by name and alias. n8n shows only names, so each includes the description and scope. */
function searchLists(this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
	const results = knownLists
		.filter(({ name, about = '', path, scope, aliases = '' }) => {
			const text = `${name} ${about} (${scope}) ${path} ${aliases}`;
			return filter.split(/\s+/).every((word) => isMatch(text, word));
		})
		.map(({ name, about, path, scope }) => ({
			name: `${about === undefined ? name : `${name}: ${about}`} (${scope})`,
			value: path,
		}));
	return Promise.resolve({ results });
}

function pathOf(context: ILoadOptionsFunctions): string {
	return pathInForm((name, ifLeftOut) => context.getCurrentNodeParameter(name) ?? ifLeftOut);
}
