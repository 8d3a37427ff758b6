/** From records to a file: CSV, Excel and JSON Lines, written while pages come in. */
export { stemOf } from './fileName';
export { fileForm, readFileForm } from './form';
export { hintsAbout, type WrittenFile } from './hints';
export { writeFile } from './writeFile';
