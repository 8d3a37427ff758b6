import { menu, propertiesOf, readForm, showOnlyFor, shownFor, type Field } from './field';
import { recordField } from './record';

/** Whose standing in what is asked for. */
export interface Training {
	of: 'course' | 'path';
	/** Of the course or path, percent-encoded. */
	id: string;
	people: 'active' | 'enrolled' | 'group';
	/** Whose members are asked for; '' for no group. Percent-encoded. */
	groupId: string;
	show: 'all' | 'completed' | 'notCompleted';
}

const training = menu('training', 'course', 'What people have, or have not, completed', {
	course: 'Course',
	path: 'Path',
});

const PEOPLE = {
	active: {
		name: 'All Active Users',
		description: 'Everybody on the platform, except invited and deleted users',
	},
	enrolled: {
		name: 'Enrolled',
		description: 'Everybody who is enrolled in the path, except deleted users',
	},
	group: {
		name: 'Members of a Group',
		description: 'Every member of a group once, except deleted users',
	},
};

const { active, group } = PEOPLE;

const show = menu('show', 'notCompleted', 'Which of these people to list', {
	all: 'Everybody',
	completed: 'Who Has Completed It',
	notCompleted: {
		name: 'Who Has Not Completed It',
		description: 'Also people who never began or, among users or members, never enrolled',
	},
});

const groupId = shownFor({ people: ['group'] }, recordField('groupId'));

/** What differs: a course has no enrollments. */
const fieldsOf = {
	course: {
		id: recordField('courseId'),
		people: menu('people', 'active', 'Who is asked about', { active, group }),
	},
	path: {
		id: recordField('pathId'),
		people: menu('people', 'enrolled', 'Who is asked about', PEOPLE),
	},
};

/** What Training Status asks: the course or path, the people, and which of them. */
export const trainingField: Field<Training> = {
	properties: [
		...training.properties,
		...Object.entries(fieldsOf).flatMap(([of, fields]) =>
			showOnlyFor({ training: [of] }, propertiesOf(fields)),
		),
		...propertiesOf({ groupId, show }),
	],
	read: (parameter, node) => {
		const of = training.read(parameter, node);
		const { id, people } = readForm(fieldsOf[of], parameter, node);
		return {
			of,
			id,
			people,
			groupId: people === 'group' ? groupId.read(parameter, node) : '',
			show: show.read(parameter, node),
		};
	},
};
