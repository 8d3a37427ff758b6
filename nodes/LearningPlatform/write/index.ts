/** The operations that change users, group members, and the audiences of path sessions. Each reads the current state and sends only the differences. */
import type { IExecuteFunctions } from 'n8n-workflow';

import type { Resource } from '../catalog/resources';
import { memberAddition, memberRemoval } from './groups/members';
import { moves } from './groups/moveBetweenGroups';
import type { Entry, WriteOperation } from './operation';
import { runOperation } from './run';
import { enrollment, unenrollment } from './sessions/enrollOrUnenroll';
import { update, upsert } from './users/createOrUpdate';

/** Replaces the sentence that n8n's linter requires, because users can be found in three ways. */
const FIND_OR_CREATE =
	'Find a user by email, user name, or personnel number, and create or update the user if anything differs';

export const writeOperations = [
	operationOf({
		name: 'Add Member',
		value: 'addMember',
		resource: 'group',
		operation: memberAddition,
		action: 'Add member to group',
		description: 'Give a user a role in a group, unless the user already has it',
	}),
	operationOf({
		name: 'Move Between Groups',
		value: 'setMembers',
		resource: 'group',
		operation: moves,
		action: 'Move members between groups',
		description:
			"Give each row's user a role in the row's group, and remove this role in the other groups of the table",
	}),
	operationOf({
		name: 'Remove Member',
		value: 'removeMember',
		resource: 'group',
		operation: memberRemoval,
		action: 'Remove member from group',
		description:
			"Remove a user's role in a group. If the role is Learner, the platform also removes the role in public subgroups.",
	}),
	operationOf({
		name: 'Enroll',
		value: 'enroll',
		resource: 'pathSession',
		operation: enrollment,
		action: 'Enroll user in path session',
		description: 'Add a user to the audience of a path session, unless the user is already in it',
	}),
	operationOf({
		name: 'Unenroll',
		value: 'unenroll',
		resource: 'pathSession',
		operation: unenrollment,
		action: 'Unenroll user from path session',
		description:
			'Take a user out of the audience of a path session. If the audience has groups, the user is excluded from the session.',
	}),
	operationOf({
		name: 'Create or Update',
		value: 'upsert',
		resource: 'user',
		operation: upsert,
		action: 'Create, invite, or update user',
		description: FIND_OR_CREATE,
	}),
	operationOf({
		name: 'Update',
		value: 'update',
		resource: 'user',
		operation: update,
		action: 'Update or deactivate user',
		description: 'Change the user fields that differ, e.g. the last day',
	}),
];

function operationOf<E extends Entry, State extends object>(row: {
	name: string;
	value: string;
	resource: 'group' | 'pathSession' | 'user';
	action: string;
	description: string;
	operation: WriteOperation<E, State>;
}) {
	const { name, value, resource, action, description, operation } = row;
	return {
		name,
		value,
		action: () => action,
		description: () => description,
		form: () => operation.form,
		isFor: (one: Resource) => one.value === resource,
		execute: async (context: IExecuteFunctions, { list = '' }: Resource) =>
			await runOperation(context, list, operation),
	};
}
