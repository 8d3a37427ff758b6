import { listAll, start } from './outsider';
import type { Answer, Manner } from './service';
import { expectTruth } from './truth';

/** A cache between n8n and the service, as RFC 9111 allows it: it answers by itself, unless it is told not to. */
function cache(): Manner {
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
	const service = await start({ list: [cache()] });
	expectTruth(await listAll(service), 'all', service.records);
	service.records[1] = '{"_id":"c2","name":"Renamed"}';
	service.records.push('{"_id":"c6","name":"New"}');
	expectTruth(await listAll(service), 'all', service.records);
});
