import { gzipSync } from 'node:zlib';

import { isFullCampaign } from '../campaign';
import { all, fields, steps, typed, type Case } from './manners/case';
import { expectList, getOne, start } from './outsider';
import type { Manner } from './service';
import { expectTruth, secretsOf } from './truth';

const answering = (json: string): Manner => steps({ text: () => json });

/** What a service may answer when it is asked for the course c2. */
const singles: Case[] = [
	[
		'A record with 64 bits',
		'all or an error',
		(answer, { service }) => {
			answer.records = ['{"_id":"c2","size":9007199254740993}'];
			service.records.splice(1, 1, ...answer.records);
		},
	],
	[
		'An envelope that has an ID',
		'all or an error',
		answering('{"id":"request-7","data":{"_id":"c2"}}'),
	],
	['A failure that has an ID', 'an error', answering('{"id":"request-7","success":false}')],
	['A part of a record', 'an error', steps({ status: '206 Partial Content' })],
	['Nothing', 'an error', steps({ status: '204 No Content', text: () => '' })],
	[
		'A record in Latin 1',
		'all or an error',
		steps({ bytes: (json) => Buffer.from(json, 'latin1') }),
	],
	['A record of another type', 'all or an error', typed('text/html')],
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

it('a page that is larger when it is unpacked than n8n can hold ends with an error', async () => {
	if (!isFullCampaign) return;
	const blanks = gzipSync(Buffer.alloc(600_000_000, ' '));
	const bomb = all(fields('Content-Encoding: gzip'), steps({ coding: () => blanks }));
	await expectList({ list: [bomb] }, 'an error');
});
