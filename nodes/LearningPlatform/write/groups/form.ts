import { invalidEntry } from '../../failures/userFacingError';
import {
	groupField,
	menu,
	removalLimitWith,
	user,
	type Field,
	type GroupRef,
	type Values,
} from '../../form';
import { roleWith, writeOptions } from '../form';

const optional = groupField({ required: true });

const group: Field<GroupRef> = {
	...optional,
	read: (...form) => {
		const groupRef = optional.read(...form);
		if (groupRef) return groupRef;
		throw invalidEntry('Group is empty', 'Choose a group, or enter its name or ID.');
	},
};

export const memberScopes = () => ['users:read', 'groups:read', 'groups:write'];

/** Creates the form of a membership. An empty role in a table must not remove anybody. */
export const memberForm = (isAddition = false) => ({
	group,
	user,
	role: isAddition
		? roleWith({ description: 'Role in the group. An empty value means Learner.' }, 'learner')
		: roleWith({}),
	options: writeOptions({}),
});

export type MemberEntry = Values<ReturnType<typeof memberForm>>;

export const moveForm = {
	...memberForm(),
	groupsUnder: groupField({
		displayName: 'Groups Under',
		name: 'groupsUnder',
		description:
			'Group whose direct subgroups users leave as well, even if no row names them. Names under Group then mean these subgroups.',
	}),
	others: menu(
		'others',
		'keep',
		'What to do with members of these groups who are not in the table',
		{
			keep: { name: 'Keep', description: 'They keep the role' },
			remove: {
				name: 'Remove',
				description: 'They lose the role. If any row fails, nobody loses it this way.',
			},
		},
		{ displayName: 'Other Members' },
	),
	options: writeOptions({
		removalLimit: removalLimitWith(
			'Highest percentage of the members compared that a run may remove from a group, including those who move; 10 are always allowed. If there are more, the run fails and writes nothing. Enter 100 for no limit.',
			10,
		),
	}),
};

export type MoveEntry = Values<typeof moveForm>;
