import { limit as field } from '../../../nodes/LearningPlatform/operations/list';
import { UserFacingError } from '../../../nodes/LearningPlatform/errors';
import { entered, nodeWith } from '../form/entered';

const limitOf = (parameters: object, type?: string) =>
	field.read(entered({ ...parameters }), nodeWith({}, { type }));

describe('Limit', () => {
	it.each([
		['is 50 when nothing is set', {}, 50],
		['is the number set', { limit: 7 }, 7],
		['is the number in a text, as an expression may give it', { limit: ' 7 ' }, 7],
		['is one', { limit: 1 }, 1],
		['is large', { limit: 1e9 }, 1e9],
		['is nothing with Return All', { returnAll: true, limit: 7 }, Infinity],
		['is not looked at with Return All', { returnAll: true, limit: -1 }, Infinity],
		...['yes', ' ON ', '1', 1, 'True'].map((returnAll): [string, object, number] => [
			`is nothing with Return All as ${JSON.stringify(returnAll)}`,
			{ returnAll, limit: 7 },
			Infinity,
		]),
		...[false, 'no', 'Off', 'false', 0, ' ', null].map((returnAll): [string, object, number] => [
			`counts with Return All as ${JSON.stringify(returnAll)}`,
			{ returnAll, limit: 7 },
			7,
		]),
	])('%s', (_what, parameters, limit) => {
		expect(limitOf(parameters)).toBe(limit);
	});

	it.each(['all', 2, ['true']])('is refused with Return All as %p', (returnAll) => {
		const reading = () => limitOf({ returnAll, limit: 7 });
		expect(reading).toThrow(UserFacingError);
		expect(reading).toThrow('Return All must be true or false');
	});

	it.each([
		['', 10],
		[null, 10],
		[undefined, 10],
		[0, 10],
		[7, 7],
	])('of %p, which a model may leave out, is %d', (limit, wanted) => {
		expect(limitOf({ limit }, 'learningPlatformTool')).toBe(wanted);
	});

	it.each([0, 1.5, NaN, Infinity, '', ' ', '7a', null, undefined, true, []])(
		'%p is refused',
		(limit) => {
			const reading = () => limitOf({ limit });
			expect(reading).toThrow(UserFacingError);
			expect(reading).toThrow('Limit must be a whole number of at least 1');
		},
	);
});
