import type { INodeProperties } from 'n8n-workflow';

import { LearningPlatformApi } from '../../../credentials/LearningPlatformApi.credentials';
import { LearningPlatform } from '../../../nodes/LearningPlatform/LearningPlatform.node';
import { LearningPlatformInstantTrigger } from '../../../nodes/LearningPlatform/LearningPlatformInstantTrigger.node';
import { LearningPlatformTrigger } from '../../../nodes/LearningPlatform/LearningPlatformTrigger.node';
import { filtersOf, filtersOfTool } from '../../../nodes/LearningPlatform/form';
import { course, resourceOf } from './entered';

const TEXTS = new Set([
	...['action', 'activationMessage', 'description', 'displayName', 'hint', 'message', 'name'],
	...['placeholder', 'relationHint', 'searchHint', 'url'],
]);

/** Where a text that people read is empty, or made of what is not there, by the names on the way to it. */
function emptyTexts(value: unknown, path = ''): string[] {
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, part]) =>
		TEXTS.has(key) &&
		typeof part === 'string' &&
		(!/\w\w/.test(part) || /undefined|\bNaN\b/.test(part))
			? [`${path}.${key}`]
			: emptyTexts(part, `${path}.${key}`),
	);
}

/** n8n's reviewers ask for short descriptions: longer ones fill the screen, and nobody reads them. */
const LONGEST_DESCRIPTION = 220;

/** The descriptions of fields and choices that are too long, each once. */
function longDescriptions(value: unknown): string[] {
	if (typeof value !== 'object' || value === null) return [];
	const { description = '' } = value as { description?: unknown };
	const isLong = typeof description === 'string' && description.length > LONGEST_DESCRIPTION;
	const inside = Object.values(value).flatMap(longDescriptions);
	return [...new Set(isLong ? [description, ...inside] : inside)];
}

const forms = Object.entries({
	LearningPlatform: new LearningPlatform().description,
	LearningPlatformInstantTrigger: new LearningPlatformInstantTrigger().description,
	LearningPlatformTrigger: new LearningPlatformTrigger().description,
	LearningPlatformApi: new LearningPlatformApi(),
});

it.each(forms)(
	`no description of %s has more than ${LONGEST_DESCRIPTION} characters`,
	(_, form) => {
		expect(longDescriptions(form)).toEqual([]);
	},
);

it.each(forms)(
	'no field and no choice of %s is without a label or a description',
	(_, described) => {
		// One that has an empty text, too, so that it is seen to be looked at.
		expect(emptyTexts([described, { hint: '' }])).toEqual(['.1.hint']);
	},
);

/** The last filter of this name: for a tool the one that models see. */
function filterIn(properties: INodeProperties[], name: string): INodeProperties | undefined {
	const options = properties.flatMap((property) => property.options as INodeProperties[]);
	return options.filter((option) => option.name === name).at(-1);
}

it.each([
	['type', 'Only list the courses of this type'],
	['status', 'Only list the courses with this status'],
])('the filter %s says "%s"', (name, description) => {
	expect(filterIn(filtersOf(course).properties, name)?.description).toBe(description);
});

it.each([
	['course', 'status', 'with this status: archived, deleted, or published; any stands for all'],
	['pathCompletion', 'learnerStatus', 'unsuccessful, or several separated by commas; any stands'],
])('a model reads what the filter of %s on %s takes: %s', (resource, name, text) => {
	const filter = filterIn(filtersOfTool(resourceOf(resource)).properties, name);
	expect(filter).toMatchObject({ type: 'string' });
	expect(filter?.description).toContain(text);
});
