import { maxRetries, optionsOf, splitByOf } from '../../../nodes/LearningPlatform/form';
import type { Resource } from '../../../nodes/LearningPlatform/catalog/resources';
import { course, entered, group, nodeWith, other } from './entered';

describe('Max Retries', () => {
	const retriesOf = (parameters: Record<string, unknown>) =>
		optionsOf({ maxRetries }).read(entered(parameters), nodeWith()).maxRetries;

	it.each([
		['is 4 without options', {}, 4],
		['is 4 when an expression gives nothing', { options: { maxRetries: undefined } }, 4],
		['is the number set', { options: { maxRetries: 7 } }, 7],
		['can be none', { options: { maxRetries: 0 } }, 0],
	])('%s', (_what, parameters, expected) => {
		expect(retriesOf(parameters)).toBe(expected);
	});

	it.each([-1, 11])('%p is refused', (maxRetries) => {
		expect(() => retriesOf({ options: { maxRetries } })).toThrow(
			'Max Retries must be a whole number from 0 to 10',
		);
	});
});

describe('Read Faster', () => {
	const dateOf = (resource: Resource, options: object) =>
		optionsOf({ splitBy: splitByOf(resource) }).read(entered({ options }), nodeWith()).splitBy;

	it.each([
		['is not used where it was not added', course, {}, undefined],
		['is not used where an expression finds nothing', course, { splitBy: null }, undefined],
		['is a date that records have', course, { splitBy: ' createdAt ' }, 'createdAt'],
		['that another resource left behind is ignored', group, { splitBy: 'createdAt' }, undefined],
		['is not used where it is empty', other, { splitBy: ' ' }, undefined],
		['is any name for another list', other, { splitBy: 'lastLoginAt' }, 'lastLoginAt'],
		['can leave the date to the list', other, { splitBy: 'Auto' }, 'auto'],
		['can leave the date to courses', course, { splitBy: 'auto' }, 'auto'],
	])('%s', (_what, resource, options, date) => {
		expect(dateOf(resource, options)).toBe(date);
	});

	it.each([
		['another date', course, 'modifiedAt', '"createdAt"'],
		['a number', course, 7, '"createdAt"'],
		['a list', other, ['createdAt'], 'the name of a date'],
	])('cannot be %s', (_what, resource, splitBy, allowed) => {
		expect(() => dateOf(resource, { splitBy })).toThrow(
			`Read Faster must be ${allowed}, or "auto"`,
		);
	});
});
