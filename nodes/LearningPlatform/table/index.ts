/** A list compared with the rows of a table: what has to be written so that the table shows the list. */
export { compareTable, type ToWrite } from './compare';
export { hintsAboutTable } from './hints';
export { REMOVED_AT } from './rows';
