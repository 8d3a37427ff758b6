import type { NodeHint } from 'n8n-workflow';

import { knownFieldsOf, knownLists } from '../catalog/knownLists';
import { addedFields, nameOwners, namesBesideIds } from '../catalog/names';
import { allResources } from '../catalog/resources';
import { listNames } from '../form';
import { columnName } from '../shape';

/** All that Output Fields can name in any list, in small letters, as JSON. A field of another list ends the run. */
const known = JSON.stringify([
	...new Set(
		[...allResources(), ...knownLists.map(({ path }) => ({ list: path, idName: undefined }))]
			.flatMap(({ list = '', idName = 'recordId' }) => {
				const added = addedFields(namesBesideIds(list, nameOwners));
				const fields = [...knownFieldsOf(list).map(({ name }) => name), ...added];
				const owner = idName.replace(/Id$/, '');
				return [idName, ...fields, ...fields.map((field) => columnName([field], owner))];
			})
			.map((name) => name.toLowerCase()),
	),
]);

/**
 * Shown for a list with known fields. n8n has no hints about a route's results, so this hint is about the form.
 * A name, a path or a column is known if its first word is.
 */
export const unknownFieldsHint: NodeHint = {
	type: 'warning',
	location: 'outputPane',
	whenToDisplay: 'always',
	message:
		'Some of the Output Fields are unknown for this list. Check their spelling: a field that no record has is missing in the items, or empty in a Row.',
	displayCondition: `={{ $parameter.operation === "list" && !$parameter.toolDescription && ["row", "selected"].includes($parameter.output) && ($parameter.resource !== "other" || ${listNames}[$parameter.listPath] !== undefined) && [$parameter.outputFieldsFromList ?? [], String($parameter.outputFields ?? "").split(",")].flat().map((name) => name.trim().toLowerCase()).some((name) => name !== "" && ![name, ...name.split(".", 1), ...name.split("_", 1)].some((word) => ${known}.includes(word))) }}`,
};
