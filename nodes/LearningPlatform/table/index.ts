/** Compares a list with a table's rows and determines which rows to write so that the table matches the list. */
export { TableComparison } from './compare';
export { REMOVED_AT, SYNC_VERSION, type TableRow } from './rows';
