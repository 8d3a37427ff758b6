import { invalidEntry } from '../failures/userFacingError';
import {
	clearable,
	customFields,
	customFieldsToClear,
	field,
	fieldsToClearOf,
	groupProperty,
	integer,
	mail,
	maxRetries,
	menu,
	optionsOf,
	readGroup,
	recordField,
	readUser,
	removalLimitWith,
	roleWith,
	shownFor,
	toggle,
	userFields,
	userProperty,
	who,
	type Form,
} from '../form';
import { foldId } from '../values/identity';

const dryRun = toggle(
	'dryRun',
	false,
	'Whether to report the changes without writing them. Items then have a dryRun field, and new users have no _id.',
);

/** Creates Options. An expression for Dry Run that returns nothing must not lead to writes. */
function writeOptions<F extends Form>(more: F) {
	const options = optionsOf({ dryRun, maxRetries, ...more });
	const read: (typeof options)['read'] = (parameter, node) => {
		const entered = (parameter('options', {}) ?? {}) as Record<string, unknown>;
		const text = entered.dryRun ?? '';
		const isEmpty = typeof text === 'string' && text.trim() === '';
		if (Object.hasOwn(entered, 'dryRun') && isEmpty) {
			throw invalidEntry('Dry Run is empty', 'Turn it on or off, or remove the option.');
		}
		return options.read(parameter, node);
	};
	return { ...options, read };
}

const sendInvitation = toggle(
	'sendInvitation',
	true,
	'Whether the platform emails an invitation to newly created or restored users',
);

const changeLimit = integer(
	'changeLimit',
	50,
	[0, 100],
	'Highest percentage of the users found that a run may change; 20 are always allowed, and new users do not count. If more differ, the run fails and writes nothing. Enter 100 for no limit.',
	50,
	50,
);

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
	group: field(
		groupProperty({
			displayName: 'Group for New Users',
			description:
				'Group for newly created or restored users. Without a group, only existing users are updated.',
		}),
		readGroup,
		'',
	),
	role: roleWith({ displayName: 'Role of New Users' }, 'learner'),
	deletedUsers,
	options: writeOptions({
		...{ changeLimit, customFieldsToClear, removalLimit, sendInvitation },
		fieldsToClear: fieldsToClearOf(clearable),
	}),
};

export const updateForm = {
	user: field(userProperty, readUser),
	fields: userFields({ ...clearable, mail }),
	customFields,
	options: writeOptions({
		customFieldsToClear,
		fieldsToClear: fieldsToClearOf({ ...clearable, mail }),
	}),
};

const group = field(groupProperty({ required: true }), (entered, property) => {
	const found = readGroup(entered, property);
	if (found) return found;
	throw invalidEntry(
		`${property.displayName} is empty`,
		'Choose a group, or enter its name or ID.',
	);
});

/** @param role an empty one in a table must not remove anybody */
const membershipForm = (role = roleWith({})) => ({
	group,
	user: field(userProperty, readUser),
	role,
	options: writeOptions({}),
});

export const moveForm = {
	...membershipForm(),
	groupsUnder: field(
		groupProperty({
			displayName: 'Groups Under',
			name: 'groupsUnder',
			description:
				'Group whose direct subgroups users leave as well, even if no row names them. Names under Group then mean these subgroups.',
		}),
		readGroup,
		'',
	),
	others: menu(
		'others',
		'keep',
		'What to do with members of these groups whom no row names',
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
			'Highest percentage of the members compared whom a run may remove from a group, including those who move; 10 are always allowed. If there are more, the run fails and writes nothing. Enter 100 for no limit.',
			10,
		),
	}),
};

export const additionForm = membershipForm(
	roleWith({ description: 'Role in the group. An empty value means Learner.' }, 'learner'),
);

export const removalForm = membershipForm();

/** A required record. The value is its ID, decoded. */
function idField(idName: 'pathId' | 'sessionId') {
	const { properties, read } = recordField(idName);
	const decoded: typeof read = (...form) => foldId(decodeURIComponent(read(...form)));
	return { properties, read: decoded };
}

export const enrollmentForm = {
	pathId: idField('pathId'),
	sessionId: idField('sessionId'),
	user: field(userProperty, readUser),
	options: writeOptions({}),
};
