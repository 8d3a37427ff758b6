import { dateAhead, dateOf, recentDate } from './dates';
import { picked, when } from './makers';
import { languageAt, personAt } from './people';
import { groupOf } from './references';
import { isOdd } from './titles';
import type { Words } from './words';
import type { Make, Moment } from './world';

/** The user that the record represents or refers to. */
const userOf = ({ record, index, world }: Moment) =>
	Math.max(0, record.userId === undefined ? index : world.indexOf('users', record.userId));

const ofPerson =
	(field: keyof ReturnType<typeof personAt>, domain = ''): Make =>
	(moment) =>
		personAt(moment.world.settings.seed, userOf(moment))[field] + domain;

/** Omits a value in one of the five odd users of a block, and in the last of them if it is a name. */
const lacking = (place: number, make: Make, isName = false): Make =>
	when(({ index }) => !isOdd(index) || !(index % 5 === place || (isName && index % 5 === 4)), make);

const JOBS: Words = [
	'Sales Representative',
	'Software Engineer',
	'Technician',
	'Team Lead',
	'Accountant',
	'Warehouse Operator',
	'Product Manager',
	'HR Business Partner',
	'Quality Inspector',
];

/** The status of users in turn: most are active. */
const USER_STATUSES = [
	'active',
	'active',
	'active',
	'invited',
	'active',
	'active',
	'active',
	'deleted',
	'active',
	'active',
];
const statusOf = ({ index }: Moment) => USER_STATUSES[index % USER_STATUSES.length];
const isDeleted = (moment: Moment) => statusOf(moment) === 'deleted';

/** The makers of people's names and of the fields of users. */
export const USER_FIELDS: Readonly<Record<string, Make>> = {
	firstName: ofPerson('firstName'),
	lastName: ofPerson('lastName'),
	mail: ofPerson('account', '@learning.example'),
	username: ofPerson('account'),
	'users.custom': ({ index }) => `Cost center ${4100 + (index % 9) * 10}`,
	'users.deletedAt': when(isDeleted, (moment) => [dateOf('deletedAt')(moment)]),
	'users.firstName': lacking(0, ofPerson('firstName'), true),
	'users.job': picked(JOBS),
	'users.lang': ({ index }) => languageAt(index),
	'users.lastLoginDate': when((moment) => statusOf(moment) === 'active', recentDate),
	'users.lastName': lacking(1, ofPerson('lastName'), true),
	'users.mail': lacking(2, ofPerson('account', '@learning.example')),
	'users.organization': () => 'Example Industries',
	'users.phone': ({ index }) => `+1 555 01${String(index % 100).padStart(2, '0')}`,
	'users.primaryGroupId': (moment) => groupOf(moment, languageAt(moment.index)),
	'users.status': statusOf,
	'users.toBeDeactivatedAt': when(({ index }) => index % 10 === 5, dateAhead),
	'users.username': lacking(3, ofPerson('account')),
};
