/** Where the random choices of a campaign begin: `SEED=5 npm test -- faultInjection` repeats one. */
export const SEED = Number(process.env.SEED ?? 20_260_131);

/** Whether a test that takes long runs at all: in `npm run test:all`. */
export const isFullCampaign = process.env.CAMPAIGNS === 'full';

/**
 * How much a test does of something that cannot be done too often, such as random schedules.
 *
 * @param few in `npm test`, which has to be quick
 * @param many in `npm run test:all`
 */
export const campaign = (few: number, many: number): number => (isFullCampaign ? many : few);
