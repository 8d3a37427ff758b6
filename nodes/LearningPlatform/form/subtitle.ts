import type { INodePropertyOptions } from 'n8n-workflow';

import { knownLists } from '../catalog/knownLists';
import { allResources } from '../catalog/resources';

/** Returns an n8n expression for the name of a parameter's value in a menu, or for a value that the menu lacks. */
export function nameIn(
	choices: readonly { name: string; value: INodePropertyOptions['value'] }[],
	parameter: string,
): string {
	const names = new Map(choices.map(({ name, value }) => [value, name]));
	return `(${JSON.stringify(Object.fromEntries(names))}[$parameter["${parameter}"]] ?? $parameter["${parameter}"])`;
}

const listNames = knownLists.map(({ path, name }) => ({ value: path, name }));

/** An n8n expression for the subject that the canvas shows below the node's name. */
export const SUBJECT = `($parameter["resource"] === "other" ? ${nameIn(listNames, 'listPath')} : ${nameIn(allResources, 'resource')})`;

/** n8n's panel shows this description for two of the nodes. */
export const DESCRIPTION =
	'Reads 360Learning, your LMS: courses, people, and unfinished training. Exports to Excel, keeps tables in sync, creates users, and starts workflows when training is completed.';
