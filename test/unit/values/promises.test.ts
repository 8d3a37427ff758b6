import { getEventListeners } from 'node:events';

import {
	abortable,
	deferred,
	markAsHandled,
} from '../../../nodes/LearningPlatform/values/promises';

describe('waits for a promise', () => {
	it('without a signal', async () => {
		expect(await abortable(Promise.resolve(7))).toBe(7);
	});

	it('and then stops listening to the signal', async () => {
		const { signal } = new AbortController();
		expect(await abortable(Promise.resolve(7), signal)).toBe(7);
		await expect(abortable(Promise.reject(new Error('no')), signal)).rejects.toThrow('no');
		expect(getEventListeners(signal, 'abort')).toEqual([]);
	});

	it('until the signal fires', async () => {
		const stop = new AbortController();
		const result = abortable(deferred<never>().promise, stop.signal);
		stop.abort(new Error('stopped'));
		await expect(result).rejects.toThrow('stopped');
	});

	it('unless the signal has already fired, but handles a later failure', async () => {
		const work = deferred<never>();
		const result = abortable(work.promise, AbortSignal.abort(new Error('stopped')));
		await expect(result).rejects.toThrow('stopped');
		work.reject(new Error('too late'));
		await expect(work.promise).rejects.toThrow('too late');
	});
});

it('a rejection marked as handled still reaches callers that await the promise', async () => {
	const failing = Promise.reject(new Error('no'));
	markAsHandled(failing);
	await expect(failing).rejects.toThrow('no');
});
