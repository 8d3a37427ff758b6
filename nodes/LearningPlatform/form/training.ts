import {
	menu,
	propertiesOf,
	readForm,
	showOnlyFor,
	shownFor,
	type Field,
	type Form,
} from './field';
import { recordField } from './record';

/** The question of Training Status. */
export interface Training {
	of: 'course' | 'path';
	/** The ID of the course or path, percent-encoded. */
	id: string;
	people: 'active' | 'enrolled' | 'group';
	/** The group whose members are listed, percent-encoded; '' for none. */
	groupId: string;
	/** Only a path has due dates, and people who are late. */
	show: 'all' | 'completed' | 'late' | 'notCompleted';
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

const SHOW = {
	all: 'Everybody',
	completed: 'Who Has Completed It',
	notCompleted: {
		name: 'Who Has Not Completed It',
		description: 'Also people who never began or, among users or members, never enrolled',
	},
};

const LATE = {
	name: 'Who Is Late',
	description: 'Who has not completed a mandatory step of the path by its due date',
};

const WHICH = 'People to list';

const groupId = shownFor({ people: ['group'] }, recordField('groupId'));

const fieldsOf = {
	course: {
		id: recordField('courseId'),
		people: menu('people', 'active', 'People to check', { active, group }),
	},
	path: {
		id: recordField('pathId'),
		people: menu('people', 'enrolled', 'People to check', PEOPLE),
	},
};

const shown = {
	course: { show: menu('show', 'notCompleted', WHICH, SHOW) },
	path: { show: menu('show', 'notCompleted', WHICH, { ...SHOW, late: LATE }) },
};

const forEachTraining = (forms: Record<Training['of'], Form>) =>
	Object.entries(forms).flatMap(([of, form]) =>
		showOnlyFor({ training: [of] }, propertiesOf(form)),
	);

/** The fields of Training Status: the course or path, the people, and which of them. */
export const trainingField: Field<Training> = {
	properties: [
		...training.properties,
		...forEachTraining(fieldsOf),
		...groupId.properties,
		...forEachTraining(shown),
	],
	read: (parameter, node) => {
		const of = training.read(parameter, node);
		const { id, people } = readForm(fieldsOf[of], parameter, node);
		return {
			of,
			id,
			people,
			groupId: people === 'group' ? groupId.read(parameter, node) : '',
			show: shown[of].show.read(parameter, node),
		};
	},
};
