import { getEventListeners } from 'node:events';

import { LinkedAbort } from '../../../../nodes/LearningPlatform/transport/request/linkedAbort';

const reason = new Error('stopped');

describe('a linked signal', () => {
	it('is quiet while both are', () => {
		expect(new LinkedAbort(new AbortController().signal).signal.aborted).toBe(false);
	});

	it('fires with the other one, for its reason, and lets go of it', () => {
		const parent = new AbortController();
		const { signal } = new LinkedAbort(parent.signal);
		parent.abort(reason);
		expect(signal.reason).toBe(reason);
		expect(getEventListeners(parent.signal, 'abort')).toEqual([]);
	});

	it('has fired when the other one had', () => {
		expect(new LinkedAbort(AbortSignal.abort(reason)).signal.reason).toBe(reason);
	});

	it('fires by itself, without the other one, and lets go of it', () => {
		const parent = new AbortController();
		const linked = new LinkedAbort(parent.signal);
		linked.abort(reason);
		expect(linked.signal.reason).toBe(reason);
		expect(parent.signal.aborted).toBe(false);
		expect(getEventListeners(parent.signal, 'abort')).toEqual([]);
	});

	it('fires with the other one no more when it was released, but still by itself', () => {
		const parent = new AbortController();
		const linked = new LinkedAbort(parent.signal);
		linked.release();
		parent.abort(new Error('too late'));
		expect(linked.signal.aborted).toBe(false);
		linked.abort(reason);
		expect(linked.signal.reason).toBe(reason);
	});
});
