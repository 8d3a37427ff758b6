import type { Scenario } from '../harness/scenario';
import { exportToFile } from './export';
import { faults } from './faults';
import { items } from './items';
import { listing } from './listing';
import { names } from './names';
import { poll } from './poll';
import { size } from './size';
import { split } from './split';
import { tokens } from './tokens';
import { workbook } from './workbook';

/** In the order in which they run and are reported. */
export const scenarios: Scenario[] = [
	listing,
	split,
	size,
	items,
	names,
	tokens,
	faults,
	poll,
	exportToFile,
	workbook,
];
