/** Writes records to a CSV, Excel, or JSON Lines file as their pages arrive. */
export { stemOf } from './fileName';
export { fileForm, readFileForm } from './form';
export { hintsAbout, type WrittenFile } from './hints';
export { writeFile } from './writeFile';
