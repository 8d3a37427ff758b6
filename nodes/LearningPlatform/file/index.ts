/** From records to a file: CSV, Excel and JSON Lines, written while pages come in. */
export { type ExportFile, type FilePlan } from './columns';
export { fileForm } from './form';
export { formats, type Format } from './formats';
export { writeFiles } from './writeFiles';
