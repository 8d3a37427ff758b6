import fc from 'fast-check';

import { campaign, SEED } from '../../campaign';
import { startSandbox } from '../../sandbox';
import { Life } from './model/life';
import { anyPlan } from './model/plan';

const LIVES = campaign(40, 200);

it(`every change is reported, and nothing else, in ${LIVES} random lives of a trigger (SEED=${SEED})`, async () => {
	const live = fc.asyncProperty(anyPlan, async (plan) => {
		const { list, records, pageSize } = plan;
		const measures = list === 'courses' ? { courses: records } : { courseStatistics: records };
		const sandbox = await startSandbox({ ...measures, pageSizes: { [list]: pageSize } });
		try {
			await new Life(sandbox, plan).live();
		} finally {
			await sandbox.stop();
		}
	});
	await fc.assert(live, { numRuns: LIVES, seed: SEED });
}, 3_600_000);
