import type { INodeProperties } from 'n8n-workflow';

import { knownLists } from '../knownLists';
import type { Resource } from '../resources';
import { showOnlyFor } from './fields';
import { recordField } from './recordField';

/** The parameter that says which list to read. */
export const LIST_PATH = 'listPath';

/** What the braces in the paths of the known lists stand for. */
const names = new Set(
	knownLists.flatMap(({ path }) =>
		Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name),
	),
);

/** What the field for a name in braces is called; `undefined` where there is none. */
export function nameOfPathId(name: string): string | undefined {
	return names.has(name) ? fieldOf(name).displayName : undefined;
}

const listField: INodeProperties = {
	displayName: 'List to Read',
	name: LIST_PATH,
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description: 'Which of the lists of the platform to read. The API credentials need its scope.',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Choose a list...',
			typeOptions: { searchListMethod: 'searchLists', searchable: true },
		},
		{
			displayName: 'By Path',
			name: 'path',
			type: 'string',
			placeholder: 'e.g. groups/5f0c1a2b3c4d5e6f70819203/roles',
			hint: 'What comes after "/api/v2/" in the address of the list, with all IDs',
		},
	],
};

/** The fields that choose a list, where a resource leaves that open: the list, and the IDs that its path needs. */
export function listPathFields({ list }: Resource): INodeProperties[] {
	if (list !== undefined) return [];
	const ids = [...names].sort();
	return [listField, ...ids.flatMap((name) => showOnlyFor(whereListHas(name), [fieldOf(name)]))];
}

/**
 * By Path the IDs are in the path. It is often an expression, for which n8n would show all these fields. The paths
 * are named one by one, since n8n gives up on a pattern, and on the workflow with it, when the machine is busy.
 */
function whereListHas(name: string) {
	const paths = knownLists.map(({ path }) => path).filter((path) => path.includes(`{${name}}`));
	return { [`/${LIST_PATH}.mode`]: ['list'], [`/${LIST_PATH}`]: paths };
}

function fieldOf(name: string): INodeProperties {
	if (name === 'courseId' || name === 'groupId') return recordField(name, { required: true });
	if (name === 'contentType') return contentType;
	return {
		displayName: titleOf(name),
		name,
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. 5f0c1a2b3c4d5e6f70819203',
	};
}

const contentType: INodeProperties = {
	displayName: 'Content Type',
	name: 'contentType',
	type: 'options',
	default: 'course',
	description: 'Whose IDs to list. A library has no path sessions, and a catalog no paths.',
	options: [
		{ name: 'Course', value: 'course' },
		{ name: 'Path (Library)', value: 'path' },
		{ name: 'Path Session (Catalog)', value: 'path-session' },
	],
};

/** `classroomSlotId` as "Classroom Slot ID". */
function titleOf(name: string): string {
	const words = name.replace(/Id$/, '').replace(/[A-Z]/g, ' $&');
	return `${words.charAt(0).toUpperCase()}${words.slice(1)} ID`;
}
