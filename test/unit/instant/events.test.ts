import { eventMenu, OTHER_EVENT } from '../../../nodes/LearningPlatform/catalog/eventTypes';
import { EVENT_TYPES } from '../../contract';
import { isSigned, itemOf } from '../../../nodes/LearningPlatform/instant/event';
import { signed, webhookSecret } from '../../sandbox/webhooks';

const time = '2026-01-31T10:00:00.000Z';

it('the menu has all documented events and an entry for any other event', () => {
	const values = eventMenu.map(({ value }) => value);
	expect([...values].sort()).toEqual([...EVENT_TYPES, OTHER_EVENT].sort());
});

it.each([
	['completed', 'course.attempt.closed'],
	['completed', 'path.session.user.status.updated'],
	['finished', 'course.attempt.closed'],
	['passed', 'course.attempt.closed'],
	['enrolled', 'path.session.users.enrolled'],
	['assigned', 'path.session.users.enrolled'],
	['registered', 'user.classroom.slot.registered'],
	['new user', 'user.created'],
	['hired', 'user.created'],
	['new hire', 'user.created'],
	['deleted', 'user.deleted'],
	['updated', 'user.updated'],
	['new group', 'group.created'],
	['certified', 'user.certificate.awarded'],
	['graded', 'user.assessment.corrected'],
])('the word "%s" finds %s in the menu', (word, type) => {
	const found = eventMenu.filter(({ name }) => name.toLowerCase().includes(word));
	expect(found.map(({ value }) => value)).toContain(type);
});

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

const secret = webhookSecret();
const body = '{"type":"user.created"}';
const delivery = (secrets: string[]) => signed({ id: 'msg_1', body, secrets }).headers;

it.each<[what: string, secrets: string[], known: string, text: string, isGenuine: boolean]>([
	['signed with the secret', [secret], secret, body, true],
	['signed with a plain-text secret', [Buffer.from('p4ss').toString('base64')], 'p4ss', body, true],
	['signed with two secrets, one of them known,', [webhookSecret(), secret], secret, body, true],
	['signed with a different secret', [webhookSecret()], secret, body, false],
	['signed for a different body', [secret], secret, `${body} `, false],
	['with no known secret', [secret], '', body, false],
])('a delivery %s is verified', (_, secrets, known, text, isGenuine) => {
	expect(isSigned(delivery(secrets), Buffer.from(text), known)).toBe(isGenuine);
});
