import type { IDataObject } from 'n8n-workflow';

import { courseKind, shapePages } from './shapes';
import { withoutFormula } from '../../../nodes/LearningPlatform/shape';

/** Returns the column name for a path in the rows of courses. */
function columnName(path: string[]): string | undefined {
	const inner = path.reduceRight<unknown>((value, step) => ({ [step]: value }), 'value');
	const record = { key: 'k', ...(inner as IDataObject) };
	const { records } = shapePages({ kind: 'row' }, [[record]], { ...courseKind, idFields: ['key'] });
	return Object.entries(records[0] ?? {}).find(([, value]) => value === 'value')?.[0];
}

describe('the name of a column', () => {
	it.each([
		['is the name of its field', ['sourceLang'], 'sourceLang'],
		['joins the steps of its path', ['privacyPolicy', 'url'], 'privacyPolicy_url'],
		['has a number for an entry', ['translations', '0', 'name'], 'translations_0_name'],
		['has the owner before "createdAt"', ['createdAt'], 'courseCreatedAt'],
		['has the owner before "updatedAt"', ['updatedAt'], 'courseUpdatedAt'],
		['has the owner before a column of the trigger', ['triggerTime'], 'courseTriggerTime'],
		['has the owner before a column of Sync', ['removedAt'], 'courseRemovedAt'],
		['has no owner before a reserved name further in', ['author', 'id'], 'author_id'],
		['may have 63 characters', ['a'.repeat(63)], 'a'.repeat(63)],
	])('%s', (_what, path, name) => {
		expect(columnName(path)).toBe(name);
	});

	it.each([
		['a space or another sign', ['due - date'], 'due_date'],
		['an underscore', ['a_b'], 'a_b'],
		['an underscore at the start', ['__v'], 'v'],
		['no text at all', [''], 'field'],
		['a capital at the start', ['Name'], 'Name'],
		['a digit at the start', ['1st'], 'field_1st'],
		['letters with accents', ['durée'], 'duree'],
		['a letter without an accent', ['Straße'], 'Stra_e'],
		['letters outside of ASCII', ['日本'], 'field'],
		['more than 63 characters', ['a'.repeat(64)], 'a'.repeat(53)],
		['the key', ['courseId'], 'courseId'],
		['an ID next to the key', ['id'], 'id'],
		['a reserved name in another case', ['CREATEDAT'], 'CREATEDAT'],
		['the replacement of a reserved name', ['courseCreatedAt'], 'courseCreatedAt'],
	])('with %s ends with a hash of its path', (_what, path, words) => {
		expect(columnName(path)).toMatch(new RegExp(`^${words}__[0-9a-f]{8}$`));
	});

	it('does not change with the package version', () => {
		expect(columnName(['名前'])).toBe('field__e255a4ea');
		expect(columnName(['a', 'b_c'])).toBe('a_b_c__72502d35');
	});
});

it.each<[which: string, fields: string[], names: string]>([
	['in all columns', [], 'userId and userid'],
	['in Output Fields', ['userId', 'userid'], 'userId and userid'],
	['as a path and a column in Output Fields', ['a.b', 'a_b'], 'a_b and a_b'],
])('two columns with one name are an error: %s', (_which, fields, names) => {
	const list = () => shapePages({ kind: 'row', fields }, [[{ userId: 1 }, { userid: 2 }]]);
	expect(list).toThrow(`Two columns would have the same name: ${names}`);
});

it.each([...['=', '+', '-', '@', '\t', '\r', '\n\n=', '\n\t', '＝', '＋', '－', '＠']])(
	'text that starts with %j is a formula: it gets an apostrophe',
	(start) => {
		expect(withoutFormula(`${start}1`)).toBe(`'${start}1`);
	},
);

it.each([...['a=1', '', '\n', '\nname', "'=1"], -5, ['=1+1'], null])('%j is none', (value) => {
	expect(withoutFormula(value)).toBe(value);
});
