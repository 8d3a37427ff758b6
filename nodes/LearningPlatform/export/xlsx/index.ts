/** From records to an Excel workbook. */
export { dateReader } from './dates';
export { xlsxFile, type WorkbookFigures } from './workbook';
