/** Compares a list with the rows of a table, and finds the rows to write so that the table shows the list. */
export { TableComparison } from './compare';
export { REMOVED_AT, SYNC_VERSION, type TableRow } from './rows';
