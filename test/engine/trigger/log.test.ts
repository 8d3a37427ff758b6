import type { Sandbox } from '../../sandbox';
import { startService } from '../service';
import { allEvents, courseIdAt, Poller, polledOnce } from './poller';

let sandbox: Sandbox;

beforeEach(async () => {
	sandbox = await startService({ courses: 25, coursePageSize: 10 });
});

/** The closing line of a poll in n8n's log, without its times. */
const closing = ({ log }: Awaited<ReturnType<Poller['run']>>) =>
	log
		.filter(({ message }) => /: (polled|failed after|canceled)/.test(message))
		.map(({ level, message }) => {
			const [, what] = /courses: (.*) \(node/.exec(message) ?? [];
			return `${level}: ${what?.replace(/\d+ ms/, '... ms')}`;
		});

describe("the closing line of a poll in n8n's log", () => {
	it('says what was reported, and what is missing', async () => {
		const poller = await polledOnce(sandbox, allEvents);
		sandbox.catalogue.remove('courses', courseIdAt(sandbox, 3));
		sandbox.catalogue.remove('courses', courseIdAt(sandbox, 3));
		sandbox.catalogue.update('courses', courseIdAt(sandbox, 0), { name: 'Changed' });
		sandbox.catalogue.add('courses');

		expect(closing(await poller.run())).toEqual([
			'info: polled 24 records in ... ms: 0 removed, 1 updated, 1 added; 2 missing, to be looked for again',
		]);
		expect(closing(await poller.run())).toEqual([
			'info: polled 24 records in ... ms: 2 removed, 0 updated, 0 added',
		]);
	});

	it('says why the poll failed, and what it had read', async () => {
		sandbox.faults.add({ on: { kind: 'courses', page: 2 }, status: 403 });
		const run = await new Poller(sandbox).run();
		expect(closing(run)).toEqual([
			'error: failed after 1 page and ... ms: The service does not allow this request (courses, page 2)',
		]);
		expect(run.log.at(-1)?.metadata).toMatchObject({ pages: 1, records: 10 });
	});

	it('is there for a poll that never began', async () => {
		const { log } = await new Poller(sandbox, { triggerOn: [] }).run();
		expect(log.map(({ level, message }) => `${level}: ${message}`)).toEqual([
			expect.stringMatching(
				/^error: .* records: failed after 0 pages and \d+ ms: No event is selected in Trigger On \(/,
			),
		]);
	});
});
