import { filtersOf } from '../../../nodes/LearningPlatform/form';
import { UserFacingError } from '../../../nodes/LearningPlatform/errors';
import { course, entered, nodeWith, resourceOf, sentFor } from './entered';

const id = '5f0c1a2b3c4d5e6f70819203';
const otherId = '5f0c1a2b3c4d5e6f70819204';

const query = (name: string, value: unknown, timeZone = 'Europe/Paris', type?: string) => {
	const parameter = entered({ filters: { [name]: value } });
	return decodeURIComponent(sentFor(course, parameter, nodeWith({}, { timeZone, type })));
};

it('a text shows an example of what can be entered', () => {
	const [form] = filtersOf(course).properties;
	expect(form?.options).toContainEqual(
		expect.objectContaining({ name: 'sourceLang', placeholder: 'e.g. en, fr' }),
	);
});

describe('a date is sent in UTC and whole seconds:', () => {
	it.each([
		['a day, in the time zone of the workflow', '2026-01-31', '2026-01-30T23:00:00'],
		['a time with its zone', '2026-01-31T00:30:00+05:30', '2026-01-30T19:00:00'],
		['a year as a number', 2026, '2025-12-31T23:00:00'],
		['a time before 1970 with milliseconds', '1969-12-31T23:59:58.001Z', '1969-12-31T23:59:58'],
	])('%s', (_what, value, sent) => {
		expect(query('createdAfter', value)).toBe(`createdAt[gte]=${sent}.000Z`);
		expect(query('modifiedBefore', value)).toBe(`modifiedAt[lt]=${sent}.000Z`);
	});

	it('in n8n’s own time zone where the workflow has none', () => {
		expect(query('createdAfter', '2026-01-31', 'DEFAULT')).toMatch(/^createdAt\[gte\]=2026-01-3/);
	});
});

describe('a filter is written:', () => {
	it.each([
		['status', 'published', 'status[eq]=published'],
		['status', ' ARCHIVED\n', 'status[eq]=archived'],
		['type', 'E-Learning Standard', 'type[eq]=elearning standard'],
		['groupId', id, `groupId[eq]=${id}`],
		['groupId', { __rl: true, mode: 'id', value: ` ${id} ` }, `groupId[eq]=${id}`],
		[
			'groupId',
			{ __rl: true, mode: 'url', value: `https://a.example/group/${id}/x?y=${otherId}` },
			`groupId[eq]=${id}`,
		],
		['groupId', 'an ID of another form', 'groupId[eq]=an ID of another form'],
		['sourceLang', 'fr', 'sourceLang[eq]=fr'],
		['sourceLang', 'fr, fr,', 'sourceLang[eq]=fr'],
		['sourceLang', 'fr, pt_BR', 'sourceLang[in][0]=fr&sourceLang[in][1]=pt_BR'],
		['sourceLang', ['fr', 'de'], 'sourceLang[in][0]=fr&sourceLang[in][1]=de'],
		['tagIds', id, `tagIds[in][0]=${id}`],
		['tagIds', `${id},${otherId}`, `tagIds[in][0]=${id}&tagIds[in][1]=${otherId}`],
		['tagIds', { __rl: true, mode: 'list', value: id }, `tagIds[in][0]=${id}`],
		['tagIds', [id, '', null], `tagIds[in][0]=${id}`],
		['coAuthorIds', [id, otherId], `coAuthorIds[in][0]=${id}&coAuthorIds[in][1]=${otherId}`],
		['collaborativeLearning', true, 'collaborativeLearning[eq]=true'],
	])('%s from %j', (name, value, expected) => {
		expect(query(name, value)).toBe(expected);
	});
});

describe('a filter of another resource is written:', () => {
	const several = `[in][0]=${id}&`;

	it.each<[resource: string, name: string, filter: unknown, expected: string]>([
		['user', 'mail', 'a@b.example', 'mail[eq]=a@b.example'],
		['pathSession', 'startAfter', '2026-01-31', 'startDate[gte]=2026-01-31T00:00:00.000Z'],
		['pathSession', 'pathId', `${id}, ${otherId}`, `pathId${several}pathId[in][1]=${otherId}`],
		['courseCompletion', 'userId', [id, otherId], `userId${several}userId[in][1]=${otherId}`],
	])('%s, %s from %j', (value, name, filter, expected) => {
		const parameter = entered({ filters: { [name]: filter } });
		expect(decodeURIComponent(sentFor(resourceOf(value), parameter))).toBe(expected);
	});
});

describe('a filter', () => {
	const locator = (value: unknown) => ({ __rl: true, mode: 'id', value });

	it.each(['any', ' Any', ['any'], locator('any')])('filters nothing for %j', (value) => {
		expect(query('groupId', value)).toBe('');
	});

	it.each([null, ' \n', [], ['', null], locator(''), locator(undefined)])(
		'is refused for %j, which lists everything only where a model fills in the form',
		(value) => {
			expect(() => query('groupId', value)).toThrow('The filter Group is empty');
			expect(query('groupId', value, 'UTC', 'learningPlatformTool')).toBe('');
		},
	);
});

describe('what cannot be meant is refused, in words that name the parameter and what it takes:', () => {
	const status = 'Status must be archived, deleted, or published';
	const date = 'must be a date such as 2026-01-31 or 2026-01-31T08:30:00Z';

	it.each<[string, unknown, string]>([
		['status', 'draft', status],
		['status', ['published'], status],
		['createdAfter', 'soon', `Created After ${date}`],
		['createdAfter', '9999-12-31T24:00Z', `Created After ${date}`],
		['createdAfter', { from: '2026' }, `Created After ${date}`],
		['collaborativeLearning', 'not sure', 'Collaborative Learning must be true or false'],
		['collaborativeLearning', undefined, 'The filter Collaborative Learning is empty'],
		['groupId', { a: 1 }, 'Group is neither an ID nor an address'],
		['authorId', [id, otherId], 'Author is neither an ID nor an address'],
		['authorId', 'a1, b2', 'Author takes only one ID, not "a1, b2"'],
		['tagIds', [{ _id: id }], 'Tag IDs is neither an ID nor an address'],
		['sourceLang', ' , ', 'The filter on "sourceLang" has no value'],
		['sourceLang', [NaN], 'The filter on "sourceLang" has a value that is not text'],
	])('%s from %j', (name, value, message) => {
		expect(() => query(name, value)).toThrow(UserFacingError);
		expect(() => query(name, value)).toThrow(message);
	});

	it('a choice with advice on how to list everything', () => {
		expect(() => query('status', 'draft')).toThrow(
			expect.objectContaining({
				description: expect.stringContaining('Enter one of them, or "any"') as string,
			}) as Error,
		);
	});
});
