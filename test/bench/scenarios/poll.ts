import { join } from 'node:path';

import { inOwnProcess } from '../harness/ownProcess';
import { number, ratio, type Row, shown, takeTurns } from '../harness/rows';
import { withService } from '../harness/service';
import { n8nCoreVersion } from '../results';
import type { PollAnswer, PollRequest } from './pollProcess';
import type { Scenario } from './scenario';

const SIZES = [1_000, 10_000, 100_000];

const CONTENDERS = ['poll', 'pollChanges', 'loop'] as const;

/**
 * Compares a poll that finds no changes, reading either the whole list or only changes, with a loop that just lists the
 * records. Each run has its own process that contains only n8n's engine.
 */
export const poll: Scenario = {
	name: 'poll',
	async run({ quick }) {
		const rows: Row[] = [];
		for (const records of quick ? [1_000] : SIZES) {
			const { result } = await withService(
				{ courses: records, recordBytes: 1_000 },
				async (account) => {
					const entrants = [];
					for (const contender of CONTENDERS) {
						// The trigger's state after a first poll.
						const { state } = await polled({ contender, account });
						const run = async () => (await polled({ contender, account, state })).figures;
						const engine = `n8n-core ${n8nCoreVersion()}`;
						entrants.push({ engine, setting: number(records), contender, run });
					}
					return await takeTurns(quick ? 1 : 3, entrants);
				},
			);
			rows.push(...result);
		}
		return rows;
	},
	setting: 'Records',
	columns: {
		'CPU / bare loop': ({ of }) => ratio(of('poll', 'cpuMs'), of('loop', 'cpuMs')),
		'Peak memory / bare loop': ({ of }) => ratio(of('poll', 'peakMb'), of('loop', 'peakMb')),
		'CPU: changes / whole list': ({ of }) => ratio(of('pollChanges', 'cpuMs'), of('poll', 'cpuMs')),
		'Time: whole list': ({ of }) => shown(of('poll', 'ms'), 'ms'),
		'Time: changes': ({ of }) => shown(of('pollChanges', 'ms'), 'ms'),
		'State, bytes per record': ({ setting, of }) =>
			ratio(of('poll', 'stateBytes'), Number(setting.replaceAll(',', ''))),
	},
};

const polled = (request: PollRequest) =>
	inOwnProcess<PollAnswer>(join(__dirname, 'pollProcess.ts'), request);
