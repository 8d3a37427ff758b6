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
	['the end of a course', 'completed', 'course.attempt.closed'],
	['an enrollment', 'assigned', 'path.session.users.enrolled'],
	['a new employee', 'hired', 'user.created'],
	['a change', 'updated', 'user.updated'],
	['a removal', 'deleted', 'user.deleted'],
	['a grade', 'graded', 'user.assessment.corrected'],
])('another word for %s, "%s", finds %s in the menu', (_, word, type) => {
	const matches = eventMenu.filter(({ name }) => name.toLowerCase().includes(word));
	expect(matches.map(({ value }) => value)).toContain(type);
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

afterEach(() => {
	jest.restoreAllMocks();
});

const NOW = '2026-11-28T12:00:00.000Z';

it.each<[what: string, timestamp: unknown, expected: string]>([
	['in milliseconds', Date.parse(time), time],
	['in seconds', Date.parse(time) / 1_000, time],
	['in seconds as text', String(Date.parse(time) / 1_000), time],
	['with a zone', '2026-01-31T11:00:00+01:00', time],
	['without a zone, in UTC', '2026-01-31T10:00:00', time],
	['as a database writes it', '2026-01-31 10:00:00+00', time],
	['that is missing', undefined, NOW],
	['that is zero', 0, NOW],
	['of zeros', '0000-00-00 00:00:00', NOW],
	['that does not exist', '2026-02-30T10:00:00Z', NOW],
	['that is no date', 'soon', NOW],
	['too large for a date', 1e20, NOW],
])('the time of an event %s is read, or else it is now', (_what, timestamp, expected) => {
	jest.spyOn(Date, 'now').mockReturnValue(Date.parse(NOW));
	expect(itemOf({ timestamp }, 'msg_1', 'xapi').eventTime).toBe(expected);
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
