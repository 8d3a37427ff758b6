/** Where the random choices of a campaign begin: `SEED=5 npm test -- faultInjection` repeats one. */
export const SEED = Number(process.env.SEED ?? 20_260_131);

/**
 * How much a test does of something that cannot be done too often, such as random schedules.
 *
 * @param few in `npm test`, which has to be quick
 * @param many in `npm run test:all`
 */
export const campaign = (few: number, many: number): number =>
	process.env.CAMPAIGNS === 'full' ? many : few;
