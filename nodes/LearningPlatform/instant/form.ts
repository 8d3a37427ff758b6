import type { INodeProperties } from 'n8n-workflow';

import { eventMenu, OTHER_EVENT } from '../catalog/eventTypes';
import { labelLists, labelsFor } from '../catalog/labels';
import { UserFacingError } from '../failures/userFacingError';
import {
	addNamesOf,
	field,
	menu,
	nameIn,
	optionsOf,
	readForm,
	text,
	type FormNode,
	type ReadParameter,
} from '../form';
import { pollTimes } from '../n8n/pollTimes';

const notice: INodeProperties = {
	displayName:
		'Events arrive as they happen. At the poll times above, the node checks its subscription and requests events that n8n missed.',
	name: 'instantNotice',
	type: 'notice',
	default: '',
};

const event = field(
	{
		displayName: 'Event',
		name: 'event',
		type: 'options',
		default: 'course.attempt.closed',
		description: 'Event that starts the workflow. Each node listens for one event.',
		allowArbitraryValues: true,
		options: eventMenu,
	},
	text,
);

const eventType = field(
	{
		displayName: 'Event Type',
		name: 'eventType',
		type: 'string',
		default: '',
		placeholder: 'e.g. path.session.users.enrolled',
		description: "Event type, as named in your platform's API reference",
		displayOptions: { show: { event: [OTHER_EVENT] } },
	},
	text,
);

const answer = menu(
	'answer',
	'received',
	'When to confirm receipt to the platform. If no confirmation arrives within 15 seconds, the platform sends the event again, up to seven times in 28 hours.',
	{
		received: {
			name: 'When Received',
			description:
				'As soon as n8n receives the event. If the run fails, the event is not sent again.',
		},
		succeeded: {
			name: 'When the Workflow Has Succeeded',
			description:
				'The event is sent again if the run fails or takes longer than 15 seconds, so keep the workflow short',
		},
	},
);

const options = optionsOf({
	addNames: addNamesOf({ labelKinds: labelLists.filter((list) => list !== 'tags') }),
	answer,
});

/** The canvas shows a name without the synonyms that help the search. */
const shortNames = eventMenu.map(({ name, value }) => ({
	value,
	name: name.split(' (')[0] ?? name,
}));

/** An n8n expression for the line below the node's name on the canvas. */
export const instantSubtitle =
	`={{ $parameter["event"] === "${OTHER_EVENT}" ? $parameter["eventType"] : ${nameIn(shortNames, 'event')} }}` as const;

export const instantProperties: INodeProperties[] = [
	pollTimes,
	notice,
	...[event, eventType, options].flatMap(({ properties }) => properties),
];

/** @throws UserFacingError for an invalid field */
export function readInstantSettings(parameter: ReadParameter, node: FormNode) {
	const entered = readForm({ event, eventType, options }, parameter, node);
	const isOther = entered.event === OTHER_EVENT;
	const type = isOther ? entered.eventType : entered.event;
	const labels = labelsFor('', entered.options.addNames);
	if (/^\w+(\.\w+)*$/.test(type)) return { eventType: type, labels };
	throw new UserFacingError(
		`${isOther ? 'Event Type' : 'Event'} is not an event type`,
		'Choose an event, or enter an event type such as "user.created". If you use an expression, check its result.',
	);
}
