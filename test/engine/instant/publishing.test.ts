import type { Fault } from '../../sandbox';
import { shortenWaits, startService } from '../service';
import { instantNode } from './instantNode';
import { subscribed, SUBSCRIPTIONS } from './published';

/** The requests of an attempt to subscribe: the list of subscriptions, a new one, and, after it, both again. */
const [list, creation, secret] = [
	{ kind: SUBSCRIPTIONS },
	{ kind: SUBSCRIPTIONS, occurrence: 2 },
	{ kind: `${SUBSCRIPTIONS}/{subscriptionId}/secrets` },
] as const;

const unreachable = {
	status: 400,
	body: { error: { code: 'urlUnreachable', message: 'The URL did not respond' } },
};

/** More failures than one request has retries. */
const LONG = 5;

it.each<[what: string, fault: Fault]>([
	['the platform cannot reach n8n once', { on: creation, ...unreachable }],
	['the subscriptions cannot be listed', { on: list, status: 503, times: LONG }],
	['the platform has an internal error', { on: creation, status: 500, times: LONG }],
	['the platform is too busy', { on: creation, status: 429, times: LONG }],
	['connections are closed', { on: creation, drop: 'beforeHeaders', times: LONG }],
	['the response to a new subscription is lost', { on: creation, drop: 'answer' }],
	['the secret cannot be read', { on: secret, status: 502, times: LONG }],
	['no token can be obtained', { on: { kind: 'token' }, status: 503, times: LONG }],
])('one publication subscribes even if, for a moment, %s', async (_, fault) => {
	shortenWaits();
	const sandbox = await startService();
	const node = await instantNode(sandbox);
	sandbox.faults.add(fault);
	await node.publishAgainAndAgain(1);
	expect(subscribed(sandbox)).toMatchObject([{ status: 'active' }]);
});

it('the platform may fail to reach n8n several times', async () => {
	shortenWaits();
	const sandbox = await startService();
	const node = await instantNode(sandbox);
	let tries = 0;
	node.answer('nobody');
	const again = () => {
		tries += 1;
		if (tries === 3) node.answer('n8n');
	};
	// Each attempt reads the list before and after it.
	sandbox.faults.add({ on: { kind: SUBSCRIPTIONS }, before: again, times: 6 });
	await node.publishAgainAndAgain(1);
	expect(subscribed(sandbox)).toHaveLength(1);
});

it.each<[what: string, message: string, fault: Fault]>([
	[
		'an internal error',
		'The service failed to process the request',
		{ on: list, status: 500, times: 40 },
	],
	['a missing scope', 'not allowed to see', { on: list, status: 403 }],
	['a missing scope for writing', 'not allowed to create', { on: creation, status: 403 }],
	['a missing scope for the secret', "read a webhook's secret", { on: secret, status: 403 }],
	[
		'the limit',
		'does not allow any more webhooks',
		{ on: creation, status: 400, body: { error: { code: 'subscriptionsLimitReached' } } },
	],
	[
		'an unknown refusal',
		'unknown',
		{ on: creation, status: 400, body: { error: { code: 'unknown' } } },
	],
])(
	"n8n 2's further attempts do not hide %s behind an unreachable n8n",
	async (_, message, fault) => {
		shortenWaits();
		const sandbox = await startService();
		const node = await instantNode(sandbox);
		sandbox.faults.add(fault);
		const error = await node.publishAgainAndAgain().catch((thrown: unknown) => thrown as Error);
		const { description = '' } = error as { description?: string };
		expect(`${error?.message}\n${description}`).toContain(message);
		expect(`${error?.message}`).not.toContain('cannot reach n8n');
	},
);

it('an n8n that the platform can never reach is reported as such, also by the next publication', async () => {
	shortenWaits();
	const sandbox = await startService();
	const node = await instantNode(sandbox);
	sandbox.faults.add({ on: list, status: 403 });
	await expect(node.publishAgainAndAgain(1)).rejects.toThrow('not allowed');
	node.answer('nobody');
	await expect(node.publishAgainAndAgain()).rejects.toThrow('The platform cannot reach n8n');
	expect(subscribed(sandbox)).toEqual([]);
});

it.each<[what: string, fault: Fault, requests: number]>([
	['a missing scope', { on: list, status: 403 }, 1],
	[
		'the limit',
		{ on: creation, status: 400, body: { error: { code: 'subscriptionsLimitReached' } } },
		3,
	],
])('publishing does not wait if %s cannot pass', async (_, fault, requests) => {
	const sandbox = await startService();
	const node = await instantNode(sandbox);
	sandbox.faults.add(fault);
	sandbox.journal.clear();
	await expect(node.hook('create')).rejects.toThrow();
	expect(sandbox.journal.of(SUBSCRIPTIONS)).toHaveLength(requests);
});

it.each(['init', 'leadershipChange'] as const)(
	'n8n does not wait when it starts (%s): the next poll subscribes',
	async (activation) => {
		const sandbox = await startService();
		const node = await instantNode(sandbox);
		sandbox.faults.add({ on: creation, ...unreachable });
		sandbox.journal.clear();
		await node.hook('create', activation);
		expect(sandbox.journal.of(SUBSCRIPTIONS)).toHaveLength(3);
		await node.poll();
		expect(subscribed(sandbox)).toHaveLength(1);
	},
);
