import type { IHttpRequestHelper } from 'n8n-workflow';

import { LearningPlatformApi } from '../../../credentials/LearningPlatformApi.credentials';
import { inOneMessage } from '../../../nodes/LearningPlatform/errors';
import { FAILURE_KINDS, type Failure } from '../../../nodes/LearningPlatform/failures/failure';
import {
	brokenBodyFailure,
	responseFailure,
	systemFailure,
} from '../../../nodes/LearningPlatform/failures/request';
import { toNodeError } from '../../../nodes/LearningPlatform/nodeErrors';
import { parseJson } from '../../../nodes/LearningPlatform/service/body';
import { nextPageUrl } from '../../../nodes/LearningPlatform/service/nextPage';
import { readRecords, readSingleRecord } from '../../../nodes/LearningPlatform/service/records';
import { readCredentialFields } from '../../../nodes/LearningPlatform/token';
import { exchangeToken } from '../../../nodes/LearningPlatform/authentication/exchange';

// Checks every error that a request can cause, in every form that shows the error.

const statuses = [202, 301, 304, 400, 401, 402, 403, 404, 407, 408, 413, 429, 503, 511, 999];
const codes = [
	...['invalid_token', 'invalid_scope', 'bulkOperationNotRun', 'courseNotFound', 'other'],
	...['skillSolutionNotEnabled', 'sessionNotBelongToPath'],
];
const systemCodes = [
	...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH'],
	...['CERT_HAS_EXPIRED', 'HPE_HEADER_OVERFLOW', 'HPE_INVALID', 'Z_DATA_ERROR'],
	'no response',
];

const thrownBy = (fail: () => unknown): Failure[] => {
	try {
		fail();
		return [];
	} catch (error) {
		return [error as Failure];
	}
};

const bodies = [null, 'text', {}, { error: 'no' }, { _id: 'a' }, { success: false }, [[]]];
const page = 'https://service.example/api/v2/courses';
const account = {
	service: 'other',
	baseUrl: 'https://s.example',
	clientId: 'i',
	clientSecret: 's3cret',
};

const errors: Failure[] = [
	...statuses.flatMap((status) =>
		['', '<html>', '{"a":1}'].map((body) => responseFailure(status, body)),
	),
	...codes.map((code) => responseFailure(404, JSON.stringify({ error: code }))),
	responseFailure(403, '', 5),
	responseFailure(401, ''),
	...systemCodes.flatMap((code) => [systemFailure(code), systemFailure(code, true)]),
	...systemCodes.map(brokenBodyFailure),
	...bodies.flatMap((body) => thrownBy(() => readRecords(body, 'courses'))),
	...[...bodies, [], { _id: 'b' }].flatMap((body) => thrownBy(() => readSingleRecord(body, 'c'))),
	...['', '<html>', 'x'].flatMap((text) => thrownBy(() => parseJson(Buffer.from(text), 'a list'))),
	...['<https://evil.example>; rel=next', 'garbage'].flatMap((link) =>
		thrownBy(() => nextPageUrl(link, page)),
	),
	...[{}, { service: 'x' }].flatMap((data) => thrownBy(() => readCredentialFields(data))),
];

/** Returns the errors that token exchanges throw after their last retry. */
async function exchangeErrors(): Promise<Failure[]> {
	// Jest cannot fake the timers of n8n's `sleep`.
	const { outside } = globalThis as unknown as { outside: { globalThis: typeof globalThis } };
	const atOnce = (run: () => void) => setImmediate(run) as unknown as NodeJS.Timeout;
	const timers = jest.spyOn(outside.globalThis, 'setTimeout').mockImplementation(atOnce);
	const answers = [
		...[200, 302, 400, 401, 403, 404, 407, 429, 500, 501, 511].flatMap((statusCode) =>
			['', '<html>', {}, { error: 'invalid_client' }, { access_token: 'a', token_type: 'mac' }].map(
				(body) => async () => await Promise.resolve({ statusCode, body, headers: {} }),
			),
		),
		...systemCodes.map(
			(code) => async () => await Promise.reject(Object.assign(new Error(), { code })),
		),
	];
	const fields = readCredentialFields(account);
	const ends = answers.map(async (httpRequest) => {
		const http = { httpRequest } as unknown as IHttpRequestHelper['helpers'];
		return await exchangeToken(http, fields, undefined).then(
			() => [],
			(error: unknown) => [error as Failure],
		);
	});
	const found = (await Promise.all(ends)).flat();
	timers.mockRestore();
	return found;
}

const node = { name: 'Node', typeVersion: 1, position: [0, 0], parameters: {} };

const places = [undefined, { number: 1, recordsRead: 0 }, { number: 2, recordsRead: 500 }];

interface Shown {
	text: string;
	isOther: boolean | undefined;
	where: 'list' | 'get' | 'trigger' | 'test';
}

