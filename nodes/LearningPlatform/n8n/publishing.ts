import { sleep } from 'n8n-workflow';

import { UserFacingError } from '../failures/userFacingError';
import { triggerKey, type TriggerContext } from './staticData';

/**
 * By the workflow's static data, which the nodes share until the workflow is published again, and by trigger: the name
 * of the node, and the first reason why publishing failed. n8n 2 tries several times, but shows only the last reason.
 */
const activations = new WeakMap<object, Map<string, { name: string; failure?: unknown }>>();

/** @throws UserFacingError if two nodes have the same ID, e.g. in pasted JSON; only n8n 2 replaces one of the IDs */
function activationOf(context: TriggerContext) {
	const shared = context.getWorkflowStaticData('global');
	const triggers =
		activations.get(shared) ?? new Map<string, { name: string; failure?: unknown }>();
	activations.set(shared, triggers);
	const { name } = context.getNode();
	const key = triggerKey(context);
	const activation = triggers.get(key) ?? { name };
	triggers.set(key, activation);
	if (activation.name === name) return activation;
	throw new UserFacingError(
		`The nodes "${activation.name}" and "${name}" have the same ID`,
		'n8n stores what a trigger remembers under the ID of its node, so each node needs its own. Delete one of these nodes and add it again.',
	);
}

/** @throws UserFacingError if another node of the workflow has the same ID */
export function checkNodeId(context: TriggerContext): void {
	activationOf(context);
}

const RETRY_FOR_MS = 10_000;

/**
 * Runs a step of publishing, again and again for ten seconds if its failure may pass. n8n 2 also calls `create` again,
 * but by then n8n responds only to POST at the node's address.
 *
 * @throws the first error since the workflow was published
 */
export async function publishWithRetries<T>(
	context: TriggerContext,
	mayPass: (error: unknown) => boolean,
	step: () => Promise<T>,
): Promise<T> {
	const activation = activationOf(context);
	const endsAt = performance.now() + (activation.failure === undefined ? RETRY_FOR_MS : 0);
	for (let waitMs = 1_000; ; waitMs *= 2) {
		const outcome = await step().then(
			(result) => ({ result }),
			(error: unknown) => ({ error }),
		);
		if ('result' in outcome) {
			delete activation.failure;
			return outcome.result;
		}
		activation.failure ??= outcome.error;
		const isOver = performance.now() + waitMs > endsAt;
		if (isOver || !mayPass(outcome.error)) throw activation.failure;
		await sleep(waitMs);
	}
}
