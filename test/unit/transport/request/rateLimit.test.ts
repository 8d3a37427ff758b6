import {
	pauseRequests,
	waitForTurn,
} from '../../../../nodes/LearningPlatform/transport/request/rateLimit';
import { stateOf } from '../../../../nodes/LearningPlatform/transport/token';

const quiet = new AbortController().signal;

/** Waits for a pause to end; `over` says whether it has. */
function waiting(credential: string) {
	const state = { over: false };
	void waitForTurn(credential, quiet).then(() => {
		state.over = true;
	});
	return state;
}

beforeEach(() => {
	jest.useFakeTimers();
});

afterEach(() => {
	jest.useRealTimers();
});

it('requests go at once while nothing holds them back', async () => {
	const free = waiting('free');
	await jest.advanceTimersByTimeAsync(0);
	expect(free.over).toBe(true);
});

it('a pause holds back all requests of its credential, and no others', async () => {
	pauseRequests('limited', 1_000);
	const [one, other, free] = [waiting('limited'), waiting('limited'), waiting('not limited')];
	await jest.advanceTimersByTimeAsync(999);
	expect([one.over, other.over, free.over]).toEqual([false, false, true]);
	await jest.advanceTimersByTimeAsync(1);
	expect([one.over, other.over]).toEqual([true, true]);
});

it('a pause that is prolonged is waited for to its new end', async () => {
	pauseRequests('prolonged', 1_000);
	const one = waiting('prolonged');
	await jest.advanceTimersByTimeAsync(500);
	pauseRequests('prolonged', 1_000);
	await jest.advanceTimersByTimeAsync(999);
	expect(one.over).toBe(false);
	await jest.advanceTimersByTimeAsync(1);
	expect(one.over).toBe(true);
});

it('a shorter pause does not end a longer one', async () => {
	pauseRequests('shorter', 1_000);
	pauseRequests('shorter', 10);
	const one = waiting('shorter');
	await jest.advanceTimersByTimeAsync(999);
	expect(one.over).toBe(false);
});

it('after a refusal requests keep their distance, and a pause begins their wait anew', async () => {
	await jest.advanceTimersByTimeAsync(1_000);
	const { pace } = stateOf('paced');
	pace.refused(performance.now(), performance.now());
	await jest.advanceTimersByTimeAsync(1);
	const all = Array.from({ length: 5 }, () => waiting('paced'));
	const over = () => all.filter((one) => one.over).length;
	await jest.advanceTimersByTimeAsync(0);
	// Two tenths of a second, at ten requests in one, may be caught up with.
	expect(over()).toBe(3);
	await jest.advanceTimersByTimeAsync(101);
	expect(over()).toBe(4);
	pauseRequests('paced', 1_000);
	await jest.advanceTimersByTimeAsync(999);
	expect(over()).toBe(4);
	await jest.advanceTimersByTimeAsync(1);
	expect(over()).toBe(5);
});

it('a clock that is set back makes no pause longer', async () => {
	pauseRequests('clock', 1_000);
	const one = waiting('clock');
	jest.setSystemTime(Date.now() - 3_600_000);
	const other = waiting('clock');
	await jest.advanceTimersByTimeAsync(1_000);
	expect([one.over, other.over]).toEqual([true, true]);
});

it('whoever is stopped waits no longer', async () => {
	pauseRequests('stopped', 60_000);
	const stop = new AbortController();
	const stopped = expect(waitForTurn('stopped', stop.signal)).rejects.toThrow('stopped');
	stop.abort(new Error('stopped'));
	await stopped;
});
