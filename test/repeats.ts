/** The seed for random tests: `SEED=5 npm test -- faultInjection` repeats a run. */
export const SEED = Number(process.env.SEED ?? 20_260_131);

/** True in `npm run test:all`, which includes long tests. */
export const isFullRun = process.env.TESTS === 'all';

/**
 * Returns the number of times to run a random test.
 *
 * @param few in `npm test`
 * @param many in `npm run test:all`
 */
export const repeats = (few: number, many: number): number => (isFullRun ? many : few);

/** Like `repeats`, for the longest random tests, of which `.ci/run` runs only a share: `SHARE=0.25`. */
export const longRepeats = (few: number, many: number): number =>
	repeats(few, Math.ceil(many * Number(process.env.SHARE ?? 1)));
