/** From records to a file: CSV, Excel and JSON Lines, written while pages come in. */
export { type ExportFile, type FilePlan } from './columns';
export { stemOf } from './fileName';
export { fileForm, readFileForm } from './form';
export { formats, type Format } from './formats';
export { hintsAbout, type WrittenFile } from './hints';
export { writeFile } from './writeFile';
