import { isRecent, isSigned } from '../../../nodes/LearningPlatform/instant/delivery';
import { signed, webhookSecret } from '../../sandbox/webhooks';

const secret = webhookSecret();
const body = '{"type":"user.created"}';
const delivery = (secrets: string[], at?: number) =>
	signed({ id: 'msg_1', body, secrets, ...(at !== undefined && { at }) }).headers;

it.each<[what: string, secrets: string[], known: string, text: string, isBelieved: boolean]>([
	['with the secret', [secret], secret, body, true],
	[
		'with the bytes of the secret read as text',
		[Buffer.from('p4ss').toString('base64')],
		'p4ss',
		body,
		true,
	],
	['with two secrets, of which the second is known', [webhookSecret(), secret], secret, body, true],
	['with another secret', [webhookSecret()], secret, body, false],
	['of another body', [secret], secret, `${body} `, false],
	['with no secret', [secret], '', body, false],
])('a delivery %s: believed or not', (_, secrets, known, text, isBelieved) => {
	expect(isSigned(delivery(secrets), Buffer.from(text), known)).toBe(isBelieved);
});

it.each<[what: string, secondsOff: number, isIn: boolean]>([
	['five minutes old', -300, true],
	['older', -302, false],
	['five minutes ahead', 300, true],
	['further ahead', 302, false],
])('a delivery that is %s counts: %i s', (_, seconds, isIn) => {
	const now = 1_800_000_000_000;
	expect(isRecent(delivery([secret], now + seconds * 1_000), now)).toBe(isIn);
});

it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])(
	'a delivery without %s is not believed',
	(name) => {
		const headers = { ...delivery([secret]), [name]: undefined };
		const isBelieved =
			isRecent(headers, Date.now()) && isSigned(headers, Buffer.from(body), secret);
		expect(isBelieved).toBe(false);
	},
);
