import type { Sandbox } from '../../sandbox';
import { startService } from '../service';
import { Poller, polledOnce } from './poller';

let sandbox: Sandbox;

beforeEach(async () => {
	sandbox = await startService({ courses: 25, coursePageSize: 10 });
});

/** The sums of a poll that n8n's log has. */
const sums = ({ log }: Awaited<ReturnType<Poller['run']>>) =>
	log.filter(({ message }) => message.includes('polled')).map(({ metadata }) => metadata);

const idAt = (position: number) => sandbox.catalogue.list('courses')[position]?._id ?? '';

describe("the sum of a poll in n8n's log", () => {
	it('says what was found, also when no execution starts for it', async () => {
		const poller = await polledOnce(sandbox, { triggerOn: ['updated'] });
		sandbox.catalogue.remove('courses', idAt(3));
		sandbox.catalogue.remove('courses', idAt(3));
		sandbox.catalogue.update('courses', idAt(0), { name: 'Changed' });
		sandbox.catalogue.add('courses');

		expect(sums(await poller.run())).toEqual([
			expect.objectContaining({ records: 24, added: 1, updated: 1, removed: 2, isFirst: false }),
		]);
		expect(sums(await poller.run())).toEqual([
			expect.objectContaining({ records: 24, added: 0, updated: 0, removed: 0 }),
		]);
	});

	it.each([
		['has nothing to compare with', {}, 0],
		['reports everything with Emit on First Run', { emitOnFirstRun: true }, 25],
	])('says that the first poll %s', async (_, options, added) => {
		expect(sums(await new Poller(sandbox, { options }).run())).toEqual([
			expect.objectContaining({ records: 25, added, updated: 0, removed: 0, isFirst: true }),
		]);
	});

	it('is missing when the poll fails', async () => {
		sandbox.faults.add({ on: { kind: 'courses', page: 2 }, status: 403 });
		expect(sums(await new Poller(sandbox).run())).toEqual([]);
	});
});
