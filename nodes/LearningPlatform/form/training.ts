import type { INodePropertyOptions } from 'n8n-workflow';

import { menuField, propertiesOf, shownFor, type Field } from './field';
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

const training = menuField({
	displayName: 'Training',
	name: 'training',
	type: 'options',
	default: 'course',
	description: 'What people have, or have not, completed',
	options: [
		{ name: 'Course', value: 'course' },
		{ name: 'Path', value: 'path' },
	],
});

const ACTIVE = {
	name: 'All Active Users',
	value: 'active',
	description: 'Everybody on the platform, without invited and deleted users',
} as const;
const ENROLLED = {
	name: 'Enrolled',
	value: 'enrolled',
	description: 'Everybody who is enrolled in the path, without deleted users',
} as const;
const GROUP = {
	name: 'Members of a Group',
	value: 'group',
	description: 'Every member of a group once, without deleted users',
} as const;

const peopleField = (options: (INodePropertyOptions & { value: Training['people'] })[]) => ({
	displayName: 'People',
	name: 'people',
	type: 'options' as const,
	description: 'Who is asked about',
	options,
});

/** A course has no enrollments. */
const people: Record<Training['of'], Field<Training['people']>> = {
	course: menuField({ ...peopleField([ACTIVE, GROUP]), default: 'active' }),
	path: menuField({ ...peopleField([ACTIVE, ENROLLED, GROUP]), default: 'enrolled' }),
};

const show = menuField({
	displayName: 'Show',
	name: 'show',
	type: 'options',
	default: 'notCompleted',
	description: 'Which of these people to list',
	options: [
		{ name: 'Everybody', value: 'all' },
		{ name: 'Who Has Completed It', value: 'completed' },
		{
			name: 'Who Has Not Completed It',
			value: 'notCompleted',
			description: 'Also who never began, and, among users or members, who is not enrolled',
		},
	],
});

const onlyFor = (of: Training['of']) => ({ training: [of] });

const form = {
	training,
	courseId: shownFor(onlyFor('course'), recordField('courseId')),
	pathId: shownFor(onlyFor('path'), recordField('pathId')),
	peopleOfCourse: shownFor(onlyFor('course'), people.course),
	peopleOfPath: shownFor(onlyFor('path'), people.path),
	groupId: shownFor({ people: ['group'] }, recordField('groupId')),
	show,
};

/** What Training Status asks: the course or path, the people, and which of them. */
export const trainingField: Field<Training> = {
	properties: propertiesOf(form),
	read: (parameter, node) => {
		const of = training.read(parameter, node);
		const chosen = people[of].read(parameter, node);
		return {
			of,
			id: form[`${of}Id`].read(parameter, node),
			people: chosen,
			groupId: chosen === 'group' ? form.groupId.read(parameter, node) : '',
			show: show.read(parameter, node),
		};
	},
};
