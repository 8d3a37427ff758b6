import { itemOf } from '../../../nodes/LearningPlatform/instant/event';
import {
	eventMenu,
	OTHER_EVENT,
	sampleData,
} from '../../../nodes/LearningPlatform/instant/eventTypes';
import { EVENTS, EVENT_TYPES } from '../../contract';
import { complaints } from '../../contract/check';

const time = '2026-01-31T10:00:00.000Z';

it('the menu has every event that the service has documented, and another', () => {
	const values = eventMenu.map(({ value }) => value);
	expect([...values].sort()).toEqual([...EVENT_TYPES, OTHER_EVENT].sort());
});

it.each(Object.keys(EVENTS).filter((type) => !type.startsWith('xapi')))(
	'a made-up event has the form that the contract has: %s',
	(type) => {
		const event = { type, timestamp: Date.parse(time), data: sampleData(type, time) };
		expect(complaints(EVENTS[type]?.body ?? {}, event)).toEqual([]);
	},
);

it.each<[what: string, body: object, item: object]>([
	[
		'an event',
		{ type: 'user.created', timestamp: Date.parse(time), data: { userId: 'u', type: 'x' } },
		{ userId: 'u', type: 'x', eventType: 'user.created', eventId: 'msg_1', eventTime: time },
	],
	[
		'a statement',
		{ id: 's', timestamp: time, verb: {} },
		{ id: 's', timestamp: time, verb: {}, eventType: 'xapi', eventId: 'msg_1', eventTime: time },
	],
])('%s becomes an item', (_, body, item) => {
	expect(itemOf(body, 'msg_1', 'xapi')).toEqual(item);
});
