import {
	credentialError,
	errorFromSystem,
	explainStatus,
	inWordsOfForm,
} from '../../../nodes/LearningPlatform/errors';
import { testRequest } from '../../../nodes/LearningPlatform/token';

const statuses = Array.from({ length: 300 }, (_, index) => 300 + index);
const systemCodes = [
	...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH'],
	...['CERT_HAS_EXPIRED', 'no response'],
];
const texts = [
	...statuses
		.map((status) => explainStatus(status))
		.map(({ message, step = '', advice }) => `${message}. ${step} ${advice}`),
	...systemCodes
		.map(errorFromSystem)
		.map(({ message, step, description }) => `${message}. ${step} ${description}`),
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

describe('an error is in the words of the form', () => {
	const errors = [
		...systemCodes.map(errorFromSystem),
		...statuses.map((status) => {
			const { message, step = '', advice } = explainStatus(status);
			return credentialError(message, step, advice);
		}),
	];
	const textOf = (error: unknown) => {
		const { message, step, description } = error as (typeof errors)[number];
		return `${message}. ${step} ${description}`;
	};

	it('of a service of the list, which has neither Base URL nor Ignore SSL Issues', () => {
		const all = errors.map((error) => textOf(inWordsOfForm(error, false)));
		for (const text of all) {
			expect(text).not.toMatch(/Ignore SSL Issues|Version Header|with Other:|With Other as/);
		}
		expect(all.filter((text) => text.includes('Check Service in the cred')).length).toBeGreaterThan(
			3,
		);
	});

	it('of another one, which needs no word on Service', () => {
		const all = errors.map((error) => textOf(inWordsOfForm(error, true)));
		for (const text of all) expect(text).not.toMatch(/with Other:|With Other as Service/);
		expect(
			all.filter((text) => text.includes('Check Base URL in the cred')).length,
		).toBeGreaterThan(3);
		expect(all.join()).toContain(' You can turn on Ignore SSL Issues in the credential instead.');
	});

	it('and anything else stays as it is', () => {
		const other = new Error('Service (with Other: Base URL)');
		expect(inWordsOfForm(other, true)).toBe(other);
	});
});
