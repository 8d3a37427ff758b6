/** A list compared with the rows of a table: what has to be written so that the table shows the list. */
export { compareTable } from './compare';
export { hintAboutError, hintsAboutTable } from './hints';
export { REMOVED_AT, SYNC_VERSION, type TableRow } from './rows';
