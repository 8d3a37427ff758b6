import { authenticateRequest } from '../../../../nodes/LearningPlatform/transport/token/authenticate';
import { readCredentialFields } from '../../../../nodes/LearningPlatform/transport/token/credentialFields';
import { stateOf } from '../../../../nodes/LearningPlatform/transport/token/credentialState';
import { credentialForRequest } from '../../../../nodes/LearningPlatform/transport/token/exchangeContext';
import {
	fingerprintOf,
	serializeToken,
} from '../../../../nodes/LearningPlatform/transport/token/storedToken';

// What else `authenticate` does is seen from outside, in test/engine/credential/.
const fields = { baseUrl: 'https://service.example', clientId: 'id', clientSecret: 'secret' };
const fingerprint = fingerprintOf(readCredentialFields(fields));
const token = { accessToken: 'issued again', staleAt: Date.now() + 60_000, fingerprint };
const credential = { ...fields, accessToken: serializeToken(token) };

const forRequest = (obtained: string) =>
	credentialForRequest(credential, {
		proxy: undefined,
		mayStore: async () => await Promise.resolve(false),
		onExchange: () => undefined,
		obtained,
	});

const authorizationWith = (data: typeof credential | ReturnType<typeof forRequest>) =>
	authenticateRequest(data, { url: 'https://service.example/api/v2/courses' }).headers
		?.authorization;

describe('a token that another request has just been refused with', () => {
	beforeEach(() => {
		stateOf(fingerprint).refusedToken = 'issued again';
	});

	it('is sent by the request for which the service has issued it again', () => {
		expect(authorizationWith(forRequest('issued again'))).toBe('Bearer issued again');
	});

	it.each([
		['that got another one', () => forRequest('another')],
		['that got none', () => credential],
	])('is not sent by a request %s', (_which, dataOf) => {
		expect(() => authorizationWith(dataOf())).toThrow('The access token has to be renewed');
	});
});
