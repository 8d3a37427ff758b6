/** A credential for the service, written by following n8n's documentation. It only exchanges a token. */
exports.PlainApi = class PlainApi {
	name = 'plainApi';

	displayName = 'Plain API';

	properties = [
		...['baseUrl', 'clientId', 'clientSecret'].map((name) => ({
			displayName: name,
			name,
			type: 'string',
			default: '',
		})),
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'hidden',
			typeOptions: { expirable: true },
			default: '',
		},
	];

	async preAuthentication({ baseUrl, clientId, clientSecret }) {
		const { access_token: accessToken } = await this.helpers.httpRequest({
			method: 'POST',
			url: `${baseUrl}/api/v2/oauth2/token`,
			headers: { accept: 'application/json' },
			body: {
				grant_type: 'client_credentials',
				client_id: clientId,
				client_secret: clientSecret,
			},
			json: true,
		});
		return { accessToken };
	}

	authenticate = {
		type: 'generic',
		properties: {
			headers: {
				authorization: '=Bearer {{ $credentials.accessToken }}',
				'service-api-version': 'v2.0',
			},
		},
	};
};
