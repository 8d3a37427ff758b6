import { retryWindows } from '../../../nodes/LearningPlatform/instant/missed';
import { explainWebhookRefusal } from '../../../nodes/LearningPlatform/instant/requests';
import { checkAddress } from '../../../nodes/LearningPlatform/instant/subscription';
import { serviceError } from '../../../nodes/LearningPlatform/errors';

const day = (count: number) => Date.UTC(2026, 0, 1) + count * 86_400_000;

it.each<[what: string, moments: number[], windows: [from: number, to: number][]]>([
	['no days', [], []],
	['two days', [day(2), day(1)], [[day(1), day(2)]]],
	[
		'three days',
		[day(1), day(4)],
		[
			[day(1), day(1)],
			[day(4), day(4)],
		],
	],
])('events on %s are requested in ranges of less than three days', (_, moments, windows) => {
	const found = retryWindows(moments.map((at) => ({ key: '', at })));
	expect(found.map(({ from, to }) => [from, to])).toEqual(windows);
});

const PLATFORM = 'https://app.360learning.com';

it.each<[url: string, platform: string, isFine: boolean]>([
	['https://n8n.example.com/webhook/a/event', PLATFORM, true],
	['http://n8n.example.com/webhook/a/event', PLATFORM, false],
	['http://localhost:5678/webhook/a/event', PLATFORM, false],
	['http://localhost:5678/webhook/a/event', 'http://127.0.0.1:4010', true],
])('the n8n address %s is accepted for the platform %s: %s', (url, platform, isFine) => {
	const check = () => {
		checkAddress(url, platform);
	};
	if (isFine) expect(check).not.toThrow();
	else expect(check).toThrow('does not use HTTPS');
});

it.each<[scope: Parameters<typeof explainWebhookRefusal>[1], lacks: RegExp]>([
	['webhooks:read', /see the platform's webhooks/],
	['webhooks:write', /create, suspend, or remove/],
	['webhookSecrets:read', /read a webhook's secret/],
])('the error names the missing %s scope and its purpose', (scope, what) => {
	const refused = serviceError('No', '', { lacks: 'scope', answer: 'The service returned 403.' });
	const subscriber = { url: 'https://n8n.example.com/webhook/a/event', eventType: 'user.created' };
	const error = explainWebhookRefusal(refused, scope, subscriber) as typeof refused;
	expect(error.message).toMatch(what);
	expect(error.step).toContain(`"${scope}"`);
	const isByHand = error.description.includes(`event user.created, address ${subscriber.url}`);
	expect(isByHand).toBe(scope === 'webhooks:write');
});

it.each(['urlUnreachable', 'subscriptionsLimitReached'])('the %s error is explained', (code) => {
	const answer = `The service returned 400: "${code}".`;
	const refused = serviceError('Refused', 'x', { answer, reason: '400' });
	const error = explainWebhookRefusal(refused, 'webhooks:write', {
		url: 'https://a.b/c',
		eventType: 'x',
	});
	expect((error as Error).message).not.toBe('Refused');
	expect(error).toMatchObject({ reason: '400' });
});

it('an error mentions only fields that this node has', () => {
	const failed = serviceError('Failed', ['Wait.', { Options: 'Raise Max Retries.' }], {
		form: { fields: ['Options'] },
	});
	const subscriber = { url: '', eventType: 'x' };
	const error = explainWebhookRefusal(failed, 'webhooks:read', subscriber) as typeof failed;
	expect([failed.description, error.description]).toEqual(['Wait. Raise Max Retries.', 'Wait.']);
});
