import { join } from 'node:path';

import { sheetsOf } from '../../workbook';
import { inOwnProcess } from '../harness/ownProcess';
import { number, ratio, shown, takeTurns } from '../harness/rows';
import type { Scenario } from './scenario';
import type { WorkbookAnswer, WorkbookRequest } from './workbookProcess';

const CONTENDERS = ['node', 'excelJs', 'excelJsByDefault'] as const;

const SIZE = { records: 50_000, repetitions: 7 };

const QUICK_SIZE = { records: 1_000, repetitions: 1 };

/**
 * Writes the same workbook with this package and with ExcelJS's streaming writer: at the same compression level, and at
 * the faster level that ExcelJS uses by default. Each run has its own process, in which modules and records are loaded
 * before the clock starts.
 */
export const workbook: Scenario = {
	name: 'workbook',
	async run({ quick }) {
		await expectSameCells();
		const { records, repetitions } = quick ? QUICK_SIZE : SIZE;
		const entrants = CONTENDERS.map((contender) => ({
			engine: '-',
			setting: number(records),
			contender,
			run: async () => (await written({ contender, records })).figures,
		}));
		return await takeTurns(repetitions, entrants);
	},
	setting: 'Rows of 20 cells',
	columns: {
		'CPU / ExcelJS': ({ of }) => ratio(of('node', 'cpuMs'), of('excelJs', 'cpuMs')),
		'CPU / ExcelJS, fast': ({ of }) => ratio(of('node', 'cpuMs'), of('excelJsByDefault', 'cpuMs')),
		'Size / ExcelJS, fast': ({ of }) => ratio(of('node', 'bytes'), of('excelJsByDefault', 'bytes')),
		'CPU: this node': ({ of }) => shown(of('node', 'cpuMs'), 'ms'),
		'CPU: ExcelJS': ({ of }) => shown(of('excelJs', 'cpuMs'), 'ms'),
		'Peak memory: this node': ({ of }) => shown(of('node', 'peakMb'), 'MB'),
		'Peak memory: ExcelJS': ({ of }) => shown(of('excelJs', 'peakMb'), 'MB'),
	},
};

const written = (request: WorkbookRequest) =>
	inOwnProcess<WorkbookAnswer>(join(__dirname, 'workbookProcess.ts'), request);

/** @throws {Error} if the contenders' workbooks differ in a cell */
async function expectSameCells(): Promise<void> {
	const [ours, theirs] = await Promise.all(
		(['node', 'excelJs'] as const).map(async (contender) => {
			const { workbook: file = '' } = await written({ contender, records: 500, isKept: true });
			return JSON.stringify(sheetsOf(Buffer.from(file, 'base64')), withoutRounding);
		}),
	);
	if (ours !== theirs) throw new Error('The workbooks that are compared have different cells.');
}

/** Rounds dates to the millisecond: the contenders' dates differ in the last digit. */
const withoutRounding = (_key: string, value: unknown) =>
	typeof value === 'number' ? Math.round(value * 86_400_000) : value;
