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

describe('names come after the IDs in', () => {
	it.each<[list: string, chosen: LabelKind[], record: IDataObject, named: IDataObject]>([
		[
			'courses',
			['groups', 'users'],
			{ _id: 'c', groupId: 'g', authorId: 7, coAuthorIds: ['a', 'nobody'], status: 'x' },
			{
				...{ _id: 'c', groupId: 'g', groupName: 'groups g', authorId: 7, authorName: 'users 7' },
				...{ coAuthorIds: ['a', 'nobody'], coAuthorNames: ['users a', ''], status: 'x' },
			},
		],
		[
			'groups/g/roles',
			['groups', 'users'],
			{ userId: 'u', groupId: 'g' },
			{
				...{ userId: 'u', userName: 'users u', userMail: 'users@u.example' },
				...{ groupId: 'g', groupName: 'groups g' },
			},
		],
		[
			'users/u/managers',
			['users'],
			{ _id: 'm', userId: 'u' },
			{
				...{ _id: 'm', managerName: 'users m', managerMail: 'users@m.example' },
				...{ userId: 'u', userName: 'users u', userMail: 'users@u.example' },
			},
		],
		[
			'users/u/subordinates',
			['users'],
			{ _id: 's' },
			{ _id: 's', subordinateName: 'users s', subordinateMail: 'users@s.example' },
		],
		[
			'courses/stats',
			['courses'],
			{ courseId: 'c', userId: 'u' },
			{ courseId: 'c', courseName: 'courses c', userId: 'u' },
		],
		['paths/stats', ['paths'], { pathId: 'p' }, { pathId: 'p', pathName: 'paths p' }],
		['courses/c/tags', ['tags'], { tagId: 't' }, { tagId: 't', tagName: 'tags t' }],
		[
			'groups/g/library/course-ids',
			['courses', 'groups'],
			{ _id: 'c', groupId: 'g' },
			{ _id: 'c', courseName: 'courses c', groupId: 'g', groupName: 'groups g' },
		],
		['groups/g/library/path-ids', ['paths'], { _id: 'p' }, { _id: 'p', pathName: 'paths p' }],
		[
			'groups',
			['groups'],
			{ _id: 'g', parentId: 'h' },
			{ _id: 'g', parentId: 'h', parentName: 'groups h' },
		],
		[
			'courses/stats',
			['managers', 'users'],
			{ userId: 'u' },
			{
				...{ userId: 'u', userName: 'users u', userMail: 'users@u.example' },
				managerNames: ['users v', 'users w'],
				managerMails: ['users@v.example', 'users@w.example'],
			},
		],
		[
			'users',
			['managers'],
			{ _id: 'nobody', mail: 'x' },
			{ _id: 'nobody', managerNames: [], managerMails: [], mail: 'x' },
		],
		[
			'courses',
			['groups'],
			{ groupId: 'g', groupName: 'As sent' },
			{ groupId: 'g', groupName: 'As sent' },
		],
		['courses', ['groups'], { parentId: 'g', name: 'g' }, { parentId: 'g', name: 'g' }],
		['groups', ['groups'], { _id: 'g', groupId: 'g' }, { _id: 'g', groupId: 'g' }],
	])('%s, of %j', (list, chosen, record, expected) => {
		expect(named(list, chosen, record)).toBe(JSON.stringify(expected));
	});
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
