import type { Sandbox } from '../../sandbox';

/** Returns the headers of a valid request, including a new token. */
export async function authorized(sandbox: Sandbox): Promise<Record<string, string>> {
	const { clientId: client_id, clientSecret: client_secret } = sandbox;
	const response = await fetch(`${sandbox.baseUrl}/api/v2/oauth2/token`, {
		method: 'POST',
		headers: { accept: 'application/json', 'content-type': 'application/json' },
		body: JSON.stringify({ grant_type: 'client_credentials', client_id, client_secret }),
	});
	const { access_token: token } = (await response.json()) as { access_token: string };
	return { authorization: `Bearer ${token}`, [sandbox.versionHeader]: sandbox.apiVersion };
}

/** Returns the target of the `next` link, or undefined on the last page. */
export function nextOf(response: Response): string | undefined {
	return /^<([^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1];
}

/** Returns the status and the parsed body. */
export async function answerOf(response: Response): Promise<{ status: number; body: unknown }> {
	return { status: response.status, body: await response.json() };
}

/** Sends a request with a body and returns the status, the error code, and the parsed body, if any. */
export async function send(
	sandbox: Sandbox,
	request: string,
	body?: unknown,
): Promise<{ status: number; code?: string; body?: unknown }> {
	const [method = '', path = ''] = request.split(' ');
	const response = await fetch(`${sandbox.baseUrl}/api/v2/${path}`, {
		method,
		headers: { ...(await authorized(sandbox)), 'content-type': 'application/json' },
		...(body !== undefined && { body: JSON.stringify(body) }),
	});
	const text = await response.text();
	if (text === '') return { status: response.status };
	const parsed = JSON.parse(text) as { error?: { code: string } };
	const code = parsed.error?.code;
	return { status: response.status, ...(code !== undefined ? { code } : { body: parsed }) };
}
