/** @jest-environment node */
import { newPace } from '../../../nodes/LearningPlatform/service/pace';
import { accountOf } from '../../../nodes/LearningPlatform/token';

type Pace = ReturnType<typeof newPace>;

/** Returns the pace after this number of responses in one second and a rejection at 1,000 ms. */
function rejectedAfter(answers: number) {
	const pace = newPace();
	for (let one = 1; one <= answers; one += 1) pace.answered((1_000 * one) / answers);
	pace.rejected(990, 1_000);
	return pace;
}

/** Returns the number of requests allowed per second once any burst is used up. */
function perSecond(now: number, pace: Pace) {
	while (pace.book(now) === now) continue;
	const sentAt = pace.book(now);
	return 1_000 / (pace.book(now) - sentAt);
}

it('requests do not wait before the first rejection', () => {
	const pace = newPace();
	expect(Array.from({ length: 1_000 }, () => pace.book(0))).toEqual(Array(1_000).fill(0));
});

describe('after a rejection, the number of requests per second is', () => {
	it.each([
		['nine tenths of the responses in the last second', rejectedAfter(50), 1_000, 45],
		['one more after another second', rejectedAfter(50), 2_000, 46],
		['eventually higher than before the rejection', rejectedAfter(50), 101_000, 145],
		['at least ten', rejectedAfter(3), 1_000, 10],
		['nine tenths of the pace after a second rejection', rejectedTwice(1_150), 1_200, 0.9 * 45.2],
		['unchanged by the rejection of an earlier request', rejectedTwice(900), 1_200, 45.2],
		['lower if there are fewer responses', slowing(), 3_000, 18],
	])('%s', (_what, pace, now, expected) => {
		expect(perSecond(now, pace)).toBeCloseTo(expected, 6);
	});

	function rejectedTwice(sentAt: number) {
		const pace = rejectedAfter(50);
		for (let one = 0; one < 20; one += 1) pace.answered(1_190);
		pace.rejected(sentAt, 1_200);
		return pace;
	}

	function slowing() {
		const pace = rejectedAfter(50);
		for (let one = 0; one < 20; one += 1) pace.answered(2_500);
		pace.rejected(2_900, 3_000);
		return pace;
	}
});

it('requests can catch up by two tenths of a second', () => {
	const pace = rejectedAfter(3);
	const booked = Array.from({ length: 4 }, () => pace.book(1_000));
	expect(booked).toEqual([1_000, 1_000, 1_000, 1_100]);
});

describe('a pause', () => {
	const quiet = new AbortController().signal;

	const pause = (credential: string, ms: number) => {
		accountOf(credential)
			.memory(newPace)
			.pause(performance.now() + ms);
	};

	function waiting(credential: string) {
		const state = { over: false };
		void accountOf(credential)
			.memory(newPace)
			.waitToSend(quiet)
			.then(() => {
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

	it('holds back all requests with its credential, even if the clock is set back', async () => {
		pause('limited', 1_000);
		const [one, free] = [waiting('limited'), waiting('not limited')];
		jest.setSystemTime(Date.now() - 3_600_000);
		const other = waiting('limited');
		await jest.advanceTimersByTimeAsync(999);
		expect([one.over, other.over, free.over]).toEqual([false, false, true]);
		await jest.advanceTimersByTimeAsync(1);
		expect([one.over, other.over]).toEqual([true, true]);
	});

	it('can be extended but not shortened', async () => {
		pause('prolonged', 1_000);
		const one = waiting('prolonged');
		await jest.advanceTimersByTimeAsync(500);
		pause('prolonged', 1_000);
		pause('prolonged', 100);
		await jest.advanceTimersByTimeAsync(999);
		expect(one.over).toBe(false);
		await jest.advanceTimersByTimeAsync(1);
		expect(one.over).toBe(true);
	});

	it('ends at the current pace and lets some requests catch up', async () => {
		const pace = accountOf('paced').memory(newPace);
		await jest.advanceTimersByTimeAsync(1_000);
		pace.rejected(performance.now(), performance.now());
		// After the pause, the pace is 20 requests per second, and 4 requests catch up.
		pause('paced', 10_000);
		const all = Array.from({ length: 6 }, () => waiting('paced'));
		const over = () => all.filter((one) => one.over).length;
		await jest.advanceTimersByTimeAsync(9_999);
		expect(over()).toBe(0);
		await jest.advanceTimersByTimeAsync(1);
		expect(over()).toBe(5);
		await jest.advanceTimersByTimeAsync(49);
		expect(over()).toBe(5);
		await jest.advanceTimersByTimeAsync(1);
		expect(over()).toBe(6);
	});

	it('ends early for a canceled request', async () => {
		pause('stopped', 60_000);
		const stop = new AbortController();
		const pace = accountOf('stopped').memory(newPace);
		const stopped = expect(pace.waitToSend(stop.signal)).rejects.toThrow('stopped');
		stop.abort(new Error('stopped'));
		await stopped;
	});
});
