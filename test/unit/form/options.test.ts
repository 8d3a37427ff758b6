import { maxRetries, optionsOf, readRequestOptions } from '../../../nodes/LearningPlatform/form';
import { course, entered, nodeWith } from './entered';
import { fieldNames } from '../../../nodes/LearningPlatform/form/values';
import { list } from '../../../nodes/LearningPlatform/operations/items';
import { UserFacingError } from '../../../nodes/LearningPlatform/errors';

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

const namesIn = (columns: unknown) => fieldNames(columns, { displayName: 'Columns' });

describe('names of fields', () => {
	it.each([
		['names with commas between', '_id,name', ['_id', 'name']],
		['names with spaces around', ' _id ,  first name ', ['_id', 'first name']],
		['names on lines of their own', '_id\nname\r\nstatus', ['_id', 'name', 'status']],
		['a comma too many', ',_id,,name,', ['_id', 'name']],
		['a name twice', 'name,_id,name', ['name', '_id']],
		['a name with a comma', '"Last, first", _id', ['Last, first', '_id']],
		['a name with a quotation mark', 'a, "the ""new"", old"', ['a', 'the "new", old']],
		['a name with quotation marks in it', 'size "L", _id', ['size "L"', '_id']],
		['a name whose quotation mark is left open', '"a, b', ['"a', 'b']],
		['a list from an expression with a comma in a name', ['Last, first'], ['Last, first']],
		['a list from an expression', ['_id', 'a.0.b'], ['_id', 'a.0.b']],
		['nothing', '', []],
		['nothing, from an expression', null, []],
	])('can be %s', (_what, columns, names) => {
		expect(namesIn(columns)).toEqual(names);
	});

	it.each([
		['a number', 7],
		['an object', { name: true }],
		['a list with something else', ['_id', 7]],
	])('cannot be %s', (_what, columns) => {
		expect(() => namesIn(columns)).toThrow('Columns is not a list of field names');
	});
});

const requestOptionsOf = (requestOptions: object) => readRequestOptions(() => requestOptions);

describe('Request Options', () => {
	it.each([
		['nothing', {}, {}],
		['a timeout', { timeout: 5000 }, { timeout: 5000 }],
		['no timeout for 0', { timeout: 0 }, {}],
		[
			'certificates that are not checked',
			{ allowUnauthorizedCerts: true },
			{ skipSslCertificateValidation: true },
		],
		['certificates that are checked, said as text', { allowUnauthorizedCerts: 'false' }, {}],
		[
			'a proxy',
			{ proxy: 'http://proxy.example:3128' },
			{ proxy: { host: 'proxy.example', port: 3128, protocol: 'http' } },
		],
		[
			'a proxy on the port of its scheme',
			{ proxy: 'https://proxy.example' },
			{ proxy: { host: 'proxy.example', port: 443, protocol: 'https' } },
		],
		[
			'a proxy with a user',
			{ proxy: 'http://me:a%40b@proxy.example' },
			{
				proxy: {
					host: 'proxy.example',
					port: 80,
					protocol: 'http',
					auth: { username: 'me', password: 'a@b' },
				},
			},
		],
	])('can be %s', (_what, given, read) => {
		expect(requestOptionsOf(given)).toEqual(read);
	});

	it.each([
		['proxy.example:3128', 'e.g.'],
		['proxy.example', 'e.g.'],
		['http://', 'e.g.'],
		['http://me:100%@proxy.example', '"%25"'],
	])('cannot have the proxy %j', (proxy, advice) => {
		expect(() => requestOptionsOf({ proxy })).toThrow(
			expect.objectContaining({
				message: expect.stringContaining('The proxy is not valid') as string,
				description: expect.stringContaining(advice) as string,
			}) as Error,
		);
	});

	it('cannot have Ignore SSL Issues that is neither on nor off', () => {
		expect(() => requestOptionsOf({ allowUnauthorizedCerts: 'perhaps' })).toThrow(
			'Ignore SSL Issues under Request Options must be',
		);
	});
});

const limitOf = (parameters: object, type?: string) =>
	list.form(course).limit?.read(entered({ ...parameters }), nodeWith({}, { type }));

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
