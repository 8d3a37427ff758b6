/** @jest-environment node */
import { listPages } from '../../../nodes/LearningPlatform/service';
import { connectionTo } from './answers';

afterEach(() => {
	jest.useRealTimers();
});

it('the wait before a retry ends when the signal fires', async () => {
	jest.useFakeTimers({ doNotFake: ['nextTick', 'performance', 'queueMicrotask', 'setImmediate'] });
	const stop = new AbortController();
	const client = await connectionTo(() => {
		setImmediate(() => {
			stop.abort(new Error('stopped'));
		});
		return { body: 'invalid' };
	});
	const pages = listPages(client.with({ maxRetries: 4, stopSignal: stop.signal }), 'courses');
	await expect(pages.next()).rejects.toThrow('stopped');
});
