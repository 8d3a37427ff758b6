import { made } from './source';
import { SUBJECTS } from './words';

/** A list of things with a name, and when they were created. */
export const named = (what: string, count: number): ReturnType<typeof made> =>
	made(count, ({ index, createdAt }) => ({ name: `${what} ${index + 1}`, createdAt }));

export const certificateOutlines = made(6, ({ index, random, world, createdAt }) => ({
	name: `Certificate ${index + 1}`,
	groupId: world.some('groups', random),
	createdAt,
}));

export const customFields = made('custom-fields', ({ index }) => ({
	name: `Field ${index + 1}`,
	targetType: index % 2 === 0 ? 'users' : 'contents',
	type: index % 4 < 2 ? 'string' : 'date',
}));

/** The values that a custom field may have, texts or days as its `type` says. */
export const authorizedValues = made(4, ({ index, parameters, world }) => {
	const isDay = world.indexOf('custom-fields', parameters.customFieldId) % 4 >= 2;
	return { _id: isDay ? `2026-01-0${index + 1}` : `Value ${index + 1}` };
});

/** The values of custom fields, those for contents or those for users. */
export const customFieldValues = (target: 'users' | 'contents'): ReturnType<typeof made> =>
	made(4, ({ index, world }) => ({
		customFieldId: world.id('custom-fields', index * 2 + (target === 'users' ? 0 : 1)),
		type: index % 2 === 0 ? 'string' : 'date',
		value: index % 2 === 0 ? `Value ${index + 1}` : '2026-01-01',
	}));

export const externalIds = made(8, ({ index, world }) => ({
	platform: index % 2 === 0 ? 'hr-system' : 'shop',
	value: `EXT-${index}`,
	targetId: index % 2 === 0 ? world.id('users', index) : world.id('courses', index),
	targetType: index % 2 === 0 ? 'user' : 'course',
}));

export const integrations = made('integrations', ({ index }) => ({
	name: `Integration ${index + 1}`,
	externalPlatform: ['go1', 'coursera', 'own videos'][index % 3],
}));

/** Courses of another platform. Their IDs are its own: free text, which a path has to encode. */
export const externalCourses = made(3, ({ index, random, parameters, world }) => {
	const integration = world.indexOf('integrations', parameters.integrationId);
	return {
		_id: `${['a3215H-7', 'EXT 5/7', 'ü&1?'][index % 3] ?? ''}.${integration}`,
		name: random.pick(SUBJECTS),
		sources: [],
		subjects: [random.pick(SUBJECTS)],
		translations: [],
	};
});

const skillId = (index: number): string => `skill-${index + 1}`;

/** The IDs of skills and of the powers in them are plain text. */
export const skills = made(20, ({ index, random, later }) => ({
	_id: skillId(index),
	name: random.pick(SUBJECTS),
	status: index % 5 === 4 ? 'archived' : 'published',
	...(index % 3 === 0 ? {} : { updatedAt: later() }),
}));

export const powers = made(12, ({ index, random, world }) => ({
	_id: `power-${index + 1}`,
	skillId: skillId(index % 20),
	userId: world.some('users', random),
	status: ['toAssess', 'pendingValidation', 'validated'][index % 3],
}));
