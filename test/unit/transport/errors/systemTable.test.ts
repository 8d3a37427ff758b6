import { explainSystemCode } from '../../../../nodes/LearningPlatform/transport/errors/systemTable';

describe('a code of the system is explained:', () => {
	it.each([
		['ECONNREFUSED', true, 'The host of the platform refused the connection'],
		['ECONNRESET', true, 'The connection to the service broke'],
		['EPIPE', true, 'The connection to the service broke'],
		['ERR_STREAM_PREMATURE_CLOSE', true, 'The connection to the service broke'],
		['ERR_BODY_INCOMPLETE', true, 'The connection to the service broke'],
		['ENOTFOUND', true, 'The host of the platform cannot be found'],
		['EAI_AGAIN', true, 'The host of the platform cannot be looked up right now'],
		['ETIMEDOUT', true, 'The service did not answer in time'],
		['ESOCKETTIMEDOUT', true, 'The service did not answer in time'],
		['ECONNABORTED', true, 'The service did not answer in time'],
		['EHOSTUNREACH', true, 'The host of the platform cannot be reached'],
		['ENETUNREACH', true, 'The host of the platform cannot be reached'],
		['DEPTH_ZERO_SELF_SIGNED_CERT', false, 'The certificate of the platform is not trusted'],
		['CERT_HAS_EXPIRED', false, 'The certificate of the platform is not trusted'],
		['ERR_TLS_CERT_ALTNAME_INVALID', false, 'The certificate of the platform is not trusted'],
		['UNABLE_TO_VERIFY_LEAF_SIGNATURE', false, 'The certificate of the platform is not trusted'],
		['EPROTO', false, 'The certificate of the platform is not trusted'],
		['no response', false, 'The host of the platform cannot be reached'],
		['EWHATEVER', false, 'The host of the platform cannot be reached'],
		['toString', false, 'The host of the platform cannot be reached'],
	])('%s, worth another try: %s', (code, isTransient, message) => {
		expect(explainSystemCode(code)).toMatchObject({ isTransient, message });
	});
});

it.each(['ETIMEDOUT', 'ECONNRESET', 'CERT_HAS_EXPIRED', 'no response'])(
	'%s comes without advice on options that only some nodes have',
	(code) => {
		const { advice, remedy } = explainSystemCode(code);
		expect(advice).not.toContain('Request Options');
		expect(remedy).toBe(code === 'ETIMEDOUT' ? 'raiseTimeout' : undefined);
	},
);
