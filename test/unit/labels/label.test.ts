import type { IDataObject } from 'n8n-workflow';

import {
	insertLabelFields,
	labelsFor,
	type LabelKind,
} from '../../../nodes/LearningPlatform/catalog/labels';
import { idsToLabel, withLabels } from '../../../nodes/LearningPlatform/labels/label';

const namedAs = (name: string) => ({ name, mail: `${name.replace(' ', '@')}.example` });

/** Returns a name for a one-letter ID; u's managers are v and w. */
function find(of: LabelKind, id: string) {
	if (of === 'managers')
		return id === 'u' ? ['v', 'w'].map((user) => namedAs(`users ${user}`)) : [];
	return [id.length === 1 ? namedAs(`${of} ${id}`) : { name: '', mail: '' }];
}

const named = (list: string, chosen: LabelKind[], record: IDataObject) =>
	JSON.stringify(withLabels(record, labelsFor(list, chosen), find));

/** A field has the first letter of its name as its value. */
it.each<[list: string, chosen: string, fields: string, named: string]>([
	['courses', 'groups users', '_id groupId authorId', '_id groupId groupName authorId authorName'],
	['groups/g/roles', 'groups', 'userId groupId', 'userId groupId groupName'],
	['groups/g/roles', 'users', 'userId groupId', 'userId userName userMail groupId'],
	['users/u/managers', 'users', '_id', '_id managerName managerMail'],
	['users/u/subordinates', 'users', '_id', '_id subordinateName subordinateMail'],
	['courses/stats', 'courses', 'courseId userId', 'courseId courseName userId'],
	['paths/stats', 'paths', 'pathId', 'pathId pathName'],
	['courses/c/tags', 'tags', 'tagId', 'tagId tagName'],
	['groups/g/library/course-ids', 'courses', '_id groupId', '_id courseName groupId'],
	['groups/g/library/path-ids', 'paths', '_id', '_id pathName'],
	['groups', 'groups', '_id parentId', '_id parentId parentName'],
	['users', 'managers', '_id mail', '_id managerNames managerMails mail'],
	['courses', 'groups', 'groupId groupName', 'groupId groupName'],
	['courses', 'groups', 'parentId name', 'parentId name'],
	['groups', 'groups', '_id groupId', '_id groupId'],
])('in %s, names of %s turn the fields %s into %s', (list, chosen, fields, expected) => {
	const record = Object.fromEntries(fields.split(' ').map((field) => [field, field.charAt(0)]));
	const kinds = chosen.split(' ') as LabelKind[];
	const shown = withLabels(record, labelsFor(list, kinds), find);
	expect(Object.keys(shown).join(' ')).toBe(expected);
	expect(shown).toMatchObject(record);
});

it.each<[list: string, chosen: LabelKind, record: IDataObject, added: IDataObject]>([
	[
		...(['courses', 'users', { authorId: 7, coAuthorIds: ['a', 'nobody'] }] as const),
		{ authorName: 'users 7', coAuthorNames: ['users a', ''] },
	],
	[
		...(['courses/stats', 'users', { userId: 'u' }] as const),
		{ userName: 'users u', userMail: 'users@u.example' },
	],
	[
		...(['courses/stats', 'managers', { userId: 'u' }] as const),
		{
			managerNames: ['users v', 'users w'],
			managerMails: ['users@v.example', 'users@w.example'],
		},
	],
	['users', 'managers', { _id: 'nobody' }, { managerNames: [], managerMails: [] }],
])('a %s record with names of %s: %j', (list, chosen, record, added) => {
	expect(withLabels(record, labelsFor(list, [chosen]), find)).toEqual({ ...record, ...added });
});

it.each(['nobody', null, ''])('the name for the ID %j is empty', (groupId) => {
	expect(named('courses', ['groups'], { groupId })).toBe(
		JSON.stringify({ groupId, groupName: '' }),
	);
});

it('only the IDs in the chosen lists are looked up', () => {
	const records = [
		{ groupId: 'g', authorId: 'a', coAuthorIds: ['b', 'a'] },
		{ groupId: 'h', authorId: 7, coAuthorIds: [null] },
	];
	const ids = (list: LabelKind) => {
		const found = idsToLabel(records, labelsFor('courses', [list])).get(list) ?? [];
		return [...found].sort();
	};
	expect(ids('groups')).toEqual(['g', 'h']);
	expect(ids('users')).toEqual(['7', 'a', 'b']);
});

it.each([
	['after its ID', ['_id', 'groupId', 'name'], ['_id', 'groupId', 'groupName', 'name']],
	['after its ID, even in a different case', ['GroupId'], ['GroupId', 'groupName']],
	['where it was chosen', ['groupname', 'groupId'], ['groupname', 'groupId']],
	['together with the email address', ['userId'], ['userId', 'userName', 'userMail']],
	['nowhere if its ID was not chosen', ['name'], ['name']],
])('a name field appears %s', (_where, fields, expected) => {
	const names = labelsFor('groups/g/roles', ['groups', 'users']);
	expect(insertLabelFields(fields, names)).toEqual(expected);
});
