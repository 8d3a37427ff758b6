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
	instantProperties,
	instantSubtitle,
	maintainSubscription,
	publish,
	receive,
	testEvent,
	unpublish,
	withSubscriber,
} from './instant';

export class LearningPlatformInstantTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Learning Platform Instant Trigger',
		name: 'learningPlatformInstantTrigger',
		icon: { light: 'file:learningPlatform.svg', dark: 'file:learningPlatform.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: instantSubtitle,
		description:
			'Starts a workflow within seconds of any of 54 events on 360Learning (LMS), e.g. when a learner finishes a course, a user is added, or a certificate is awarded. n8n must be reachable from the internet.',
		builderHint: {
			searchHint:
				'Reports events within seconds. Omit pollTimes. Each item has the event\'s fields, such as userId and courseId. To add userName, userMail, and courseName, set options.addNames to ["courses", "users"]. The platform may send an event twice, so add a Remove Duplicates node after this node and have it compare eventId. The platform sends no event when a course is added or changed. To detect those changes, use the Learning Platform Trigger.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-base.removeDuplicates',
					relationHint:
						'Use removeItemsSeenInPreviousExecutions with eventId after the trigger because an event may arrive twice',
				},
				{
					nodeType: 'n8n-nodes-learning-platform.learningPlatformTrigger',
					relationHint:
						'Reports changes for which there is no event, such as added or changed courses. Also works if n8n cannot be reached from the internet.',
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
				// Comes first because the platform tests the address before it creates a subscription.
				name: 'setup',
				httpMethod: '={{ $workflow.active ? "GET,HEAD" : "" }}',
				path: 'event',
				ndvHideUrl: true,
			},
			{
				name: 'default',
				// If the method is empty, the editor polls for a test event instead of waiting for one.
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
			// `create` reuses an existing subscription.
			checkExists: async () => await Promise.resolve(false),
			async create(this: IHookFunctions): Promise<boolean> {
				return await withSubscriber(this, publish);
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				return await withSubscriber(this, unpublish);
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await withSubscriber(this, receive);
	}

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		if (this.getMode() !== 'manual') return await withSubscriber(this, maintainSubscription);
		return [[{ json: await withSubscriber(this, testEvent) }]];
	}
}
