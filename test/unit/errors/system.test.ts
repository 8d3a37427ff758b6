import {
	errorFromBrokenBody,
	errorFromSystem,
	inWordsOf,
	type ReadersForm,
	type UserFacingError,
} from '../../../nodes/LearningPlatform/errors';

const broke = 'The connection to the service broke';
const late = 'The service did not answer in time';
const unreachable = 'The host of the platform cannot be reached';
const noProxy = 'The proxy cannot be reached';
const damaged = 'The answer of the service arrived damaged';
const plain = 'The host of the platform does not speak HTTPS there';
const untrusted = 'The certificate of the platform is not trusted';
const later = 'temporarily-unavailable';

describe('a request without a response is explained by the code of the system:', () => {
	it.each<
		[code: string, mayPass: boolean, cause: string | undefined, message: string, byProxy?: string]
	>([
		['ECONNREFUSED', true, later, 'The host of the platform refused the connection', noProxy],
		['ECONNRESET', true, later, broke, broke],
		['EPIPE', true, later, broke],
		['ERR_STREAM_PREMATURE_CLOSE', true, later, broke],
		['ERR_BODY_INCOMPLETE', true, later, broke],
		['ENOTFOUND', true, later, 'The host of the platform cannot be found', noProxy],
		['EAI_AGAIN', true, later, 'The host of the platform cannot be looked up right now', noProxy],
		['ETIMEDOUT', true, later, late, late],
		['ESOCKETTIMEDOUT', true, later, late],
		['ECONNABORTED', true, later, late],
		['EHOSTUNREACH', true, later, unreachable, noProxy],
		['ENETUNREACH', true, later, unreachable, noProxy],
		['DEPTH_ZERO_SELF_SIGNED_CERT', false, 'configuration-invalid', untrusted, untrusted],
		['CERT_HAS_EXPIRED', false, 'configuration-invalid', untrusted],
		['ERR_TLS_CERT_ALTNAME_INVALID', false, 'configuration-invalid', untrusted],
		['UNABLE_TO_VERIFY_LEAF_SIGNATURE', false, 'configuration-invalid', untrusted],
		['EPROTO', false, 'configuration-invalid', plain],
		['ERR_SSL_WRONG_VERSION_NUMBER', false, 'configuration-invalid', plain],
		['HPE_HEADER_OVERFLOW', false, undefined, 'The headers of the answer are too long'],
		[
			'HPE_INVALID_CONSTANT',
			false,
			undefined,
			'The host of the platform answered with something that is not HTTP',
		],
		['no response', false, later, unreachable],
		['toString', false, later, unreachable],
	])('%s (may pass: %s)', (code, isTransient, cause, message, byProxy = message) => {
		const error = errorFromSystem(code);
		expect(error).toMatchObject({ isTransient, message, reason: code });
		expect(error.schedulerFailure).toEqual(cause && { cause });
		expect(error.description).toMatch(new RegExp(`^[A-Z].* \\(${code}\\)$`));
		const described = expect.stringMatching(/^[A-Z]/) as string;
		const other = { isTransient, message: byProxy, description: described };
		expect(errorFromSystem(code, true)).toMatchObject(other);
	});
});

it.each([
	['Z_DATA_ERROR', damaged],
	['HPE_INVALID_CHUNK_SIZE', damaged],
	['ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC', damaged],
	['ECONNRESET', broke],
	['ETIMEDOUT', late],
])('a body that broke with %s may come whole the next time', (code, message) => {
	const error = errorFromBrokenBody(code);
	expect(error).toMatchObject({ message, reason: code, isTransient: true });
	expect(`${error.step} ${error.description}`).toMatch(new RegExp(`^ ?Try again .*\\(${code}\\)$`));
});

it.each<[what: string, code: string, form: ReadersForm, advice: string]>([
	['Timeout', 'ETIMEDOUT', { fields: ['Request Options'] }, 'raise Timeout under Request Options.'],
	['Ignore SSL Issues', 'CERT', { isOther: true }, 'You can turn on Ignore SSL Issues'],
	[
		'a proxy of n8n 1',
		'CERT',
		{ isOther: true, ignoresSsl: true },
		'Ignore SSL Issues is on, but n8n 1 does not apply it behind a proxy.',
	],
])('%s is named where it helps', (_what, code, form, advice) => {
	const descriptionIn = (reader: ReadersForm) =>
		(inWordsOf(errorFromSystem(code), reader) as UserFacingError).description;
	expect(descriptionIn(form)).toContain(advice);
	expect(descriptionIn({ isOther: false })).not.toContain(advice);
});
