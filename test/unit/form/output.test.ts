import { checkOutputFields, outputs } from '../../../nodes/LearningPlatform/form';
import { entered, nodeWith } from './entered';

const choiceOf = (parameters: Record<string, unknown>) =>
	outputs.items.read(entered(parameters), nodeWith());

describe('Output', () => {
	it.each([
		[undefined, 'raw'],
		[' Selected Fields', 'selected'],
	])('reads %j as %s', (output, kind) => {
		const chosen = output === undefined ? {} : { output };
		expect(choiceOf({ ...chosen, outputFields: 'name' }).shape).toBe(kind);
	});

	it.each([['table'], [''], [null]])('cannot be %j', (output) => {
		expect(() => choiceOf({ output })).toThrow('Output must be raw, simplified, selected, or row');
	});
});

describe('Output Fields', () => {
	it('can include the name for an ID in this list but not for an ID in a different list', () => {
		const check = (path: string) => () => {
			checkOutputFields(['pathName'], path);
		};
		expect(check('courses/stats')).not.toThrow();
		expect(check('users')).toThrow('which belong to other lists');
	});

	it.each<[what: string, parameters: object, fields: string[]]>([
		['typed for Selected Fields', { outputFields: 'name, a.0.b' }, ['name', 'a.0.b']],
		['left over from Raw', { output: 'raw', outputFields: { any: 'thing' } }, []],
		['left over from Simplified', { output: 'simplified', outputFields: { any: 'thing' } }, []],
		['chosen by an expression', { outputFieldsFromList: 'a, b' }, ['a', 'b']],
	])('are read correctly if they are %s', (_what, parameters, fields) => {
		expect(choiceOf({ output: 'selected', ...parameters }).fields).toEqual(fields);
	});

	it.each<[parameters: object, message: string]>([
		[{ output: 'selected', outputFields: ' , ' }, 'Output Fields is empty'],
		[{ outputFields: [7] }, 'Output Fields is not a list of field names'],
		[{ outputFieldsFromList: [7] }, 'Output Fields From List is not a list of field names'],
	])('are rejected if the parameters are %j', (parameters, message) => {
		expect(() => choiceOf({ output: 'row', ...parameters })).toThrow(message);
	});
});
