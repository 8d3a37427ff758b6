/**
 * The least that sequential code can do: fetch a page, parse it, go where its Link header leads.
 *
 * @param onPage is given the records of each page
 */
exports.fetchLoop = async ({ baseUrl, clientId, clientSecret }, onPage) => {
	const grant = await fetch(`${baseUrl}/api/v2/oauth2/token`, {
		method: 'POST',
		headers: { accept: 'application/json', 'content-type': 'application/json' },
		body: JSON.stringify({
			grant_type: 'client_credentials',
			client_id: clientId,
			client_secret: clientSecret,
		}),
	});
	const { access_token: token } = await grant.json();
	const headers = { authorization: `Bearer ${token}`, 'service-api-version': 'v2.0' };
	let url = `${baseUrl}/api/v2/courses`;
	while (url) {
		const response = await fetch(url, { headers });
		if (!response.ok) throw new Error(`Status ${response.status}`);
		onPage(await response.json());
		url = /<([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
	}
};
