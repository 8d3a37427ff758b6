import { type ListRecord, type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox';

const JSON_HEADERS = { accept: 'application/json', 'content-type': 'application/json' };

/** What a correct token request carries. */
export function grantOf(sandbox: Sandbox): Record<string, string> {
	return {
		grant_type: 'client_credentials',
		client_id: sandbox.clientId,
		client_secret: sandbox.clientSecret,
	};
}

/** Sends a token request that is correct unless told otherwise. */
export function postToken(
	sandbox: Sandbox,
	changes: {
		grant?: unknown;
		body?: string;
		headers?: Record<string, string>;
		query?: string;
	} = {},
): Promise<Response> {
	return fetch(`${sandbox.baseUrl}/api/v2/oauth2/token${changes.query ?? ''}`, {
		method: 'POST',
		headers: { ...JSON_HEADERS, ...changes.headers },
		body: changes.body ?? JSON.stringify(changes.grant ?? grantOf(sandbox)),
	});
}

/** The headers of a correct list request, with a token of their own. */
export async function authorized(sandbox: Sandbox): Promise<Record<string, string>> {
	const response = await postToken(sandbox);
	const { access_token: token } = (await response.json()) as { access_token: string };
	return { authorization: `Bearer ${token}`, [sandbox.versionHeader]: sandbox.apiVersion };
}

/** The target of the `next` link, or undefined on the last page. */
export function nextOf(response: Response): string | undefined {
	return /^<([^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1];
}

/** All pages of a list, following its links. */
export async function pagesOf(
	sandbox: Sandbox,
	list: string,
	headers?: Record<string, string>,
): Promise<ListRecord[][]> {
	const asked = headers ?? (await authorized(sandbox));
	const pages: ListRecord[][] = [];
	let url: string | undefined = `${sandbox.baseUrl}/api/v2/${list}`;
	while (url !== undefined) {
		const response: Response = await fetch(url, { headers: asked });
		if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
		pages.push((await response.json()) as ListRecord[]);
		url = nextOf(response);
	}
	return pages;
}

/** All records of a list. */
export async function recordsOf(sandbox: Sandbox, list: string): Promise<ListRecord[]> {
	return (await pagesOf(sandbox, list)).flat();
}

/** What a sandbox of its own answers to a correct request. */
export async function answerFrom(
	options: SandboxOptions,
	path: string,
): Promise<{ status: number; body: string }> {
	const sandbox = await startSandbox(options);
	try {
		const headers = await authorized(sandbox);
		const response = await fetch(`${sandbox.baseUrl}/api/v2/${path}`, { headers });
		return { status: response.status, body: await response.text() };
	} finally {
		await sandbox.stop();
	}
}

/** Status and parsed body. */
export async function answerOf(response: Response): Promise<{ status: number; body: unknown }> {
	return { status: response.status, body: await response.json() };
}
