import fc from 'fast-check';

import { startSandbox } from '../../sandbox';
import { Life } from './model/life';
import { anyPlan } from './model/plan';

const SEED = Number(process.env.SEED ?? 20_260_131);

it(`every change is reported, and nothing else, in 300 random lives of a trigger (SEED=${SEED})`, async () => {
	const live = fc.asyncProperty(anyPlan, async (plan) => {
		const { courses, pageSize: coursePageSize } = plan;
		const sandbox = await startSandbox({ courses, coursePageSize });
		try {
			await new Life(sandbox, plan).live();
		} finally {
			await sandbox.stop();
		}
	});
	await fc.assert(live, { numRuns: 300, seed: SEED });
}, 480_000);
