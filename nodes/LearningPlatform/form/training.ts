import { menu, propertiesOf, shownFor, type FormNode, type ReadParameter } from './field';
import { recordField } from './record';

export type Training = ReturnType<(typeof trainingField)['read']>;

const training = menu('training', 'course', 'Kind of training to check', {
	course: 'Course',
	path: 'Path',
});

const PEOPLE = {
	active: {
		name: 'All Active Users',
		description: 'Everybody on the platform except invited and deleted users',
	},
	enrolled: {
		name: 'Enrolled',
		description: 'Everybody enrolled in the path except deleted users',
	},
	group: {
		name: 'Members of a Group',
		description: 'All members of the group except deleted users, each listed once',
	},
};

const { active, group } = PEOPLE;

const groupId = shownFor({ people: ['group'] }, recordField('groupId'));

const SHOW = {
	all: 'Everybody',
	completed: 'Who Has Completed It',
	notCompleted: {
		name: 'Who Has Not Completed It',
		description:
			'Includes people who never started and, unless People is set to Enrolled, people who never enrolled',
	},
};

const late = {
	name: 'Who Is Late',
	description: "People who have not completed a mandatory step of the path by the step's due date",
};

const forms = {
	course: {
		id: recordField('courseId'),
		people: menu('people', 'active', 'People to check', { active, group }),
		groupId,
		show: menu('show', 'notCompleted', 'People to list', SHOW),
	},
	path: {
		id: recordField('pathId'),
		people: menu('people', 'enrolled', 'People to check', PEOPLE),
		groupId,
		show: menu('show', 'notCompleted', 'People to list', { ...SHOW, late }),
	},
};

/** The fields of Training Status: the course or path, the people to check, and the people to list. */
export const trainingField = {
	properties: [
		...training.properties,
		...Object.entries(forms).flatMap(
			([kind, form]) =>
				shownFor({ training: [kind] }, { properties: propertiesOf(form) }).properties,
		),
	],
	read: (parameter: ReadParameter, node: FormNode) => {
		const kind = training.read(parameter, node);
		const { id, people, groupId, show } = forms[kind];
		const chosen = people.read(parameter, node);
		return {
			kind,
			/** The percent-encoded ID of the course or path. */
			id: id.read(parameter, node),
			people: chosen,
			/** The percent-encoded ID of the group whose members are checked, or ''. */
			groupId: chosen === 'group' ? groupId.read(parameter, node) : '',
			show: show.read(parameter, node),
		};
	},
};
