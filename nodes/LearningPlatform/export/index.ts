/** From records to a file: CSV, Excel and JSON Lines, written while pages come in. */
export { writeFiles } from './writeFiles';
