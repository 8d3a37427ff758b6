/** The seed of random tests: `SEED=5 npm test -- faultInjection` repeats one. */
export const SEED = Number(process.env.SEED ?? 20_260_131);

/** True in `npm run test:all`, which runs long tests as well. */
export const isFullCampaign = process.env.CAMPAIGNS === 'full';

/**
 * Returns the number of runs of a random test.
 *
 * @param few in `npm test`
 * @param many in `npm run test:all`
 */
export const campaign = (few: number, many: number): number => (isFullCampaign ? many : few);
