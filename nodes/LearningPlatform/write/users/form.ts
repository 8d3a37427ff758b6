import {
	clearable,
	customFields,
	customFieldsToClear,
	fieldsToClearOf,
	groupField,
	integer,
	mail,
	menu,
	removalLimitWith,
	shownFor,
	toggle,
	user,
	userFields,
	who,
	type Values,
} from '../../form';
import { roleWith, writeOptions } from '../form';

const sendInvitation = toggle({
	name: 'sendInvitation',
	default: true,
	description: 'Whether the platform emails an invitation to newly created or restored users',
});

const changeLimit = integer({
	name: 'changeLimit',
	default: 50,
	typeOptions: { minValue: 0, maxValue: 100 },
	description:
		'Highest percentage of the users found that a run may change; 20 are always allowed, and new users do not count. If more differ, the run fails and writes nothing. Enter 100 for no limit.',
	ifNull: 50,
});

const removalLimit = removalLimitWith(
	'Highest percentage of the users found whose last day a run may set or bring forward; 10 are always allowed. If there are more, the run fails and writes nothing. Enter 100 for no limit.',
	10,
);

const deletedUsers = menu(
	'deletedUsers',
	'leave',
	'What to do with a user who is in the table and whose account on the platform is deleted',
	{
		leave: { name: 'Leave It', description: 'Write nothing. The outcome is deleted.' },
		restore: {
			name: 'Restore It',
			description:
				'Restore the account, and add the user to the group. Groups, roles, and enrollments from before do not come back.',
		},
	},
	{ displayName: 'If the Account Is Deleted' },
);

const { username, ...others } = clearable;

export const upsertForm = {
	who,
	fields: userFields({
		...others,
		mail: shownFor({ '/findBy': ['externalId', 'username'] }, mail),
		username: shownFor({ '/findBy': ['externalId', 'mail'] }, username),
	}),
	customFields,
	group: groupField({
		displayName: 'Group for New Users',
		description:
			'Group for newly created or restored users. The platform emails them an invitation unless Send Invitation under Options is off. Without a group, only existing users are updated.',
	}),
	role: roleWith({ displayName: 'Role of New Users' }, 'learner'),
	deletedUsers,
	options: writeOptions({
		changeLimit,
		customFieldsToClear,
		removalLimit,
		sendInvitation,
		fieldsToClear: fieldsToClearOf(clearable),
	}),
};

export type UpsertEntry = Values<typeof upsertForm>;

export const updateForm = {
	user,
	fields: userFields({ ...clearable, mail }),
	customFields,
	options: writeOptions({
		customFieldsToClear,
		fieldsToClear: fieldsToClearOf({ ...clearable, mail }),
	}),
};

export type UpdateEntry = Values<typeof updateForm>;

/** The fields of Update, and the fields that only Create or Update has. */
export type UserEntry = Omit<UpdateEntry, 'user'> &
	Partial<Pick<UpsertEntry, 'deletedUsers' | 'group' | 'who'>>;

/** Returns true if a row writes, clears, or may find custom fields. */
export const hasCustomFields = ({ customFields, options }: UserEntry) =>
	!customFields.byName ||
	Object.keys(customFields.byName).length + options.customFieldsToClear.length > 0;

export function userScopes(entry: UserEntry): string[] {
	const { fields, group, who } = entry;
	const isNamed = [group, fields.primaryGroup].some((ref) => ref?.by === 'name');
	return [
		'users:read',
		'users:write',
		...(isNamed ? ['groups:read'] : []),
		...(hasCustomFields(entry) ? ['customFields:read'] : []),
		...(who?.by === 'externalId' ? ['externalIds:read', 'externalIds:write'] : []),
	];
}
