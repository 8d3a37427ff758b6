import { filtersOf } from '../../../nodes/LearningPlatform/form';
import { UserFacingError } from '../../../nodes/LearningPlatform/failures/userFacingError';
import { course, entered, nodeWith, resourceOf, sentFor } from './entered';

const id = '5f0c1a2b3c4d5e6f70819203';
const otherId = '5f0c1a2b3c4d5e6f70819204';
const locator = (value: unknown, mode = 'id') => ({ __rl: true, mode, value });

const query = (name: string, value: unknown, timeZone = 'Europe/Paris', type?: string) => {
	const parameter = entered({ filters: { [name]: value } });
	return decodeURIComponent(sentFor(course, parameter, nodeWith({}, { timeZone, type })));
};

it('a text filter shows an example', () => {
	const [form] = filtersOf(course).properties;
	expect(form?.options).toContainEqual(
		expect.objectContaining({ name: 'sourceLang', placeholder: 'e.g. en, fr' }),
	);
});

describe('a date is sent in UTC with whole seconds:', () => {
	it.each([
		["a day in the workflow's time zone", '2026-01-31', '2026-01-30T23:00:00'],
		['a time with a zone', '2026-01-31T00:30:00+05:30', '2026-01-30T19:00:00'],
		['a year as a number', 2026, '2025-12-31T23:00:00'],
		['a Unix time in seconds', 1_769_819_400, '2026-01-31T00:30:00'],
		["a day number of Excel, in the workflow's time zone", 46_053, '2026-01-30T23:00:00'],
		['a day number of Excel with a time, as text', '46053.5', '2026-01-31T11:00:00'],
		['a time before 1970 with milliseconds', '1969-12-31T23:59:58.001Z', '1969-12-31T23:59:58'],
	])('%s', (_what, value, sent) => {
		expect(query('createdAfter', value)).toBe(`createdAt[gte]=${sent}.000Z`);
		expect(query('modifiedBefore', value)).toBe(`modifiedAt[lt]=${sent}.000Z`);
	});

	it("a day in n8n's time zone if the workflow has no time zone", () => {
		expect(query('createdAfter', '2026-01-31', 'DEFAULT')).toMatch(/^createdAt\[gte\]=2026-01-3/);
	});
});

describe('a filter sends', () => {
	const several = (name: string, one: string, two: string) =>
		`${name}[in][0]=${one}&${name}[in][1]=${two}`;

	it.each([
		['status', 'published', 'status[eq]=published'],
		['type', 'E-Learning Standard', 'type[eq]=elearning standard'],
		['groupId', locator(` ${id} `), `groupId[eq]=${id}`],
		[
			'groupId',
			locator(`https://a.example/group/${id}/x?y=${otherId}`, 'url'),
			`groupId[eq]=${id}`,
		],
		['sourceLang', 'fr, fr,', 'sourceLang[eq]=fr'],
		['sourceLang', 'fr, pt_BR', several('sourceLang', 'fr', 'pt_BR')],
		['tagIds', locator(id, 'list'), `tagIds[in][0]=${id}`],
		['tagIds', [id, '', null], `tagIds[in][0]=${id}`],
		['coAuthorIds', [id, otherId], several('coAuthorIds', id, otherId)],
		['collaborativeLearning', true, 'collaborativeLearning[eq]=true'],
	])('%s from %j', (name, value, expected) => {
		expect(query(name, value)).toBe(expected);
	});

	it.each<[resource: string, name: string, filter: unknown, expected: string]>([
		['user', 'mail', 'a@b.example', 'mail[eq]=a@b.example'],
		['pathSession', 'startAfter', '2026-01-31', 'startDate[gte]=2026-01-31T00:00:00.000Z'],
		['pathSession', 'pathId', `${id}, ${otherId}`, several('pathId', id, otherId)],
	])('for a %s, %s from %j', (value, name, filter, expected) => {
		const parameter = entered({ filters: { [name]: filter } });
		expect(decodeURIComponent(sentFor(resourceOf(value), parameter))).toBe(expected);
	});

	it.each(['any', ' Any', ['any'], locator('any')])('nothing for %j', (value) => {
		expect(query('groupId', value)).toBe('');
	});

	it.each([null, ' \n', [], ['', null], locator(''), locator(undefined)])(
		'nothing if a model enters %j but rejects it if a person does',
		(value) => {
			expect(() => query('groupId', value)).toThrow('The Group filter is empty');
			expect(query('groupId', value, 'UTC', 'learningPlatformTool')).toBe('');
		},
	);
});

describe('a filter rejects', () => {
	const status = 'Status must be archived, deleted, or published';
	const date = 'Created After must be a date such as 2026-01-31 or 2026-01-31T08:30:00Z';

	it.each<[string, unknown, string]>([
		['status', 'draft', status],
		['status', ['published'], status],
		['createdAfter', '9999-12-31T24:00Z', date],
		['createdAfter', 31_012, date],
		['createdAfter', { from: '2026' }, date],
		['collaborativeLearning', 'not sure', 'Collaborative Learning must be true or false'],
		['groupId', { a: 1 }, 'Group is neither an ID nor a URL'],
		['authorId', [id, otherId], 'Author is neither an ID nor a URL'],
		['authorId', 'a1, b2', 'Author takes only one ID, not "a1, b2"'],
		['tagIds', [{ _id: id }], 'Tag IDs is neither an ID nor a URL'],
		['sourceLang', ' , ', 'The filter on "sourceLang" has no value'],
		['sourceLang', [NaN], 'The filter on "sourceLang" has a value that is not text'],
	])('as %s: %j', (name, value, message) => {
		expect(() => query(name, value)).toThrow(UserFacingError);
		expect(() => query(name, value)).toThrow(message);
	});

	it.each([
		['status', ' draft\n', '"draft"'],
		['createdAfter', 31_012, '"31012"'],
		['collaborativeLearning', 'not sure', '"not sure"'],
		['groupId', 'https://a.example/groups?token=x', '"https://a.example/groups"'],
	])('and quotes the entry: %s %j', (name, value, quoted) => {
		const description = expect.stringContaining(`The entry is ${quoted}. `) as string;
		expect(() => query(name, value)).toThrow(expect.objectContaining({ description }) as Error);
	});

	it('an unknown choice and explains how to list all records', () => {
		const description = expect.stringContaining('Enter one of these, or "any"') as string;
		expect(() => query('status', 'draft')).toThrow(
			expect.objectContaining({ description }) as Error,
		);
	});
});
