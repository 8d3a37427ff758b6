/** Receives events as they happen and repairs its own subscription. */
import type { IHookFunctions, IPollFunctions } from 'n8n-workflow';

import { Failure } from '../failures/failure';
import { ListingLog } from '../n8n/log';
import { isScheduledPoll } from '../n8n/pollTimes';
import { checkNodeId, publishWithRetries } from '../n8n/publishing';
import { triggerKey } from '../n8n/staticData';
import { logFailure, wordedForNode } from '../nodeErrors';
import { openClient } from '../service';
import { readInstantSettings } from './form';
import { noteActivation, published, publishedUrl } from './memory';
import { requestMissed } from './missed';
import type { Subscriber } from './requests';
import { findSubscriptions, removeOrSuspend, subscribe } from './subscription';

export { receive, testEvent } from './event';
export { instantProperties, instantSubtitle } from './form';

/** Runs an action, logs any error, and shows the error in n8n. */
export async function withSubscriber<Context extends Subscriber['context'], T>(
	context: Context,
	action: (subscriber: Subscriber, context: Context) => Promise<T>,
): Promise<T> {
	let log = new ListingLog(context, 'events');
	try {
		const parameter = (name: string, ifLeftOut: unknown) =>
			context.getNodeParameter(name, ifLeftOut);
		const settings = readInstantSettings(parameter, context);
		log = new ListingLog(context, settings.eventType);
		const url =
			'getNodeWebhookUrl' in context ? context.getNodeWebhookUrl('default') : publishedUrl(context);
		let client: ReturnType<Subscriber['client']> | undefined;
		const open = () => (client ??= openClient(context, { log, maxRetries: 4, isInternal: true }));
		return await action({ ...settings, context, client: open, url: url ?? '', log }, context);
	} catch (error) {
		throw logFailure(context.getNode(), error, log);
	}
}

const subscribeWithRetries = async (subscriber: Subscriber) =>
	await publishWithRetries(subscriber.context, mayPass, async () => await subscribe(subscriber));

/** The platform's test of the address can fail for a moment. */
const mayPass = (error: unknown) =>
	error instanceof Failure && (error.isTransient || error.facts.serviceCode === 'urlUnreachable');

/** Returns true if n8n activated the workflow because it started or took over from another instance. */
const isAtStart = (context: IHookFunctions | IPollFunctions) =>
	['init', 'leadershipChange'].includes(context.getActivationMode());

/**
 * Subscribes when a workflow is published or n8n starts, then requests missed events. At startup, errors are left
 * for the next poll to handle: throwing one would make n8n remove the subscription and its missed events.
 */
export async function publish(subscriber: Subscriber, context: IHookFunctions): Promise<boolean> {
	checkNodeId(context);
	noteActivation(subscriber, context.getActivationMode());
	const leave = (error: unknown) => {
		subscriber.log.write('publishingFailed', { error: wordedForNode(error).message });
	};
	const subscribed = isAtStart(context)
		? await subscribe(subscriber).catch(leave)
		: await subscribeWithRetries(subscriber);
	if (subscribed) await requestMissed(subscriber, subscribed.id).catch(leave);
	return true;
}

/** At each poll, finds or repairs the subscription and requests missed events. */
export async function maintainSubscription(
	subscriber: Subscriber,
	context: IPollFunctions,
): Promise<null> {
	const { url } = subscriber;
	if (url === '') return null;
	const isPublishing = !isScheduledPoll(context) && !isAtStart(context);
	const { id, suspended } = await (isPublishing ? subscribeWithRetries : subscribe)(subscriber);
	if (publishedUrl(context) === url) {
		await requestMissed(subscriber, id);
		await removeOrSuspend(subscriber, suspended);
	} else await unpublish(subscriber);
	return null;
}

/** Removes or suspends an unpublished workflow's subscription, unless an administrator created the subscription. */
export async function unpublish(subscriber: Subscriber): Promise<boolean> {
	published.delete(triggerKey(subscriber.context));
	const { current, ofWorkflow } = await findSubscriptions(subscriber);
	const unused = ofWorkflow.filter((each) => each === current || each.status === 'inactive');
	await removeOrSuspend(subscriber, unused);
	return true;
}
