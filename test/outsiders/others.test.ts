import { steps, type Case } from './quirks/case';
import { expectList, getOne, listAll, start } from './outsider';
import type { Answer, Quirk } from './service';
import { expectTruth, secretsOf } from './truth';

const answering = (json: string): Quirk => steps({ text: () => json });

/** Responses to a request for course c2. */
const singles: Case[] = [
	[
		'a wrapper object with an ID',
		'all records or an error',
		answering('{"id":"request-7","data":{"_id":"c2"}}'),
	],
	['a failure response with an ID', 'an error', answering('{"id":"request-7","success":false}')],
	['a partial record', 'an error', steps({ status: '206 Partial Content' })],
	['no content', 'an error', steps({ status: '204 No Content', text: () => '' })],
];

it.each(singles)('Get receives %s: the result is %s', async (_, must, quirk) => {
	const service = await start({ list: [quirk] });
	expectTruth(await getOne(service, 'c2'), must, service.records.slice(1, 2), secretsOf(service));
});

it.each([
	['commas, semicolons, and quotes', 'a,b;c=%22d%22'],
	['Base64', 'YWJj+/8=='],
	['brackets', '[a](b){c}'],
	['percent signs', '100%25%2541'],
	['a percent sign without hexadecimal digits', '50%'],
	['characters that are not allowed in a URL', 'Zoë|^`\\'],
	['spaces', 'a%20b+c'],
	['2 kB', 'z'.repeat(2_000)],
	['another URL', 'https://x.example/?a=b'],
])('a cursor may contain %s', async (_, text) => {
	await expectList({ cursor: (position) => `${text}${position}` }, 'all records');
});

it('an empty list is not an error', async () => {
	await expectList({ records: [] }, 'all records');
});

/** A cache between n8n and the service (RFC 9111) that responds whenever the rules allow. */
function cache(): Quirk {
	const stored = new Map<string, Answer>();
	return (answer, { request }) => {
		const wantsNew = /no-cache|no-store|max-age=0/.test(request.headers.get('cache-control') ?? '');
		const old = wantsNew ? undefined : stored.get(request.target);
		if (old) Object.assign(answer, old, { fields: [...old.fields, 'Age: 300'] });
		else stored.set(request.target, { ...answer, fields: [...answer.fields] });
		answer.fields.push('Cache-Control: public, max-age=600');
	};
}

it('a cache between n8n and the service does not make a list stale', async () => {
	const service = await expectList({ list: [cache()] }, 'all records');
	service.records[1] = '{"_id":"c2","name":"Renamed"}';
	service.records.push('{"_id":"c6","name":"New"}');
	expectTruth(await listAll(service), 'all records', service.records);
});
