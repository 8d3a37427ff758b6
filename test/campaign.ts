/** The seed for random tests: `SEED=5 npm test -- faultInjection` repeats one. */
export const SEED = Number(process.env.SEED ?? 20_260_131);

/** True in `npm run test:all`, which also runs long tests. */
export const isFullCampaign = process.env.CAMPAIGNS === 'full';

/**
 * Returns how often a random test runs.
 *
 * @param few in `npm test`
 * @param many in `npm run test:all`
 */
export const campaign = (few: number, many: number): number => (isFullCampaign ? many : few);
