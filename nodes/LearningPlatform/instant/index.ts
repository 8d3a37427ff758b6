/** Receives events as they happen and repairs its own subscription. */
import type { IHookFunctions } from 'n8n-workflow';

import { worded } from '../nodeErrors';
import { triggerKey } from '../n8n/staticData';
import { noteActivation, published, publishedUrl } from './memory';
import { requestMissed } from './missed';
import type { Subscriber } from './requests';
import { findSubscriptions, retire, subscribe } from './subscription';

export { receive, testEvent } from './event';
export { instantProperties, readInstantSettings } from './form';
export { publishedUrl } from './memory';
export type { Subscriber } from './requests';

/** The activation modes that n8n reports when it starts or takes over from another instance. */
const AT_START: readonly string[] = ['init', 'leadershipChange'];

/**
 * Subscribes when a workflow is published or n8n starts, then requests missed events. At startup, errors are left
 * for the next poll to handle: throwing one would make n8n remove the subscription and its missed events.
 */
export async function publish(subscriber: Subscriber, context: IHookFunctions): Promise<boolean> {
	const activation = context.getActivationMode();
	noteActivation(subscriber, activation);
	const leave = (error: unknown) => {
		subscriber.log.write('publishingFailed', { error: worded(error).message });
	};
	const subscribed = await subscribe(subscriber).catch((error: unknown) => {
		if (!AT_START.includes(activation)) throw error;
		leave(error);
	});
	if (subscribed) await requestMissed(subscriber, subscribed.id).catch(leave);
	return true;
}

/** At each poll, finds or repairs the subscription and requests missed events. */
export async function lookAfter(subscriber: Subscriber): Promise<null> {
	const { context, url } = subscriber;
	if (url === '') return null;
	const { id, suspended } = await subscribe(subscriber);
	if (publishedUrl(context) === url) {
		await requestMissed(subscriber, id);
		await retire(subscriber, suspended);
	} else await unpublish(subscriber);
	return null;
}

/** Removes or suspends an unpublished workflow's subscription, unless an administrator created the subscription. */
export async function unpublish(subscriber: Subscriber): Promise<boolean> {
	published.delete(triggerKey(subscriber.context));
	const { here, own } = await findSubscriptions(subscriber);
	const unused = own.filter((each) => each === here || each.status === 'inactive');
	await retire(subscriber, unused);
	return true;
}
