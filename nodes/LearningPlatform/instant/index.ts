/** Receives events as they happen and repairs its own subscription. */
import { sleep, type IHookFunctions, type IPollFunctions } from 'n8n-workflow';

import { Failure } from '../failures/failure';
import { isScheduledPoll } from '../n8n/pollTimes';
import { activationOf, triggerKey } from '../n8n/staticData';
import { worded } from '../nodeErrors';
import { noteActivation, published, publishedUrl } from './memory';
import { requestMissed } from './missed';
import type { Subscriber } from './requests';
import { findSubscriptions, retire, subscribe } from './subscription';

export { receive, testEvent } from './event';
export { instantProperties, readInstantSettings } from './form';
export { publishedUrl } from './memory';
export type { Subscriber } from './requests';

/** Returns true if n8n activated the workflow because it started or took over from another instance. */
const isAtStart = (context: Subscriber['context']) =>
	['init', 'leadershipChange'].includes(context.getActivationMode?.() ?? '');

/** How long publishing goes on trying to subscribe. */
const PATIENCE_MS = 10_000;

/** The platform's test of the address can fail for a moment. */
const mayPass = (error: unknown) =>
	error instanceof Failure && (error.isTransient || error.facts.serviceCode === 'urlUnreachable');

/**
 * Subscribes, trying again after a failure that may pass. n8n 2 also calls `create` again, but by then the address
 * responds only to POST, and to a platform that tests it with another method, n8n seems unreachable.
 *
 * @throws the first error since the workflow was published
 */
async function subscribePatiently(subscriber: Subscriber) {
	const activation = activationOf(subscriber.context);
	const isAgain = activation.failure !== undefined;
	const endsAt = performance.now() + PATIENCE_MS;
	for (let waitMs = 1_000; ; waitMs *= 2) {
		const outcome = await subscribe(subscriber).catch((error: unknown) => ({ error }));
		if ('id' in outcome) {
			delete activation.failure;
			return outcome;
		}
		const { error } = outcome;
		activation.failure ??= error;
		const isOver = isAgain || performance.now() + waitMs > endsAt;
		if (isOver || !mayPass(error)) throw activation.failure;
		await sleep(waitMs);
	}
}

/**
 * Subscribes when a workflow is published or n8n starts, then requests missed events. At startup, errors are left
 * for the next poll to handle: throwing one would make n8n remove the subscription and its missed events.
 */
export async function publish(subscriber: Subscriber, context: IHookFunctions): Promise<boolean> {
	activationOf(context);
	noteActivation(subscriber, context.getActivationMode());
	const leave = (error: unknown) => {
		subscriber.log.write('publishingFailed', { error: worded(error).message });
	};
	const subscribed = isAtStart(context)
		? await subscribe(subscriber).catch(leave)
		: await subscribePatiently(subscriber);
	if (subscribed) await requestMissed(subscriber, subscribed.id).catch(leave);
	return true;
}

/** At each poll, finds or repairs the subscription and requests missed events. */
export async function lookAfter(subscriber: Subscriber, context: IPollFunctions): Promise<null> {
	const { url } = subscriber;
	if (url === '') return null;
	const isPatient = !isScheduledPoll(context) && !isAtStart(context);
	const { id, suspended } = await (isPatient ? subscribePatiently : subscribe)(subscriber);
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
