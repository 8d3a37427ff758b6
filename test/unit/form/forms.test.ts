import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import {
	NodeHelpers,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyCollection,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { LearningPlatformApi } from '../../../credentials/LearningPlatformApi.credentials';
import { LearningPlatform } from '../../../nodes/LearningPlatform/LearningPlatform.node';
import { LearningPlatformInstantTrigger } from '../../../nodes/LearningPlatform/LearningPlatformInstantTrigger.node';
import { LearningPlatformTrigger } from '../../../nodes/LearningPlatform/LearningPlatformTrigger.node';

// Changing a name, value, or default can break stored workflows and credentials.
const { description } = new LearningPlatform();
const forms = [
	description,
	new LearningPlatformTrigger().description,
	new LearningPlatformInstantTrigger().description,
	new LearningPlatformApi(),
];

type Entry = INodeProperties | INodePropertyOptions | INodePropertyCollection;

/** Menus with more choices have one line per choice. */
const CHOICES_IN_LINE = 12;

/** Writes a field as `Label | name | type | default | facts | choices | condition`, followed by its nested fields. */
function linesOf(entry: Entry, indent = ''): string[] {
	if ('value' in entry) return [];
	const inside = 'values' in entry ? entry.values : (entry.options ?? []);
	const choices = inside.flatMap((one) => ('value' in one ? choiceOf(one) : []));
	const isLong = choices.length > CHOICES_IN_LINE;
	const parts = [
		entry.displayName,
		entry.name,
		...('type' in entry ? factsOf(entry) : []),
		isLong ? '' : choices.join(', '),
		'type' in entry ? conditionOf(entry) : '',
	];
	return [
		`${indent}${parts.filter((part) => part !== '').join(' | ')}`,
		...(isLong ? choices.map((choice) => `${indent}  ${choice}`) : []),
		...inside.flatMap((one) => linesOf(one, `${indent}  `)),
	];
}

const choiceOf = ({ name, value, action, ...option }: INodePropertyOptions) => {
	const condition = conditionOf(option);
	return `${name} = ${value}${action ? ` "${action}"` : ''}${condition && ` (${condition})`}`;
};

const factsOf = (field: INodeProperties) => [
	field.type as string,
	JSON.stringify(field.default),
	...(['required', 'allowArbitraryValues'] as const).filter((name) => field[name]),
	...Object.entries(field.typeOptions ?? {}).map(([name, fact]) =>
		fact === true ? name : `${name}: ${textOf(fact)}`,
	),
];

const textOf = (value: unknown) => (typeof value === 'string' && value) || JSON.stringify(value);

const conditionOf = ({ displayOptions: { show = {}, hide = {} } = {} }: Conditional) => {
	const whereIn = (values: unknown[] = []) => values.map(textOf).join(' or ');
	return [
		...Object.entries(show).map(([name, values]) => `${name} is ${whereIn(values)}`),
		...Object.entries(hide).map(([name, values]) => `${name} is not ${whereIn(values)}`),
	].join(', ');
};

type Conditional = Pick<INodeProperties, 'displayOptions'>;

it('forms.txt is up to date (to update it, run `FORMS=write npm test -- form/forms`)', () => {
	const text = forms
		.flatMap(({ displayName, name, properties }) => [
			`# ${displayName} | ${name}`,
			...properties.flatMap((field) => linesOf(field)),
			'',
		])
		// A resource's form begins with the operations.
		.map((line) => (line.startsWith('Operation |') ? `\n${line}` : line))
		.join('\n');
	const path = join(__dirname, 'forms.txt');
	if (process.env.FORMS === 'write') writeFileSync(path, text);
	expect(text).toBe(readFileSync(path, 'utf8'));
});

describe('n8n shows', () => {
	const shown = (parameters: INodeParameters) =>
		description.properties
			.filter((field) =>
				NodeHelpers.displayParameter(parameters, field, { typeVersion: 1 }, description),
			)
			.map(({ name }) => name);
	const inOther = (listPath: INodeParameters) =>
		shown({ resource: 'other', operation: 'list', listPath: { __rl: true, ...listPath } });

	it.each([
		['users', []],
		['groups/{groupId}/roles', ['groupId']],
		['paths/{pathId}/sessions/{sessionId}/user-stats', ['pathId', 'sessionId']],
	])("fields for the IDs in a known list's path: %s", (value, ids) => {
		const form = inOther({ mode: 'list', value: '' });
		const withIds = form.flatMap((name) => (name === 'listPath' ? [name, ...ids] : [name]));
		expect(inOther({ mode: 'list', value })).toEqual(withIds);
	});

	it('no ID fields for an entered path, which already contains the IDs', () => {
		const form = inOther({ mode: 'path', value: '=groups/{{ $json._id }}/roles' });
		expect(form).toEqual(inOther({ mode: 'list', value: '' }));
	});

	it('no fields of a different operation, even if one contains an expression', () => {
		// The editor keeps values entered for other operations.
		const left = {
			returnAll: '={{ $json.all }}',
			listPath: { __rl: true, mode: 'list', value: '={{ $json.path }}' },
		};
		const exported = { resource: 'course', operation: 'export' };
		expect(shown({ ...exported, ...left })).toEqual(shown(exported));
	});
});
