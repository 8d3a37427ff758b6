import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { resources } from '../../nodes/LearningPlatform/catalog/resources';

const root = join(__dirname, '../..');
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');

/** The scopes that Sync needs for the columns in docs/rows.md, by resource. */
const SCOPES: Readonly<Record<string, string>> = {
	Course: '*courses:read*, *groups:read*, and *users:read*',
	'Course Completion': '*courseStats:read*, *courses:read*, and *users:read*',
	Group: '*groups:read*',
	Path: '*paths:read*, *groups:read*, and *users:read*',
	'Path Completion': '*pathStats:read*, *paths:read*, and *users:read*',
	'Path Session': '*paths:read*, *groups:read*, and *users:read*',
	User: '*users:read* and *groups:read*',
};

interface Example {
	name: string;
	nodes: { name: string; parameters: Record<string, unknown> }[];
}

/** Adapts the courses example to every other resource. Each result starts with its path under examples/. */
export function dataTableExamples(): [file: string, example: Example][] {
	const courses = textOf('examples/keep-a-data-table-in-step.json');
	const rows = textOf('docs/rows.md').matchAll(/^\| ([A-Z][\w ]+?) +\| `(\w+Id,[\w,]+)` +\|$/gm);
	const [[, , columnsOfCourses = ''] = [], ...others] = rows;
	return others.map(([, name = '', columns = '']) => {
		const { plural = '', value } = resources.find((resource) => resource.name === name) ?? {};
		const [key = '', ...fields] = columns.split(',');
		const words: Record<string, string> = {
			course: name.toLowerCase(),
			courses: plural,
			courseId: key,
		};
		const text = courses
			.replace(SCOPES.Course ?? '', '{scopes}')
			.replace(columnsOfCourses, '{columns}')
			.replace(/\bcourse(?:s|Id)?\b/g, (word) => words[word] ?? word)
			.replace('{scopes}', SCOPES[name] ?? '')
			.replace('{columns}', columns)
			// Replaced last because a plural can contain the word "course".
			.replaceAll('Keep a data table', `Keep a data table of ${plural}`);
		const example = JSON.parse(text) as Example;
		const changes: Record<string, Record<string, unknown>> = {
			'Create the table if it is missing': {
				columns: { column: [key, ...fields].map((column) => ({ name: column, type: 'string' })) },
			},
			[`Sync ${plural}`]: {
				resource: value,
				outputFields: fields.slice(0, -2).join(', '),
				// Sync itself adds the names that the columns require.
				options: {},
			},
		};
		const nodes = example.nodes
			.filter((node) => node.name !== 'Note: another list')
			.map((node) => ({ ...node, parameters: { ...node.parameters, ...changes[node.name] } }));
		return [`data-tables/${plural.replaceAll(' ', '-')}.json`, { ...example, nodes }];
	});
}
