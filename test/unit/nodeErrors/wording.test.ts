import { LearningPlatformApi } from '../../../credentials/LearningPlatformApi.credentials';
import { inOneMessage } from '../../../nodes/LearningPlatform/errors';
import {
	Failure,
	FAILURE_KINDS,
	type FailureFacts,
} from '../../../nodes/LearningPlatform/failures/failure';
import { toNodeError } from '../../../nodes/LearningPlatform/nodeErrors';

// Checks the sentences about every kind of failure, in every form that shows them.

const common = { subject: '7', serviceCode: 'courseNotFound', expected: 'a list', found: 'text' };

/** What may be known about a failure. */
const FACTS: FailureFacts[] = [
	{ ...common, status: 404, bodyKind: 'data', quote: 'no' },
	{ ...common, status: 503, bodyKind: 'webPage', quote: '' },
	{ ...common, status: 200, bodyKind: 'nothing', quote: '' },
	{ ...common, status: 400, bodyKind: 'data', quote: '', systemCode: 'ECONNRESET' },
];

/** No response causes these; test/engine/failures.txt has them. */
const OF_FIELDS = /^(apiVersion|baseUrl|certificateCheck|domain|versionHeader)/;

const failures = Object.values(FAILURE_KINDS)
	.flat()
	.filter((kind) => !OF_FIELDS.test(kind))
	.flatMap((kind) => FACTS.map((facts) => new Failure(kind, facts)));

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

const shown = [...failures.flatMap((error) => [...shownOf(error)]), ...inRules];
const all = [...new Map(shown.map((one) => [JSON.stringify(one), one])).values()];

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
