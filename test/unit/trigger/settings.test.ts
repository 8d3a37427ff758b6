import type { IDataObject } from 'n8n-workflow';

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
	'with the output %s and the fields "%s" the columns are to be found: %s',
	async (output, outputFields, found) => {
		expect((await settingsOf({ output, outputFields })).findsColumns).toBe(found);
	},
);

const completions = {
	resource: 'courseCompletion',
	triggerOn: ['completed', 'added'],
	options: { passingScore: 80, ignoreFields: 'a, b' },
};

const scopeOf = async (others: IDataObject, credential?: IDataObject) =>
	(await settingsOf({ ...completions, ...others }, credential)).scope;

const withOptions = (options: IDataObject) => ({ options: { ...completions.options, ...options } });

it.each<[what: string, others: IDataObject, credential?: IDataObject]>([
	['another resource', { resource: 'pathCompletion' }],
	['another list', { resource: 'other', listPath: { mode: 'path', value: 'paths/stats' } }],
	['other events', { triggerOn: ['completed'] }],
	['a filter', { filters: { userId: 'a' } }],
	['an ID field', withOptions({ idField: '_id' })],
	['other ignored fields', withOptions({ ignoreFields: 'a' })],
	['another passing score', withOptions({ passingScore: 70 })],
	['Only the First', withOptions({ onlyFirst: true })],
	['another client', {}, { clientId: 'b' }],
	['another platform', {}, { ...account, baseUrl: 'https://other.example' }],
])('the trigger starts over for %s', async (_, others, ...[credential]) => {
	expect(await scopeOf(others, credential)).not.toBe(await scopeOf({}));
});

it.each<[what: string, others: IDataObject, credential?: IDataObject]>([
	['events in another order', { triggerOn: ['added', 'completed'] }],
	['Emit on First Run', withOptions({ emitOnFirstRun: true })],
	['another Removal Limit', withOptions({ removalLimit: 7 })],
	['another output', { output: 'row', outputFields: 'name' }],
	['no row of field filters', { filters: { fieldFilters: { filter: [] } } }],
	['ignored fields written otherwise', withOptions({ ignoreFields: ' b ,a' })],
	['a rotated client secret', {}, { ...account, clientSecret: 'rotated' }],
	['a base URL written otherwise', {}, { ...account, baseUrl: ' https://service.example/api/v2/' }],
])('the trigger goes on with %s', async (_, others, ...[credential]) => {
	expect(await scopeOf(others, credential)).toBe(await scopeOf({}));
});
