import { steps, type Case } from './manners/case';
import { expectList, getOne, start } from './outsider';
import type { Manner } from './service';
import { expectTruth, secretsOf } from './truth';

const answering = (json: string): Manner => steps({ text: () => json });

/** What a service may answer when it is asked for the course c2. */
const singles: Case[] = [
	[
		'An envelope that has an ID',
		'all or an error',
		answering('{"id":"request-7","data":{"_id":"c2"}}'),
	],
	['A failure that has an ID', 'an error', answering('{"id":"request-7","success":false}')],
	['A part of a record', 'an error', steps({ status: '206 Partial Content' })],
	['Nothing', 'an error', steps({ status: '204 No Content', text: () => '' })],
];

it.each(singles)('Get is answered with %s: the user gets %s', async (_, must, manner) => {
	const service = await start({ list: [manner] });
	expectTruth(await getOne(service, 'c2'), must, service.records.slice(1, 2), secretsOf(service));
});

it.each([
	['commas, semicolons and quotes', 'a,b;c=%22d%22'],
	['what Base64 has', 'YWJj+/8=='],
	['brackets', '[a](b){c}'],
	['percent signs', '100%25%2541'],
	['a percent sign that is none', '50%'],
	['letters that an address may not have', 'Zoë|^`\\'],
	['spaces', 'a%20b+c'],
	['2 kB', 'z'.repeat(2_000)],
	['another address', 'https://x.example/?a=b'],
])('a cursor may have %s', async (_, text) => {
	await expectList({ cursor: (position) => `${text}${position}` }, 'all');
});

it('an empty list is a list', async () => {
	await expectList({ records: [] }, 'all');
});
