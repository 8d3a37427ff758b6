import type { IDataObject } from 'n8n-workflow';

import { contentOf } from '../../../nodes/LearningPlatform/trigger/observation';
import { triggerFor } from './pollOf';

const account = { clientId: 'a' };

const settingsOf = async (parameters: IDataObject, credential: IDataObject = account) =>
	await triggerFor(parameters, credential).settings();

it.each([
	['raw', '', false],
	['row', '', true],
	['row', 'name', false],
	['simplified', '', false],
])(
	'with %s output and the fields "%s", the columns come from the whole list: %s',
	async (output, outputFields, found) => {
		expect((await settingsOf({ output, outputFields })).schedule.findsColumns).toBe(found);
	},
);

it.each([
	['course', '', ''],
	['user', '', 'lastLoginDate'],
	['courseCompletion', '', 'lastActivityAt, timeSpent'],
	['pathCompletion', '', 'timeSpent'],
	['user', 'mail, none', 'mail, none'],
])('for %s with Ignore Fields "%s", the trigger ignores: %s', async (resource, typed, ignored) => {
	const settings = await settingsOf({ resource, options: { ignoreFields: typed } });
	expect([...settings.compared.ignoreFields].sort().join(', ')).toBe(ignored);
});

it('Every Poll is the only choice for a list without a modification date', async () => {
	const listPath = { __rl: true, mode: 'path', value: 'tags' };
	const options = { readWholeList: 'day' };
	await expect(settingsOf({ resource: 'other', listPath, options })).rejects.toMatchObject({
		message: 'The list tags has no modification date, so every poll has to read the whole list',
		description: 'Under Options, set Read the Whole List to Every Poll.',
	});
	expect((await settingsOf({ resource: 'group', options })).schedule.readWholeList).toBe(0);
});

it('errors about scopes name those of the list and of the names', async () => {
	const options = { addNames: ['groups', 'managers'] };
	const { client } = await settingsOf({ resource: 'courseCompletion', options });
	expect(client.form.scopes).toEqual(['courseStats:read', 'users:read']);
});

it('an unknown resource causes an error', async () => {
	await expect(settingsOf({ resource: 'badge' })).rejects.toThrow(
		'This version of the node does not recognize the selected resource',
	);
});

it.each([true, false])('the output applies Escape Formulas: %s', async (escapeFormulas) => {
	expect((await settingsOf({ options: { escapeFormulas } })).items.output).toMatchObject({
		escapeFormulas,
	});
});

const completions = {
	resource: 'courseCompletion',
	triggerOn: ['completed', 'added'],
	options: { passingScore: 80, ignoreFields: 'a, b' },
};

const watchedBy = async (others: IDataObject, credential?: IDataObject) =>
	contentOf((await settingsOf({ ...completions, ...others }, credential)).watched);

const withOptions = (options: IDataObject) => ({ options: { ...completions.options, ...options } });

it.each<[what: string, others: IDataObject, credential?: IDataObject]>([
	['a different resource', { resource: 'pathCompletion' }],
	['a different list', { resource: 'other', listPath: { mode: 'path', value: 'paths/stats' } }],
	['different events', { triggerOn: ['completed'] }],
	['a filter', { filters: { userId: 'a' } }],
	['an ID field', withOptions({ idField: '_id' })],
	['different ignored fields', withOptions({ ignoreFields: 'a' })],
	['a different passing score', withOptions({ passingScore: 70 })],
	['Only the First', withOptions({ onlyFirst: true })],
	['a different platform', {}, { ...account, baseUrl: 'https://other.example' }],
])('the trigger starts over for %s', async (_, others, ...[credential]) => {
	expect(await watchedBy(others, credential)).not.toBe(await watchedBy({}));
});

it.each<[what: string, one: IDataObject, other: IDataObject]>([
	['filters in a different order', { userId: 'a', courseId: 'b' }, { courseId: 'b', userId: 'a' }],
	[
		'a user chosen in a different way',
		{ userId: { __rl: true, mode: 'list', value: 'a', cachedResultName: 'Ana' } },
		{ userId: { __rl: true, mode: 'id', value: 'a' } },
	],
])('the trigger continues with %s', async (_, one, other) => {
	expect(await watchedBy({ filters: one })).toBe(await watchedBy({ filters: other }));
});

it.each<[what: string, others: IDataObject, credential?: IDataObject]>([
	['events in a different order', { triggerOn: ['added', 'completed'] }],
	['Emit on First Run', withOptions({ emitOnFirstRun: true })],
	['a different Removal Limit', withOptions({ removalLimit: 7 })],
	['a different output', { output: 'row', outputFields: 'name' }],
	['Field Filters without rows', { filters: { fieldFilters: { filter: [] } } }],
	['ignored fields in a different order', withOptions({ ignoreFields: ' b ,a' })],
	['new API credentials', {}, { clientId: 'b', clientSecret: 'rotated' }],
	['a base URL in another form', {}, { ...account, baseUrl: ' https://service.example/api/v2/' }],
])('the trigger continues with %s', async (_, others, ...[credential]) => {
	expect(await watchedBy(others, credential)).toBe(await watchedBy({}));
});

it('if Name Contains is an expression, the trigger starts over for a different value', async () => {
	const keyOf = async (nameContains: string) =>
		contentOf(
			(
				await triggerFor({ filters: { nameContains } }, account, {
					filters: { nameContains: '={{ ... }}' },
				}).settings()
			).watched,
		);
	expect(await keyOf('one')).toBe(await keyOf('one'));
	expect(await keyOf('one')).not.toBe(await keyOf('two'));
});

it.each<[what: string, field: string, operator: string, values: string[], isSame: boolean]>([
	['continues with the same value', 'lang', 'eq', ['en', 'en'], true],
	['starts over for a different value', 'lang', 'eq', ['en', 'fr'], false],
	['continues for a different time', 'seenAt', 'gte', ['1769850000', '1769850900'], true],
	['continues for a different day', 'day', 'eq', ['2026-01-31', '2026-02-01'], true],
])('if a filter is an expression, the trigger %s', async (_, field, operator, values, isSame) => {
	const withValue = (value: string) => ({
		resource: 'other',
		listPath: { mode: 'path', value: 'lessons' },
		filters: { fieldFilters: { filter: [{ field, operator, value }] } },
	});
	const [one, other] = await Promise.all(
		values.map(async (value) => {
			return await triggerFor(withValue(value), account, withValue('={{ ... }}')).settings();
		}),
	);
	expect(contentOf(one?.watched) === contentOf(other?.watched)).toBe(isSame);
});
