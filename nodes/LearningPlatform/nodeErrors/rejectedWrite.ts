import { responseOf, type Explanation } from '../errors';
import type { Failure } from '../failures/failure';
import { userRejections } from './userRejections';

/** The actions that need write access to a list. */
export const WRITE_ACTIONS = {
	'external-ids': 'store personnel numbers',
	groups: 'add or remove members of groups',
	paths: 'change the audiences of path sessions',
	users: 'create or change users',
};

const rejections: typeof userRejections = {
	...userRejections,

	// Path sessions:
	childPathSession: {
		message:
			'The session belongs to a parent path, and only the audience of the parent session can be changed',
		advice: 'Choose the session of the parent path.',
	},
	groupsNotFound: {
		message: 'The audience of the session contains a group that no longer exists',
		advice: 'Remove the group from the audience on the platform.',
	},
	invalidAudienceBuilderShape: {
		message: 'The platform does not accept the audience of the session in this form',
		advice: 'Open the audience on the platform, save it again, and run the workflow again.',
	},
	pathArchived: {
		message: 'The path is archived, and nobody can be enrolled or unenrolled',
		advice: 'Choose a different path, or ask a platform administrator to restore this one.',
	},
	pathNotFound: {
		message: 'The platform has no path with the ID in Path',
		advice: 'Choose a path from the list: the current one may have been deleted.',
	},
	sessionEnded: {
		message: 'The session has ended, and nobody can be enrolled or unenrolled',
		advice: 'Choose a session that has not ended.',
	},
	sessionIsNotAudienceBuilder: {
		message: 'The session has no audience that the API can change',
		advice:
			'Enroll or unenroll people on the platform, or ask a platform administrator to define an audience for this session.',
	},
	sessionNotBelongToPath: {
		message: 'The session in Session does not belong to the path in Path',
		advice: 'Check both fields.',
	},
	sessionNotFound: {
		message: 'The platform has no session with the ID in Session',
		advice: 'Choose a session from the list: the current one may have been deleted.',
	},
	tokenBasedPathAudienceFilter: {
		message:
			'The path is paid for with tokens, and the audience of its sessions cannot contain groups',
		advice: 'Remove the groups from the audience on the platform.',
	},
	tokenBasedPathExcludedLearners: {
		message: 'The path is paid for with tokens, and its sessions cannot exclude learners',
		advice: 'Remove the excluded learners from the audience on the platform.',
	},
	tokenBasedPathMode: {
		message:
			'The path is paid for with tokens, and the audience of its sessions must be in manual mode',
		advice: 'Change the mode on the platform.',
	},
	unsupportedAudienceFilter: {
		message:
			'The audience of the session contains conditions that the API does not support, such as custom fields',
		advice: 'Change the audience on the platform.',
	},
	usersNotFound: {
		message: 'The audience of the session contains users who no longer exist',
		advice: 'Remove them from the audience on the platform.',
	},
};

/** Explains why a change was rejected: an invalid field, or an unsupported change. */
export function explainRejectedWrite(
	{ lacksList, status, facts }: Failure,
	usual: Explanation,
	list: keyof typeof WRITE_ACTIONS,
): Explanation {
	const { serviceCode = '' } = facts;
	const answer = responseOf(facts);
	const known = Object.hasOwn(rejections, serviceCode) ? rejections[serviceCode] : undefined;
	if (known) {
		const { message, advice } = known;
		return { message, advice: [advice, answer], schedulerCause: 'configuration-invalid' };
	}
	if (!lacksList && status !== 405 && status !== 501) return usual;
	return {
		message: `The service has no way to ${WRITE_ACTIONS[list]}`,
		advice: ['Ask a platform administrator whether its API has this feature.', answer],
	};
}
