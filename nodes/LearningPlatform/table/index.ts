/** A list compared with the rows of a table: what has to be written so that the table shows the list. */
export { TableComparison } from './compare';
export { REMOVED_AT, SYNC_VERSION, type TableRow } from './rows';
