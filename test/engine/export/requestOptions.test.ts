import { startProxy } from '../proxy';
import { startService } from '../service';
import { exportFile, recordsIn } from './exports';

// n8n adds these fields by itself to the node, and applies them to its declarative operations only.
const idsIn = async (items: Parameters<typeof recordsIn>[0][]) =>
	(await recordsIn(items[0])).map(({ _id }) => _id);

it('Timeout ends a request that hangs', async () => {
	const sandbox = await startService({ courses: 6, coursePageSize: 2 });
	sandbox.faults.add({ on: { kind: 'courses', page: 2 }, delayBeforeHeadersMs: 60_000 });
	const parameters = { requestOptions: { timeout: 3_000 }, options: { maxRetries: 0 } };
	const { error } = await exportFile(sandbox, parameters);
	expect(error?.message).toBe('The service did not answer in time (courses, page 2)');
});

it('Proxy carries the token request and every page', async () => {
	const sandbox = await startService({ courses: 5, coursePageSize: 2 });
	const proxy = await startProxy();
	const { items } = await exportFile(sandbox, { requestOptions: { proxy: proxy.url } });
	expect(await idsIn(items)).toEqual(sandbox.catalogue.list('courses').map(({ _id }) => _id));
	expect(proxy.carried).toEqual(
		sandbox.journal.entries.map(({ method, url }) => `${method} ${sandbox.origin}${url}`),
	);
});

it('Proxy has to be an address', async () => {
	const sandbox = await startService({ courses: 1 });
	const { error } = await exportFile(sandbox, { requestOptions: { proxy: 'proxy.example' } });
	expect(error?.message).toBe('The proxy is not valid');
	expect(sandbox.journal.entries).toEqual([]);
});
