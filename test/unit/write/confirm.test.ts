import { accountOf } from '../../../nodes/LearningPlatform/token';
import { deferred } from '../../../nodes/LearningPlatform/values/promises';
import { serialized } from '../../../nodes/LearningPlatform/write/confirm';

it('a change that is canceled while it waits is neither made nor lets the next one overtake', async () => {
	const account = accountOf('any');
	const { signal } = new AbortController();
	const stop = new AbortController();
	const made: string[] = [];
	const { promise, resolve } = deferred<string>();
	const make = (name: string, ready: Promise<unknown>, by = signal) =>
		serialized({ account, signal: by }, 'session', async () => {
			await ready;
			made.push(name);
		});
	const first = make('first', promise);
	const canceled = make('canceled', Promise.resolve(), stop.signal);
	const next = make('next', Promise.resolve());
	stop.abort(new Error('Stopped'));
	await expect(canceled).rejects.toThrow('Stopped');
	// By now, every change that may be made has been made.
	await new Promise(setImmediate);
	resolve('ready');
	await Promise.all([first, next]);
	expect(made).toEqual(['first', 'next']);
});
