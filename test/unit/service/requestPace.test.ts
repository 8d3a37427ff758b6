/** @jest-environment node */
import { paceOf } from '../../../nodes/LearningPlatform/service/requestPace';

type Pace = ReturnType<typeof paceOf>;

let paces = 0;
const newPace = () => paceOf(`pace ${(paces += 1)}`);

/** The pace at 1,000 ms, when so many requests were answered in the second before and the next was refused. */
function refusedAfter(answers: number) {
	const pace = newPace();
	for (let one = 1; one <= answers; one += 1) pace.answered((1_000 * one) / answers);
	pace.refused(990, 1_000);
	return pace;
}

/** Books for as long as there is no wait, but not for ever. @returns how many */
function booksAtOnce(now: number, pace: Pace) {
	let count = 0;
	while (count < 1_000 && pace.book(now) === now) count += 1;
	return count;
}

/** How many requests may go in a second, as far as two that follow each other tell. */
function perSecond(now: number, pace: Pace) {
	booksAtOnce(now, pace);
	const sentAt = pace.book(now);
	return 1_000 / (pace.book(now) - sentAt);
}

it('requests wait for nothing before one is refused', () => {
	const pace = newPace();
	expect(Array.from({ length: 1_000 }, () => pace.book(0))).toEqual(Array(1_000).fill(0));
});

describe('requests a second after a refusal:', () => {
	it.each([
		['nine tenths of what was answered in the last one', refusedAfter(50), 1_000, 45],
		['one more a second later', refusedAfter(50), 2_000, 46],
		['more than before, with time', refusedAfter(50), 101_000, 145],
		['ten, however few were answered', refusedAfter(3), 1_000, 10],
		['nine tenths of that, when the next comes', refusedTwice(1_150), 1_200, 0.9 * 45.2],
		['the same, when the next was sent before', refusedTwice(900), 1_200, 45.2],
		['nine tenths of what was answered, when fewer were', slowing(), 3_000, 18],
	])('%s', (_what, pace, now, expected) => {
		expect(perSecond(now, pace)).toBeCloseTo(expected, 6);
	});

	function refusedTwice(sentAt: number) {
		const pace = refusedAfter(50);
		for (let one = 0; one < 20; one += 1) pace.answered(1_190);
		pace.refused(sentAt, 1_200);
		return pace;
	}

	function slowing() {
		const pace = refusedAfter(50);
		for (let one = 0; one < 20; one += 1) pace.answered(2_500);
		pace.refused(2_900, 3_000);
		return pace;
	}
});

it('two tenths of a second that passed without a request may be caught up with', () => {
	const pace = refusedAfter(50);
	booksAtOnce(1_000, pace);
	expect(booksAtOnce(1_900, pace)).toBe(10);
});

it('the longest pause counts', () => {
	const pace = newPace();
	pace.pause(500);
	pace.pause(100);
	expect([0, 100, 499, 500, 900].map((now) => pace.book(now))).toEqual([500, 500, 500, 500, 900]);
});

const quiet = new AbortController().signal;

const pause = (credential: string, ms: number) => {
	paceOf(credential).pause(performance.now() + ms);
};

/** Waits for a pause to end; `over` says whether it has. */
function waiting(credential: string) {
	const state = { over: false };
	void paceOf(credential)
		.waitToSend(quiet)
		.then(() => {
			state.over = true;
		});
	return state;
}

describe('of all requests of a credential,', () => {
	beforeEach(() => {
		jest.useFakeTimers();
	});

	afterEach(() => {
		jest.useRealTimers();
	});

	it('a pause holds back all requests of its credential, and no others', async () => {
		pause('limited', 1_000);
		const [one, other, free] = [waiting('limited'), waiting('limited'), waiting('not limited')];
		await jest.advanceTimersByTimeAsync(999);
		expect([one.over, other.over, free.over]).toEqual([false, false, true]);
		await jest.advanceTimersByTimeAsync(1);
		expect([one.over, other.over]).toEqual([true, true]);
	});

	it('a pause that is prolonged is waited for to its new end', async () => {
		pause('prolonged', 1_000);
		const one = waiting('prolonged');
		await jest.advanceTimersByTimeAsync(500);
		pause('prolonged', 1_000);
		await jest.advanceTimersByTimeAsync(999);
		expect(one.over).toBe(false);
		await jest.advanceTimersByTimeAsync(1);
		expect(one.over).toBe(true);
	});

	it('after a refusal requests keep their distance, and a pause starts their wait over', async () => {
		await jest.advanceTimersByTimeAsync(1_000);
		const pace = paceOf('paced');
		pace.refused(performance.now(), performance.now());
		await jest.advanceTimersByTimeAsync(1);
		const all = Array.from({ length: 5 }, () => waiting('paced'));
		const over = () => all.filter((one) => one.over).length;
		await jest.advanceTimersByTimeAsync(0);
		// Two tenths of a second, at ten requests in one, may be caught up with.
		expect(over()).toBe(3);
		await jest.advanceTimersByTimeAsync(101);
		expect(over()).toBe(4);
		pause('paced', 1_000);
		await jest.advanceTimersByTimeAsync(999);
		expect(over()).toBe(4);
		await jest.advanceTimersByTimeAsync(1);
		expect(over()).toBe(5);
	});

	it('a clock that is set back makes no pause longer', async () => {
		pause('clock', 1_000);
		const one = waiting('clock');
		jest.setSystemTime(Date.now() - 3_600_000);
		const other = waiting('clock');
		await jest.advanceTimersByTimeAsync(1_000);
		expect([one.over, other.over]).toEqual([true, true]);
	});

	it('whoever is stopped waits no longer', async () => {
		pause('stopped', 60_000);
		const stop = new AbortController();
		const stopped = expect(paceOf('stopped').waitToSend(stop.signal)).rejects.toThrow('stopped');
		stop.abort(new Error('stopped'));
		await stopped;
	});
});
