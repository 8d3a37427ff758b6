import type { IDataObject } from 'n8n-workflow';

import { courseType, shapePages } from './shapes';
import { withoutFormula } from '../../../nodes/LearningPlatform/shape';

/** Returns the column name for a path in course rows. */
function columnName(path: string[]): string | undefined {
	const inner = path.reduceRight<unknown>((value, step) => ({ [step]: value }), 'value');
	const record = { key: 'k', ...(inner as IDataObject) };
	const { records } = shapePages({ shape: 'row' }, [[record]], {
		...courseType,
		identity: ['key'],
	});
	return Object.entries(records[0] ?? {}).find(([, value]) => value === 'value')?.[0];
}

describe('a column name', () => {
	it.each([
		['is the field name', ['sourceLang'], 'sourceLang'],
		['joins the steps in its path', ['privacyPolicy', 'url'], 'privacyPolicy_url'],
		['has a number for a list entry', ['translations', '0', 'name'], 'translations_0_name'],
		['starts with the resource name for "createdAt"', ['createdAt'], 'courseCreatedAt'],
		['starts with the resource name for "updatedAt"', ['updatedAt'], 'courseUpdatedAt'],
		['starts with the resource name if the trigger uses it', ['triggerTime'], 'courseTriggerTime'],
		['starts with the resource name if Sync uses it', ['removedAt'], 'courseRemovedAt'],
		['has no resource name if the reserved name is nested', ['author', 'id'], 'author_id'],
		['can have 63 characters', ['a'.repeat(63)], 'a'.repeat(63)],
	])('%s', (_what, path, name) => {
		expect(columnName(path)).toBe(name);
	});

	it.each([
		['a space or punctuation', ['due - date'], 'due_date'],
		['an underscore', ['a_b'], 'a_b'],
		['a leading underscore', ['__v'], 'v'],
		['no text', [''], 'field'],
		['a leading capital letter', ['Name'], 'Name'],
		['a leading digit', ['1st'], 'field_1st'],
		['letters with accents', ['durée'], 'duree'],
		['a letter with no ASCII equivalent', ['Straße'], 'Stra_e'],
		['letters outside the Latin alphabet', ['日本'], 'field'],
		['more than 63 characters', ['a'.repeat(64)], 'a'.repeat(53)],
		['the key', ['courseId'], 'courseId'],
		['an ID other than the key', ['id'], 'id'],
		['a reserved name in a different case', ['CREATEDAT'], 'CREATEDAT'],
		['the replacement for a reserved name', ['courseCreatedAt'], 'courseCreatedAt'],
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
])('two columns with the same name cause an error: %s', (_which, fields, names) => {
	const list = () => shapePages({ shape: 'row', fields }, [[{ userId: 1 }, { userid: 2 }]]);
	expect(list).toThrow(`Two columns would have the same name: ${names}`);
});

it.each(['=', '+', '-', '@', '\t', '\r', '\n\n=', '\n\t', '＝', '＋', '－', '＠'])(
	'text that starts with %j is treated as a formula and prefixed with an apostrophe',
	(start) => {
		expect(withoutFormula(`${start}1`)).toBe(`'${start}1`);
	},
);

it.each(['a=1', '', '\n', '\nname', "'=1", -5, ['=1+1'], null])(
	'%j is not treated as a formula',
	(value) => {
		expect(withoutFormula(value)).toBe(value);
	},
);
