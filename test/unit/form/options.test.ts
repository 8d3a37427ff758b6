import { maxRetries, optionsOf, readRequestOptions } from '../../../nodes/LearningPlatform/form';
import { fieldNames } from '../../../nodes/LearningPlatform/form/values';
import { list } from '../../../nodes/LearningPlatform/operations/listAndGet';
import { UserFacingError } from '../../../nodes/LearningPlatform/failures/userFacingError';
import { course, entered, nodeWith } from './entered';

describe('Max Retries', () => {
	const retriesOf = (parameters: Record<string, unknown>) =>
		optionsOf({ maxRetries }).read(entered(parameters), nodeWith()).maxRetries;

	it.each([
		['the default without options', {}, 4],
		['the default if an expression has no result', { options: { maxRetries: undefined } }, 4],
		['the entered number', { options: { maxRetries: 7 } }, 7],
		['zero', { options: { maxRetries: 0 } }, 0],
	])('is %s', (_what, parameters, expected) => {
		expect(retriesOf(parameters)).toBe(expected);
	});

	it.each([-1, 11])('cannot be %p', (maxRetries) => {
		expect(() => retriesOf({ options: { maxRetries } })).toThrow(
			expect.objectContaining({
				message: 'Max Retries must be a whole number from 0 to 10',
				description: expect.stringContaining(`The entry is "${maxRetries}". `) as string,
			}) as Error,
		);
	});
});

describe('field names', () => {
	const namesIn = (columns: unknown) => fieldNames(columns, { displayName: 'Columns' });

	it.each([
		['names surrounded by spaces', ' _id ,  first name ', ['_id', 'first name']],
		['a repeated name', 'name,_id,name', ['name', '_id']],
		['a name with a comma', '"Last, first", _id', ['Last, first', '_id']],
		['a name with a quotation mark', 'a, "the ""new"", old"', ['a', 'the "new", old']],
		['a name that ends in quotation marks', 'size "L", _id', ['size "L"', '_id']],
		['a list', ['Last, first', 'a.0.b'], ['Last, first', 'a.0.b']],
		['empty text', '', []],
		['null', null, []],
	])('are read from %s', (_what, columns, names) => {
		expect(namesIn(columns)).toEqual(names);
	});

	it.each([7, { name: true }])('are not read from %j', (columns) => {
		expect(() => namesIn(columns)).toThrow('Columns is not a list of field names');
	});
});

describe('Request Options', () => {
	const read = (requestOptions: object) => readRequestOptions(() => requestOptions);
	const proxy = { host: 'proxy.example', port: 3128, protocol: 'http' };
	const auth = { username: 'me', password: 'a@b' };

	it.each([
		['nothing', {}, {}],
		['a fraction as a timeout, rounded up', { timeout: 0.01 }, { timeout: 1 }],
		['no timeout for the text 0', { timeout: '0' }, {}],
		['no timeout for blank text', { timeout: ' ' }, {}],
		['the longest timeout for a longer one', { timeout: 2 ** 31 }, { timeout: 2 ** 31 - 1 }],
		['the longest timeout for infinity', { timeout: Infinity }, { timeout: 2 ** 31 - 1 }],
		[
			'unchecked certificates',
			{ allowUnauthorizedCerts: true },
			{ skipSslCertificateValidation: true },
		],
		['a proxy', { proxy: 'http://proxy.example:3128' }, { proxy }],
		[
			'a proxy on the default HTTPS port',
			{ proxy: 'https://proxy.example' },
			{ proxy: { ...proxy, port: 443, protocol: 'https' } },
		],
		[
			'a proxy with a user on the default HTTP port',
			{ proxy: 'http://me:a%40b@proxy.example' },
			{ proxy: { ...proxy, port: 80, auth } },
		],
	])('can be %s', (_what, entered, expected) => {
		expect(read(entered)).toEqual(expected);
	});

	it.each([-1, '-1', NaN, '5s', true, {}])('cannot use %p as the timeout', (timeout) => {
		expect(() => read({ timeout })).toThrow('Timeout must be a number of milliseconds');
	});

	it.each(['proxy.example:3128', 'proxy.example', 'http://', 'http://me:100%@proxy.example'])(
		'cannot use %j as the proxy',
		(proxy) => {
			expect(() => read({ proxy })).toThrow('The proxy is not valid');
		},
	);

	it('reject an ambiguous value for Ignore SSL Issues (Insecure)', () => {
		expect(() => read({ allowUnauthorizedCerts: 'perhaps' })).toThrow(
			'Ignore SSL Issues (Insecure) under Request Options must be',
		);
	});
});

describe('Limit', () => {
	const limitOf = (parameters: object, type?: string) =>
		list.form(course).limit?.read(entered({ ...parameters }), nodeWith({}, { type }));

	it.each<[limit: unknown, parameters: object]>([
		[50, {}],
		[7, { limit: ' 7 ' }],
		[1, { limit: 1 }],
		[1e9, { limit: 1e9 }],
		[Infinity, { returnAll: true, limit: -1 }],
		...['yes', ' ON ', '1', 1, 'True'].map((returnAll): [number, object] => [
			Infinity,
			{ returnAll, limit: 7 },
		]),
		...[false, 'no', 'Off', 'false', 0, ' ', null].map((returnAll): [number, object] => [
			7,
			{ returnAll, limit: 7 },
		]),
	])('is %p for %j', (limit, parameters) => {
		expect(limitOf(parameters)).toBe(limit);
	});

	it.each(['all', 2])('is rejected if Return All is %p', (returnAll) => {
		expect(() => limitOf({ returnAll, limit: 7 })).toThrow('Return All must be true or false');
	});

	it.each([
		['', 10],
		[null, 10],
	])('converts %p to %d for a model', (limit, expected) => {
		expect(limitOf({ limit }, 'learningPlatformTool')).toBe(expected);
	});

	it.each([0, 1.5, NaN, '', ' ', '7a', null, undefined, true, []])('cannot be %p', (limit) => {
		expect(() => limitOf({ limit })).toThrow(UserFacingError);
		expect(() => limitOf({ limit })).toThrow('Limit must be a whole number of at least 1');
	});
});
