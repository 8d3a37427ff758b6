import { getEventListeners } from 'node:events';

import {
	abortable,
	deferred,
	markAsHandled,
} from '../../../nodes/LearningPlatform/values/promises';

describe('a promise that a signal can end', () => {
	it('gives its result without a signal', async () => {
		expect(await abortable(Promise.resolve(7))).toBe(7);
	});

	it('gives its result while the signal is quiet, and lets go of the signal', async () => {
		const { signal } = new AbortController();
		expect(await abortable(Promise.resolve(7), signal)).toBe(7);
		expect(getEventListeners(signal, 'abort')).toEqual([]);
	});

	it('fails as it does without a signal, and lets go of the signal', async () => {
		const { signal } = new AbortController();
		await expect(abortable(Promise.reject(new Error('no')), signal)).rejects.toThrow('no');
		expect(getEventListeners(signal, 'abort')).toEqual([]);
	});

	it('ends with the reason of the signal', async () => {
		const stop = new AbortController();
		const result = abortable(deferred<never>().promise, stop.signal);
		stop.abort(new Error('stopped'));
		await expect(result).rejects.toThrow('stopped');
	});

	it('ends at once when the signal fired before', async () => {
		const result = abortable(deferred<never>().promise, AbortSignal.abort(new Error('stopped')));
		await expect(result).rejects.toThrow('stopped');
	});

	it('does not mind a failure after the signal', async () => {
		const work = deferred<never>();
		const result = abortable(work.promise, AbortSignal.abort(new Error('stopped')));
		await expect(result).rejects.toThrow('stopped');
		work.reject(new Error('too late'));
		await expect(work.promise).rejects.toThrow('too late');
	});
});

it('a failure that was marked as seen still reaches whoever awaits it later', async () => {
	const failing = Promise.reject(new Error('no'));
	markAsHandled(failing);
	await expect(failing).rejects.toThrow('no');
});
