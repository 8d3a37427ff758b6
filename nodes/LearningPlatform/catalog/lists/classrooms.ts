import { common, type CatalogList } from '../catalogList';

const registration = {
	...common('_id', 'userId', 'status', 'hasAttended', 'attendanceDuration', 'rsvp', 'pathId'),
	...common('createdAt', 'modifiedAt', 'archivedAt'),
};

export const classrooms: readonly CatalogList[] = [
	{
		name: 'Classrooms',
		aliases: 'face-to-face trainings, webinars, events, on-site, virtual classes',
		path: 'classrooms',
		fields: {
			...common('_id', 'name', 'groupId', 'createdAt', 'modifiedAt'),
			message: 'Message to the participants',
			trainingObjective: 'What participants learn',
			...common('mediaIds'),
		},
	},
	{
		name: 'Slots of a Classroom',
		aliases: 'dates, appointments, calendar, lessons, webinars, events, trainers, teachers',
		path: 'classrooms/{classroomId}/slots',
		fields: {
			...common('_id', 'name', 'classroomId', 'startDate', 'endDate'),
			timezone: 'Time zone',
			location: 'Location',
			virtual: 'Whether the slot takes place online',
			webinarProvider: 'Webinar service, if the slot is a webinar',
			trainerIds: 'IDs of the trainers',
			maxCapacity: 'Maximum number of attendees; empty if unlimited',
			selfRegistration:
				'Whether users can register (enabled), and the registration deadline (cutoffDate)',
			reportedDuration: 'Reported duration',
			context: 'Type and ID of the path or other content to which the slot belongs',
			...common('mediaIds', 'createdAt', 'modifiedAt'),
		},
	},
	{
		name: 'Registrations in a Classroom',
		aliases: 'participants, attendees, learners, attendance, bookings',
		path: 'classrooms/{classroomId}/registrations',
		fields: { ...registration, ...common('classroomSlotId') },
	},
	{
		name: 'Registrations in a Classroom Slot',
		aliases: 'participants, attendees, learners, attendance, bookings',
		path: 'classroom-slots/{classroomSlotId}/registrations',
		fields: registration,
	},
	{
		name: 'Waitlist of a Classroom Slot',
		aliases: 'waiting list, queue',
		path: 'classroom-slots/{classroomSlotId}/waitlist',
		identity: ['userId'],
		fields: { ...common('userId'), requestedAt: 'When the user requested a spot' },
	},
	{
		name: 'Attendance Sheets of a Classroom Slot',
		aliases: 'sign-in sheets, presence, signatures',
		path: 'classroom-slots/{classroomSlotId}/attendance-sheets',
		fields: {
			...common('_id', 'name'),
			status: 'Open, adjustment, signed, or closed',
			checkInCode: 'Check-in code for users',
			personalizedFields: 'Organization name and logo on the sheet',
		},
	},
	{
		name: 'Attendances on an Attendance Sheet',
		aliases: 'participants, attendees, presence, signatures',
		path: 'classroom-slots/{classroomSlotId}/attendance-sheets/{attendanceSheetId}/attendances',
		fields: {
			...common('_id', 'userId', 'firstName', 'lastName'),
			status: 'Present, absent, attendancePending, or signaturePending',
		},
	},
];
