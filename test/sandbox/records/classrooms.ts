import { made } from './source';
import { PLACES, SUBJECTS } from './words';

export const classrooms = made('classrooms', ({ index, random, world, createdAt, later }) => ({
	name: `${random.pick(SUBJECTS)}, ${random.pick(PLACES)}`,
	groupId: world.some('groups', random),
	// Both dates are optional.
	...(index % 3 === 0 ? {} : { createdAt, modifiedAt: later() }),
}));

export const slots = made(3, ({ index, parameters, createdAt, later }) => {
	const startDate = later();
	return {
		classroomId: parameters.classroomId,
		startDate,
		endDate: later(startDate),
		...(index % 3 === 0 ? {} : { createdAt, modifiedAt: later() }),
	};
});

export const registrations = made(6, ({ index, random, world, createdAt, later }) => ({
	userId: world.some('users', random),
	status: index % 5 === 4 ? 'archived' : 'published',
	...(index % 3 === 0 ? {} : { hasAttended: index % 2 === 0 }),
	...(index % 4 === 0 ? {} : { createdAt, modifiedAt: later() }),
}));

/** Two variants: signed on screen, or uploaded as a file. */
export const attendanceSheets = made(3, ({ index, createdAt }) =>
	index % 2 === 0
		? { type: 'digital', createdAt }
		: { type: 'file', createdAt, fileName: `sheet-${index}.pdf` },
);

export const attendances = made(6, ({ index, random, world }) => ({
	userId: world.some('users', random),
	hasAttended: index % 3 > 0,
}));

export const waitlist = made(3, ({ random, world, createdAt }) => ({
	userId: world.some('users', random),
	requestedAt: createdAt,
}));