/** The fields of each form that shows errors. */
const FIELDS = {
	list: ['Filters', 'List to Read', 'Options', 'Request Options'],
	get: ['ID', 'Options', 'Request Options'],
	trigger: ['Filters', 'Options'],
} as const;

/** The failures that a credential test cannot have. */
const ofPages: readonly string[] = FAILURE_KINDS.page;

/** Yields an error's texts in a node, a tool, a trigger, and a credential test. */
function* shownOf(error: Failure): Generator<Shown, void> {
	for (const isOther of [true, false, undefined]) {
		if (!ofPages.includes(error.kind)) {
			const { message } = inOneMessage(error.with({ form: { isOther } })) as Error;
			yield { text: message, isOther, where: 'test' };
		}
		for (const where of ['list', 'get', 'trigger'] as const) {
			const form = { isOther, fields: FIELDS[where], scope: 'courses:read' };
			for (const place of places) {
				for (const type of ['learningPlatform', 'learningPlatformTool']) {
					const placed = error.with({ form, ...(place && { page: place }) });
					const shown = toNodeError({ ...node, type } as never, placed, 'courses');
					const head = shown.message.endsWith('.') ? shown.message : `${shown.message}.`;
					yield { text: `${head} ${shown.description ?? ''}`.trim(), isOther, where };
				}
			}
		}
	}
}

/** The messages in the credential test's rules, which are the same in every form. */
const inRules = (new LearningPlatformApi().test.rules ?? []).map(
	({ properties: { message: text } }): Shown => ({
		text,
		isOther: undefined,
		where: 'test',
	}),
);

const shown = async () => {
	const all = [...errors, ...(await exchangeErrors())].flatMap((error) => [...shownOf(error)]);
	const distinct = new Map([...all, ...inRules].map((one) => [JSON.stringify(one), one]));
	return [...distinct.values()];
};

const LOOSE_ENDS: [what: string, pattern: RegExp][] = [
	['double space', / {2}/],
	['sentence that ends with a conjunction', /\b(and|or|with|the|so that|because)[,.]/i],
	['stray punctuation', /\s[,.;:]|[,;:]$|\.\.|,\./],
	['sentence that starts in lowercase', /(?<!e\.g)\. [a-z]/],
	['missing final period', /[^.)]$/],
	['n8n wording instead of ours', /incorrect host|cannot be established/],
	['leftover code', /undefined|\[(?!removed)|=>|NaN|[{}]/],
];

describe('an error text has', () => {
	let all: Shown[];

	beforeAll(async () => {
		all = await shown();
	});

	it.each(LOOSE_ENDS)('no %s', (_what, pattern) => {
		expect(all.length).toBeGreaterThan(1_000);
		// These rules do not apply to text quoted from the service.
		const texts = all.map(({ text }) => text.replace(/"[^"]*"/g, '"x"'));
		expect([...new Set(texts.filter((text) => pattern.test(text)))].slice(0, 5)).toEqual([]);
	});

	it.each<[who: string, has: (one: Shown) => boolean, fields: RegExp]>([
		[
			'a reader with a preset service',
			({ isOther }) => isOther === false,
			/(?<!Choose Other for Service in the credential, and enter .*)Base URL|Version Header|API Version|Ignore SSL|[Ww]ith Other/,
		],
		[
			'a reader with Other as the service',
			({ isOther }) => isOther === true,
			/[Ww]ith Other|Check Service|Choose Other/,
		],
		['Get, which has no filters', ({ where }) => where === 'get', /under Filters|List to Read/],
		['a trigger', ({ where }) => where === 'trigger', /raise Timeout|in the proxy address/],
		[
			'a credential test',
			({ where }) => where === 'test',
			/under Filters|under Options|raise Timeout|in the proxy address|\((E|HPE|CERT|Z)[A-Z_]+\)/,
		],
	])('no field that is hidden from %s', (_who, has, fields) => {
		const texts = all.filter(has).map(({ text }) => text);
		expect(texts.length).toBeGreaterThan(100);
		expect([...new Set(texts.filter((text) => fields.test(text)))].slice(0, 5)).toEqual([]);
	});

	it.each([
		[true, 'Check Base URL in the credential.'],
		[false, 'Check Service in the credential.'],
		[undefined, 'Check Service (or Base URL for Other) in the credential.'],
		[true, 'You can turn on Ignore SSL Issues (Insecure) in the credential instead; '],
		[true, "Enter the platform's final address under Base URL in the credential."],
		[false, 'Try the other region, EU or US, under Service'],
	])('the name of a visible field (isOther is %s): %s', (isOther, sentence) => {
		const texts = all.filter((one) => one.isOther === isOther).map(({ text }) => text);
		expect(texts.filter((text) => text.includes(sentence)).length).toBeGreaterThan(3);
	});
});
