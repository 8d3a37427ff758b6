import type { Fault, Sandbox } from '../../sandbox';
import { startService } from '../service';
import { allEvents, Poller, polledOnce } from './poller';

let sandbox: Sandbox;

beforeEach(async () => {
	sandbox = await startService({ courses: 25, coursePageSize: 10 });
});

describe('a list that fails half-way', () => {
	it.each<[how: string, fault: Fault, message: string]>([
		[
			'with a refusal',
			{ status: 403 },
			'The service does not allow this request (courses, page 2)',
		],
		[
			'with a broken body',
			{ drop: 'inBody' },
			'The connection to the service broke (courses, page 2)',
		],
		[
			'with a web page',
			{ body: '<html>' },
			'The service answered with a web page instead of a list (courses, page 2)',
		],
	])('%s is an error and changes nothing', async (_, fault, message) => {
		const poller = await polledOnce(sandbox, { ...allEvents, options: { maxRetries: 0 } });
		const before = poller.staticData;
		const [first, , last] = sandbox.catalogue.list('courses');
		sandbox.catalogue.update('courses', String(first?._id), { name: 'Changed' });
		sandbox.catalogue.remove('courses', String(last?._id));
		const added = sandbox.catalogue.add('courses');
		sandbox.faults.add({ on: { kind: 'courses', page: 2 }, ...fault });

		const { items, error, staticData } = await poller.run();

		expect(items).toBeNull();
		expect(error?.message).toBe(message);
		expect(error).toHaveProperty(
			'description',
			expect.stringContaining('10 records had been read'),
		);
		expect(staticData).toEqual(before);
		expect(await poller.eventsInTwo()).toEqual([
			['updated', first?._id],
			['added', added._id],
			['removed', last?._id],
		]);
	});

	it('at the first poll stores nothing, so that the next one is the first', async () => {
		sandbox.faults.add({ on: { kind: 'courses', page: 3 }, status: 403 });
		const poller = new Poller(sandbox, allEvents);
		expect((await poller.run()).error).toBeDefined();
		expect(poller.staticData).toEqual({});
		expect(await poller.emitted()).toEqual([]);
		expect(await poller.emitted()).toEqual([]);
	});
});

it('a token that was revoked between two polls is exchanged', async () => {
	const poller = await polledOnce(sandbox, allEvents);
	sandbox.tokens.revokeAll();
	const added = sandbox.catalogue.add('courses');
	expect(await poller.events()).toEqual([['added', added._id]]);
});

describe('a parameter that cannot be used is reported before anything is sent:', () => {
	it.each([
		[
			'a resource that this version does not know',
			{ resource: 'badge' },
			'Resource is not one that this version of the node knows',
		],
		['no event', { triggerOn: [] }, 'No event is selected in Trigger On'],
	])('%s', async (_, parameters, message) => {
		const { error } = await new Poller(sandbox, parameters).run();
		expect(error?.message).toBe(message);
		expect(sandbox.journal.entries).toEqual([]);
	});
});

describe("n8n's scheduler is told when to poll again:", () => {
	it.each<[what: string, fault: Fault, failure: object]>([
		[
			'as soon as the service lets it',
			{ status: 429, headers: { 'retry-after': '120' } },
			{ cause: 'rate-limited', retryAfterMs: 120_000 },
		],
		[
			'when the platform issues tokens again',
			{ on: { kind: 'token' }, status: 503, times: 3 },
			{ cause: 'temporarily-unavailable' },
		],
		[
			'when the credential is mended',
			{ on: { kind: 'token' }, status: 401 },
			{ cause: 'credential-invalid' },
		],
	])('%s', async (_, fault, failure) => {
		const poller = new Poller(sandbox, { options: { maxRetries: 0 } });
		sandbox.faults.add({ on: { kind: 'courses' }, ...fault });
		expect((await poller.run()).error).toHaveProperty('failure', failure);
	});

	it('when the parameters are mended', async () => {
		const { error } = await new Poller(sandbox, { triggerOn: [] }).run();
		expect(error).toHaveProperty('failure', { cause: 'configuration-invalid' });
	});
});
