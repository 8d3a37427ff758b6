import { errorFromSystem, explainStatus } from '../../../nodes/LearningPlatform/errors';
import { testRequest } from '../../../nodes/LearningPlatform/token';

const statuses = Array.from({ length: 300 }, (_, index) => 300 + index);
const systemCodes = [
	...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH'],
	...['CERT_HAS_EXPIRED', 'no response'],
];
const texts = [
	...statuses
		.map((status) => explainStatus(status))
		.map(({ message, advice }) => `${message}. ${advice}`),
	...systemCodes
		.map(errorFromSystem)
		.map(({ message, description }) => `${message}. ${description}`),
	...(testRequest.rules ?? []).map(({ properties }) => properties.message),
];

it.each(['Base URL', 'Version Header Name', 'API Version'])(
	'no error sends people to %s, which the credential hides for known services, without a word on Service',
	(field) => {
		const naming = texts.filter((text) => text.includes(field));
		expect(naming.length).toBeGreaterThan(1);
		for (const text of naming)
			expect(text).toMatch(/Service \(with Other|[Ww]ith Other as Service/);
	},
);

it('what happened is said without a field of the credential', () => {
	for (const text of texts) expect(text).not.toMatch(/^[^.]*Base URL[^.]*\. /);
});
