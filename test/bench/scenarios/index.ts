import type { Scenario } from '../harness/scenario';
import { exportToFile } from './export';
import { items } from './items';
import { listing } from './listing';
import { names } from './names';
import { poll } from './poll';
import { split } from './split';

/** In the order in which they run and are reported. */
export const scenarios: Scenario[] = [listing, split, items, names, poll, exportToFile];
