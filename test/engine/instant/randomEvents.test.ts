import { repeats, SEED } from '../../repeats';
import { randomFor } from '../../sandbox/records/random';
import { startService } from '../service';
import { instantNode } from './instantNode';
import { userCreated } from './published';

const EVENTS = repeats(30, 400);

const lives = Array.from({ length: repeats(1, 2) }, (_, life) => SEED + life);

describe.each([
	['n8n', {}],
	['n8n 2 with durable cursors', { isDurable: true }],
])('in %s', (_, inN8n) => {
	it.each(lives)(
		`all ${EVENTS} events, each sent twice, arrive no matter what happens: run %i`,
		async (seed) => {
			const random = randomFor(seed, 0);
			// Days pass in seconds here, so writes per second are not limited.
			const limits = { writesPerSecond: 0 };
			const sandbox = await startService({ deliveryWaitsMs: [], deliveries: 2, ...limits });
			const { webhooks } = sandbox;
			const answered = { event: 'user.created', options: { addNames: [], answer: 'succeeded' } };
			const node = await instantNode(sandbox, answered, inN8n);
			await node.publish();
			const sent: string[] = [];
			const emit = () => {
				for (let left = random.below(20); left >= 0 && sent.length < EVENTS; left -= 1) {
					sent.push(...userCreated(sandbox));
				}
			};
			const failing = async () => {
				node.fail(true);
				emit();
				await webhooks.idle();
				node.fail(false);
			};
			const crash = async () => {
				node.answer('nobody');
				emit();
				await webhooks.idle();
				const began = performance.now();
				// Events that arrive while n8n starts are lost.
				node.answer('200 to everything');
				emit();
				await webhooks.idle();
				await node.start({ tookMs: performance.now() - began });
			};
			const rename = async () => {
				node.rename(random.pick(['Trigger', 'New', 'Newer']));
				await node.save();
			};
			const happenings = [
				() => webhooks.idle(),
				() => node.save(),
				() => node.hook('delete').then(() => node.publish()),
				() => node.poll(),
				failing,
				crash,
				rename,
			] as const;
			while (sent.length < EVENTS) {
				emit();
				await random.pick(happenings)();
			}
			await node.start();
			await webhooks.idle();
			const received = node.items.map(({ eventId }) => eventId);
			// Drops repeats, like n8n's Remove Duplicates node.
			expect([...new Set(received)].sort()).toEqual(sent.sort());
		},
	);
});
