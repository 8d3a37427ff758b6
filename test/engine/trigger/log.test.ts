import type { Sandbox } from '../../sandbox';
import { startService } from '../service';
import { Poller } from './poller';

let sandbox: Sandbox;

beforeEach(async () => {
	sandbox = await startService({ courses: 25, coursePageSize: 10 });
});

describe("the closing line of a poll in n8n's log", () => {
	it('says why the poll failed, and what it had read', async () => {
		sandbox.faults.add({ on: { kind: 'courses', page: 2 }, status: 403 });
		const run = await new Poller(sandbox).run();
		expect(run.log.at(-1)).toMatchObject({
			level: 'error',
			message: expect.stringMatching(
				/courses: failed after 1 page and \d+ ms: The service does not allow this request \(courses, page 2\)/,
			) as string,
			metadata: { pages: 1, records: 10 },
		});
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
