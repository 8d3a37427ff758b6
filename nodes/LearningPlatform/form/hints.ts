import type { NodeHint } from 'n8n-workflow';

// n8n's editor works these conditions out of what is in the form. They cannot see the node's own items: `$input` has
// those of the node before, and nothing tells an expression what its node is called. A route cannot give hints either.

const LONG_LIST =
	'For a list of many thousand records choose the operation <b>Export to File</b>, which writes a file of any size: n8n keeps all items in memory, and 120,000 are too many for it.';

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
