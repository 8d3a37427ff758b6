export interface Account {
	baseUrl: string;
	clientId: string;
	clientSecret: string;
}

/** Counts records with minimal sequential code: fetches a page, parses and discards it, and follows its Link header. */
export async function countRecords({ baseUrl, clientId, clientSecret }: Account): Promise<number> {
	const grant = await fetch(`${baseUrl}/api/v2/oauth2/token`, {
		method: 'POST',
		headers: { accept: 'application/json', 'content-type': 'application/json' },
		body: JSON.stringify({
			grant_type: 'client_credentials',
			client_id: clientId,
			client_secret: clientSecret,
		}),
	});
	const { access_token: token } = (await grant.json()) as { access_token: string };
	const headers = { authorization: `Bearer ${token}`, 'service-api-version': 'v2.0' };
	let url: string | undefined = `${baseUrl}/api/v2/courses`;
	let records = 0;
	while (url !== undefined) {
		const response: Response = await fetch(url, { headers });
		if (!response.ok) throw new Error(`Status ${response.status}`);
		records += ((await response.json()) as unknown[]).length;
		url = /<([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
	}
	return records;
}
