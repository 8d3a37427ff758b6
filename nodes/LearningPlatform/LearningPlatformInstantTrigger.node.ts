import {
	NodeConnectionTypes,
	type IHookFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import {
	forgetSecret,
	instantProperties,
	isSubscribed,
	leave,
	lookAfter,
	readInstantSettings,
	receive,
	subscribe,
	type Subscriber,
	testEvent,
} from './instant';
import { ListingLog } from './n8n/log';
import { failed } from './n8n/nodeError';

export class LearningPlatformInstantTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Learning Platform Instant Trigger',
		name: 'learningPlatformInstantTrigger',
		icon: { light: 'file:learningPlatform.svg', dark: 'file:learningPlatform.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle:
			'={{ $parameter["event"] === "other" ? $parameter["eventType"] : $parameter["event"] }}',
		description:
			'Starts a workflow within seconds when something happens on a learning platform (LMS): a learner finishes a course, a user is added, a certificate is awarded, and 50 other events. n8n must be reachable from the internet.',
		builderHint: {
			searchHint:
				'For events within seconds. Leave pollTimes out. The item has the fields of the event, such as userId and courseId; options.addNames ["courses", "users"] adds userName, userMail, courseName. The platform may send an event twice: put Remove Duplicates on eventId behind it. For courses that are added or changed, which no event tells, use Learning Platform Trigger.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-base.removeDuplicates',
					relationHint:
						'Behind the trigger: removeItemsSeenInPreviousExecutions with eventId, since an event may come twice',
				},
				{
					nodeType: 'n8n-nodes-learning-platform.learningPlatformTrigger',
					relationHint:
						'For what no event tells, such as courses that are added or changed, and where the internet cannot reach n8n',
				},
			],
		},
		defaults: { name: 'Learning Platform Instant Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'learningPlatformApi', required: true }],
		webhooks: [
			{
				name: 'default',
				// Only of a published workflow: in the editor the node polls, for a test event without waiting.
				httpMethod: '={{ $workflow.active ? "POST" : "" }}',
				path: 'event',
				responseMode:
					'={{ $parameter["options"]["answer"] === "succeeded" ? "lastNode" : "onReceived" }}',
				responseData: 'noData',
			},
		],
		properties: instantProperties,
	};

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return await told(this, async (subscriber) => {
					// A poll is not told the address.
					this.getWorkflowStaticData('node').url = subscriber.url;
					forgetSecret(subscriber);
					return await isSubscribed(subscriber, this.getActivationMode());
				});
			},
			async create(this: IHookFunctions): Promise<boolean> {
				return await told(this, async (subscriber) => {
					await subscribe(subscriber);
					forgetSecret(subscriber);
					return true;
				});
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				return await told(this, async (subscriber) => {
					await leave(subscriber);
					forgetSecret(subscriber);
					return true;
				});
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await told(this, async (subscriber) => {
			return await receive(this, subscriber, settingsOf(this));
		});
	}

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		const { url } = this.getWorkflowStaticData('node');
		return await told(this, async (subscriber) => {
			if (this.getMode() === 'manual') {
				return [[{ json: await testEvent(subscriber, settingsOf(this)) }]];
			}
			const known = typeof url === 'string' ? url : '';
			if (known !== '') await lookAfter({ ...subscriber, url: known });
			return null;
		});
	}
}

type Context = IHookFunctions | IPollFunctions | IWebhookFunctions;

function settingsOf(context: Context): ReturnType<typeof readInstantSettings> {
	const parameter = (name: string, ifLeftOut: unknown): unknown =>
		context.getNodeParameter(name, ifLeftOut);
	return readInstantSettings(parameter, context);
}

/** Does something for the node's subscription, with errors in words and in the log. */
async function told<T>(context: Context, work: (subscriber: Subscriber) => Promise<T>): Promise<T> {
	let log = new ListingLog(context, 'events');
	try {
		const { eventType } = settingsOf(context);
		log = new ListingLog(context, eventType);
		const url = 'getNodeWebhookUrl' in context ? (context.getNodeWebhookUrl('default') ?? '') : '';
		return await work({ context, eventType, url, log });
	} catch (error) {
		throw failed(context.getNode(), error, log);
	}
}
