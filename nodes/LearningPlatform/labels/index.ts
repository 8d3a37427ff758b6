/** Adds names next to the IDs in records, for all operations and the trigger. */
export { openLabels } from './open';
export { unreadLabelFields, withLabels } from './label';
export { readLabeledList, type LabeledPage } from './pages';
