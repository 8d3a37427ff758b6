/** The person who owns an n8n of ours. */
export const OWNER = {
	email: 'owner@example.com',
	firstName: 'Olive',
	lastName: 'Owner',
	password: 'Learning-4-all',
};

/**
 * Creates the owner account of a running n8n that has none yet.
 *
 * @returns the cookie by which n8n knows the owner
 * @throws {Error} with n8n's answer when it refuses
 */
export async function createOwner(n8nUrl: string): Promise<string> {
	const response = await fetch(`${n8nUrl}/rest/owner/setup`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(OWNER),
	});
	if (!response.ok) throw new Error(`n8n created no owner: ${await response.text()}`);
	return response.headers.getSetCookie().join('; ');
}
