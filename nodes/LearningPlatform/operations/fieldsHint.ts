import type { NodeHint } from 'n8n-workflow';

import { knownFieldsOf, knownLists } from '../catalog/knownLists';
import { addedFields, nameOwners, namesBesideIds } from '../catalog/names';
import { allResources } from '../catalog/resources';
import { columnName } from '../shape';

/** Returns all that Output Fields can name of a list, in small letters, with spaces around each. */
function namesIn(path: string, idName = 'recordId'): string {
	const own = knownFieldsOf(path).map(({ name }) => name);
	const fields = [...own, ...addedFields(namesBesideIds(path, nameOwners))];
	const columns = fields.map((field) => columnName([field], idName.replace(/Id$/, '')));
	return ` ${[...new Set([...fields, ...columns, idName])].join(' ').toLowerCase()} `;
}

/** By the value of Resource, or by the path of another list. */
const known = JSON.stringify(
	Object.fromEntries([
		...knownLists.map(({ path }) => [path, namesIn(path)]),
		...allResources().flatMap(({ value, list, idName }) =>
			list === undefined ? [] : [[value, namesIn(list, idName)]],
		),
	]),
);

const chosen =
	'[...[$parameter.outputFieldsFromList ?? []].flat(), ...String($parameter.outputFields ?? "").split(",")].map((name) => name.trim().toLowerCase()).filter((name) => name !== "")';

/** A name, a path or a column counts as known if its first word does. */
const isUnknown =
	'(known, name) => ![name, name.split(".")[0], name.split("_")[0]].some((word) => known.includes(` ${word} `))';

/**
 * Shown for a list with known fields. n8n has no hint for what a route has found, so this one is about what is in the form.
 */
export const unknownFieldsHint: NodeHint = {
	type: 'warning',
	location: 'outputPane',
	whenToDisplay: 'always',
	message:
		'The list is not known to have some of the Output Fields. Check their spelling: a field that no record has is missing in the items, or empty in a Row.',
	displayCondition: `={{ $parameter.operation === "list" && !$parameter.toolDescription && ["row", "selected"].includes($parameter.output) && ((known, names) => known !== undefined && names.some((name) => (${isUnknown})(known, name)))(${known}[$parameter.resource === "other" ? $parameter.listPath : $parameter.resource], ${chosen}) }}`,
};
