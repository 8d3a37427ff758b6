import { retryWindows } from '../../../nodes/LearningPlatform/instant/missed';
import { checkAddress } from '../../../nodes/LearningPlatform/instant/subscription';
import {
	Failure,
	type FailureKind,
	type Purpose,
} from '../../../nodes/LearningPlatform/failures/failure';
import { shownFor } from '../worded';

type Scope = Extract<Purpose, { action: 'subscribe' }>['scope'];

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
	const found = retryWindows(new Map(moments.map((at) => [String(at), at])));
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

const url = 'https://n8n.example.com/webhook/a/event';

const rejected = (scope: Scope, facts: object, kind: FailureKind = 'rejected') =>
	shownFor(
		new Failure(kind, {
			bodyKind: 'data',
			status: 400,
			...facts,
			purpose: { action: 'subscribe', scope, url, eventType: 'user.created' },
		}),
	);

it.each<[scope: Scope, lacks: RegExp]>([
	['webhooks:read', /see the platform's webhooks/],
	['webhooks:write', /create, suspend, or remove/],
	['webhookSecrets:read', /read a webhook's secret/],
])('the error names the missing %s scope and its purpose', (scope, what) => {
	const error = rejected(scope, { status: 403 }, 'forbidden');
	expect(error.message).toMatch(what);
	expect(error.step).toContain(`"${scope}"`);
	const isByHand = error.description.includes(`event user.created, address ${url}`);
	expect(isByHand).toBe(scope === 'webhooks:write');
});

it.each([
	['urlUnreachable', 'The platform cannot reach n8n'],
	['subscriptionsLimitReached', 'The platform does not allow any more webhooks'],
])('the %s error is explained', (code, message) => {
	const error = rejected('webhooks:write', { serviceCode: code, quote: code });
	expect(error.message).toBe(message);
	expect(error.description).toContain(`The service returned 400: "${code}".`);
});
