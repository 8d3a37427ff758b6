import {
	explainStatus,
	explainSystemCode,
} from '../../../../nodes/LearningPlatform/transport/errors/errorTable';

describe('a status is explained:', () => {
	it.each([
		[200, undefined, 'The service answered without a list', 'Base URL'],
		[204, undefined, 'The service answered without a list', 'Base URL'],
		[301, undefined, 'The service redirects to another address', 'Base URL'],
		[307, undefined, 'The service redirects to another address', 'Base URL'],
		[400, undefined, 'The service refused the request as invalid', 'Filters'],
		[400, 'invalid_request', 'The service refused the request as invalid', 'Version Header Name'],
		[401, undefined, 'The service refused the access token', 'API credentials'],
		[401, 'invalid_token', 'The service refused the access token', 'API credentials'],
		[403, undefined, 'The service does not allow this request', 'scope'],
		[403, 'invalid_scope', 'The API credentials lack a permission for this list', 'courses:read'],
		[400, 'invalid_token', 'The service refused the access token', 'API credentials'],
		[404, undefined, 'The service has no such list', 'Base URL'],
		[404, 'courseNotFound', 'The service has no such list', 'Base URL'],
		[418, undefined, 'The service refused the request', 'filters'],
		[429, 'tooManyRequests', 'The service is receiving too many requests', 'Max Retries'],
		[500, undefined, 'The service failed to answer', 'Max Retries'],
		[503, 'maintenance', 'The service failed to answer', 'Try again later'],
		[599, undefined, 'The service failed to answer', 'Try again later'],
		[100, undefined, 'The host in Base URL cannot be reached', 'Base URL'],
		[999, undefined, 'The host in Base URL cannot be reached', 'Base URL'],
	])('%d with the code %s', (status, code, message, advice) => {
		const explanation = explainStatus(status, code);
		expect(explanation.message).toBe(message);
		expect(explanation.advice).toContain(advice);
	});

	it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
		'403 with the code "%s", which every object has',
		(code) => {
			expect(explainStatus(403, code).message).toBe('The service does not allow this request');
		},
	);
});

describe('a code of the system is explained:', () => {
	it.each([
		['ECONNREFUSED', true, 'The host in Base URL refused the connection'],
		['ECONNRESET', true, 'The connection to the service broke'],
		['EPIPE', true, 'The connection to the service broke'],
		['ERR_STREAM_PREMATURE_CLOSE', true, 'The connection to the service broke'],
		['ERR_BODY_INCOMPLETE', true, 'The connection to the service broke'],
		['ENOTFOUND', true, 'The host in Base URL cannot be found'],
		['EAI_AGAIN', true, 'The host in Base URL cannot be looked up right now'],
		['ETIMEDOUT', true, 'The service did not answer in time'],
		['ESOCKETTIMEDOUT', true, 'The service did not answer in time'],
		['ECONNABORTED', true, 'The service did not answer in time'],
		['EHOSTUNREACH', true, 'The host in Base URL cannot be reached'],
		['ENETUNREACH', true, 'The host in Base URL cannot be reached'],
		[
			'DEPTH_ZERO_SELF_SIGNED_CERT',
			false,
			'The certificate of the host in Base URL is not trusted',
		],
		['CERT_HAS_EXPIRED', false, 'The certificate of the host in Base URL is not trusted'],
		[
			'ERR_TLS_CERT_ALTNAME_INVALID',
			false,
			'The certificate of the host in Base URL is not trusted',
		],
		[
			'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
			false,
			'The certificate of the host in Base URL is not trusted',
		],
		['EPROTO', false, 'The certificate of the host in Base URL is not trusted'],
		['no response', false, 'The host in Base URL cannot be reached'],
		['EWHATEVER', false, 'The host in Base URL cannot be reached'],
		['toString', false, 'The host in Base URL cannot be reached'],
	])('%s, worth another try: %s', (code, isTransient, message) => {
		expect(explainSystemCode(code)).toMatchObject({ isTransient, message });
	});
});
