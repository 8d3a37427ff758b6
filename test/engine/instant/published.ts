import type { Sandbox, SandboxOptions } from '../../sandbox';
import { startService } from '../service';
import { type InstantNode, instantNode, type InstantOptions } from './instantNode';

export const SUBSCRIPTIONS = 'webhooks/subscriptions';

/** The subscriptions with an address on this machine. */
export const subscribed = ({ catalogue }: Sandbox) =>
	catalogue.list(SUBSCRIPTIONS).filter(({ url }) => String(url).includes('127.0.0.1'));

/** Starts a service and publishes a workflow that subscribes to its events. */
export async function published(options: SandboxOptions = {}, inN8n: InstantOptions = {}) {
	const sandbox = await startService(options);
	const node = await instantNode(sandbox, undefined, inN8n);
	await node.publish();
	return { sandbox, node };
}

export const userCreated = (sandbox: Sandbox) => {
	const data = { userId: '0'.repeat(24), createdAt: new Date().toISOString() };
	return sandbox.webhooks.emit('user.created', data);
};

/** Emits events that fail because n8n does not respond. */
export async function failed(sandbox: Sandbox, node: InstantNode, count = 1): Promise<string[]> {
	node.answer('nobody');
	const events = Array.from({ length: count }, () => userCreated(sandbox)).flat();
	await sandbox.webhooks.idle();
	node.answer('n8n');
	return events;
}

/** Returns the IDs of the events that arrived since the last call. */
export async function received(sandbox: Sandbox, node: InstantNode): Promise<unknown[]> {
	await sandbox.webhooks.idle();
	return node.items.splice(0).map(({ eventId }) => eventId);
}
