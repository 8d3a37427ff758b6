import type { Major } from '../install/majors';
import { until } from './storedExecution';
import type { ImportedWorkflow } from './workflow';

/** The owner of a test's n8n. */
export const OWNER = {
	email: 'owner@example.com',
	firstName: 'Olive',
	lastName: 'Owner',
	password: 'Learning-4-all',
};

/** Sends a request to n8n as the instance owner; if there is a body, the default method is POST. */
export type OwnersCall = <T>(path: string, body?: object, method?: string) => Promise<T>;

/**
 * Creates the owner account of a running n8n.
 *
 * @returns the owner's cookie
 * @throws {Error} with n8n's response, if n8n refuses
 */
export async function createOwner(n8nUrl: string): Promise<string> {
	const response = await fetch(`${n8nUrl}/rest/owner/setup`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(OWNER),
	});
	if (!response.ok) throw new Error(`n8n did not create an owner: ${await response.text()}`);
	return response.headers.getSetCookie().join('; ');
}

/**
 * Returns a function that sends requests as the owner and throws an Error with n8n's response if n8n rejects a
 * request.
 */
export function ownersCall(n8nUrl: string, cookie: string): OwnersCall {
	return async <T>(path: string, body?: object, method = body ? 'POST' : 'GET') => {
		const ask = () =>
			fetch(`${n8nUrl}/rest/${path}`, {
				method,
				// n8n might be closing an idle connection at that moment.
				headers: { cookie, connection: 'close', 'content-type': 'application/json' },
				...(body && { body: JSON.stringify(body) }),
			});
		// n8n rejects all requests if its database does not respond for 5 s, which happens on a busy machine.
		const answered = async () => {
			const response = await ask();
			return response.status !== 503 && response;
		};
		const response = await until(answered, 1_000, () => `n8n responds to ${path} with 503`);
		if (!response.ok) throw new Error(`n8n rejected ${path}: ${await response.text()}`);
		return ((await response.json()) as { data: T }).data;
	};
}

/** Publishes a workflow, or activates it in n8n 1. */
export async function publish(
	call: OwnersCall,
	major: Major,
	{ id, nodes, connections, settings }: ImportedWorkflow,
): Promise<void> {
	const content = { nodes, connections, settings };
	if (major === 1) {
		await call(`workflows/${id}`, { ...content, active: true }, 'PATCH');
		return;
	}
	const { versionId } = await call<{ versionId: string }>(`workflows/${id}`, content, 'PATCH');
	await call(`workflows/${id}/activate`, { versionId });
}
