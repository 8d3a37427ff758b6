import { columnLetters } from './columnLetters';
import { mainElement } from './parts';

/** What spreadsheets can open. */
export const MAX_COLUMNS = 16_384;
export const MAX_ROWS = 1_048_576;

/** What comes before the rows of a sheet: the header stays in view, columns have their widths. */
export function sheetHead(widths: number[], isFirst: boolean): string {
	const selected = isFirst ? ' tabSelected="1"' : '';
	const frozen =
		'<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/>';
	const cols = widths.map(
		(width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
	);
	const hasColumns = widths.length > 0;
	return mainElement(
		'worksheet',
		`<sheetViews><sheetView${selected} workbookViewId="0">${hasColumns ? frozen : ''}</sheetView></sheetViews>` +
			'<sheetFormatPr defaultRowHeight="15"/>' +
			(hasColumns ? `<cols>${cols.join('')}</cols>` : '') +
			'<sheetData>',
	);
}

/**
 * What comes after the rows: a filter for all of them.
 *
 * @param columns how many there are; without any there is nothing to filter
 */
export function sheetTail(columns: number, rows: number): string {
	const filter = columns === 0 ? '' : `<autoFilter ref="A1:${columnLetters(columns - 1)}${rows}"/>`;
	return `</sheetData>${filter}</worksheet>`;
}
