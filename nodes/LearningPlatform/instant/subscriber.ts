import { ListingLog } from '../n8n/log';
import { failed } from '../nodeErrors';
import { openClient } from '../service';
import { readInstantSettings } from './form';
import { publishedUrl } from './memory';
import type { Subscriber } from './requests';

/** Runs an action, logs any error, and shows the error in n8n. */
export async function asSubscriber<Context extends Subscriber['context'], T>(
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
		const open = () => (client ??= openClient(context, { log, maxRetries: 4, isWaitedFor: true }));
		return await action({ ...settings, context, client: open, url: url ?? '', log }, context);
	} catch (error) {
		throw failed(context.getNode(), error, log);
	}
}
