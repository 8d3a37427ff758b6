import type { NodeHint } from 'n8n-workflow';

import { knownFieldsOf, knownLists } from '../catalog/knownLists';
import { namedFields, nameLists, namesBesideIds } from '../catalog/names';
import { resources } from '../catalog/resources';
import { shapeNames, shapes } from '../shape';

// n8n's editor works these conditions out of what is in the form. They cannot see the node's own items: `$input` has
// those of the node before, and nothing tells an expression what its node is called. A route cannot give hints either.

const LONG_LIST =
	'For a list of many thousand records choose the operation <b>Export to File</b>, which writes a file of any size: n8n keeps all items in memory, and 120,000 are too many for it.';

const UNKNOWN_FIELD =
	'<b>Output Fields</b> has a name that this list is not known to have. If the field stays empty, check its spelling, or choose it under <b>Output Fields From List</b>.';

/**
 * Shown as long as a long list has not been read: after that it was either short enough, or an error that says the same.
 * A tool, which alone has a description, cannot export.
 */
export const longListHint: NodeHint = {
	type: 'info',
	location: 'outputPane',
	whenToDisplay: 'beforeExecution',
	message: LONG_LIST,
	displayCondition:
		'={{ $parameter.operation === "list" && $parameter.returnAll === true && !$parameter.toolDescription }}',
};

/** Names of fields in lower case, since the case of what is typed does not matter. */
const fieldNames = Object.fromEntries(
	knownLists.map(({ path }) => {
		const names = knownFieldsOf(path).map(({ name }) => name);
		const named = namedFields(names, namesBesideIds(path, nameLists));
		return [path, named.map((name) => name.toLowerCase())];
	}),
);

const lists = Object.fromEntries(
	resources.flatMap(({ value, list }) => (list === undefined ? [] : [[value, list]])),
);

const withFields = shapeNames.filter((name) => shapes[name].outputFields !== 'none');

/** Shown for a name that is misspelled, or that a list of another service may well have. An export knows which it is. */
export const unknownFieldHint: NodeHint = {
	type: 'info',
	location: 'outputPane',
	whenToDisplay: 'always',
	message: UNKNOWN_FIELD,
	displayCondition: `={{ ${JSON.stringify(withFields)}.includes($parameter.output) && $parameter.operation !== "export" && ((known) => known !== undefined && ($parameter.outputFields || "").split(",").map((name) => name.trim().split(".")[0].toLowerCase()).some((name) => name !== "" && !known.includes(name)))(${JSON.stringify(fieldNames)}[${JSON.stringify(lists)}[$parameter.resource] || $parameter.listPath]) }}`,
};
