import type { INodeProperties } from 'n8n-workflow';

import { LearningPlatformApi } from '../../../credentials/LearningPlatformApi.credentials';
import { LearningPlatform } from '../../../nodes/LearningPlatform/LearningPlatform.node';
import { LearningPlatformInstantTrigger } from '../../../nodes/LearningPlatform/LearningPlatformInstantTrigger.node';
import { LearningPlatformTrigger } from '../../../nodes/LearningPlatform/LearningPlatformTrigger.node';
import { filtersOf, filtersOfTool } from '../../../nodes/LearningPlatform/form';
import { course, resourceOf } from './entered';

const TEXTS = new Set([
	'action',
	'activationMessage',
	'description',
	'displayName',
	'hint',
	'message',
	'name',
	'placeholder',
	'relationHint',
	'searchHint',
	'url',
]);

/** n8n's reviewers ask for short descriptions, and n8n shows only two lines of a hint. */
const LONGEST: Record<string, number> = { description: 220, hint: 120 };

/** Returns the paths and contents of texts that are empty, are too long, or contain `undefined` or `NaN`. */
function badTexts(value: unknown, path = ''): string[] {
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, part]) => {
		if (!TEXTS.has(key) || typeof part !== 'string') return badTexts(part, `${path}.${key}`);
		const isEmpty = !/\w\w/.test(part) || /undefined|\bNaN\b/.test(part);
		const isLong = part.length > (LONGEST[key] ?? Infinity);
		return isEmpty || isLong ? [`${path}.${key}: ${part}`] : [];
	});
}

it.each([
	['a node', new LearningPlatform().description],
	['an instant trigger', new LearningPlatformInstantTrigger().description],
	['a trigger', new LearningPlatformTrigger().description],
	['a credential', new LearningPlatformApi()],
])('no text in %s is empty or too long', (_what, form) => {
	expect(badTexts([form, { hint: '' }, { hint: 'a'.repeat(121) }])).toHaveLength(2);
});

/** Returns the last filter with this name, which is the one that models see. */
function filterIn(properties: INodeProperties[], name: string): INodeProperties | undefined {
	const options = properties.flatMap((property) => property.options as INodeProperties[]);
	return options.filter((option) => option.name === name).at(-1);
}

it.each([
	['type', 'List only the courses of this type'],
	['status', 'List only the courses with this status'],
])('the description of the %s filter is "%s"', (name, description) => {
	expect(filterIn(filtersOf(course).properties, name)?.description).toBe(description);
});

it.each([
	['course', 'status', 'with this status: archived, deleted, or published; "any" means all'],
	[
		'pathCompletion',
		'learnerStatus',
		'unsuccessful, or several of them separated by commas; "any" means',
	],
])('a model sees the values for a %s filter: %s, %s', (resource, name, text) => {
	const filter = filterIn(filtersOfTool(resourceOf(resource)).properties, name);
	expect(filter).toMatchObject({ type: 'string' });
	expect(filter?.description).toContain(text);
});
