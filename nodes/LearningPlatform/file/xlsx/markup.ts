import type { ZipEntry } from '../compress';

/** The limits of a sheet. */
export const MAX_COLUMNS = 16_384;
export const MAX_ROWS = 1_048_576;

/** Cell styles by their order in `styles`. */
export const STYLES = { plain: 0, header: 1, dateTime: 2, date: 3, text: 4 };

/** Returns the name of a column, such as A, Z, AA or XFD. @param index from 0 */
export function columnLetters(index: number): string {
	const before = Math.floor(index / 26) - 1;
	return (before < 0 ? '' : columnLetters(before)) + String.fromCharCode(65 + (index % 26));
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const CONTENT_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

function mainElement(name: string, content: string): string {
	return `${DECLARATION}<${name} xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}">${content}`;
}

const styles = mainElement(
	'styleSheet',
	'<numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/>' +
		'<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/></numFmts>' +
		'<fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font>' +
		'<font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>' +
		'<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
		'<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
		'<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
		'<cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
		'<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>' +
		'<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
		'<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
		// 49 is the format "Text": a text stays a text when it is edited.
		'<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>' +
		'<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
);

function entry(name: string, xml: string): ZipEntry {
	return { name, content: [Buffer.from(xml)] };
}

const SHEET_PATH = 'worksheets/sheet1.xml';

/** Returns the parts of a workbook. @param rows called once the sheet is written; the header counts as a row */
export function* workbookEntries(
	sheet: ZipEntry['content'],
	listName: string,
	columns: number,
	rows: () => number,
): Generator<ZipEntry, void> {
	const targets = [
		['worksheet', SHEET_PATH],
		['styles', 'styles.xml'],
	];
	yield entry('_rels/.rels', relationships([['officeDocument', 'xl/workbook.xml']]));
	yield entry('xl/styles.xml', styles);
	yield { name: `xl/${SHEET_PATH}`, content: sheet };
	yield entry('xl/workbook.xml', workbook(listName, columns, rows()));
	yield entry('xl/_rels/workbook.xml.rels', relationships(targets));
	yield entry('[Content_Types].xml', contentTypes);
}

const MAX_NAME_LENGTH = 31;

/** Returns the markup before the rows of a sheet. */
export function sheetHead(widths: number[]): string {
	const frozen =
		'<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/>';
	const cols = widths.map(
		(width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
	);
	return mainElement(
		'worksheet',
		`<sheetViews><sheetView tabSelected="1" workbookViewId="0">${frozen}</sheetView></sheetViews>` +
			'<sheetFormatPr defaultRowHeight="15"/>' +
			(cols.length > 0 ? `<cols>${cols.join('')}</cols>` : '') +
			'<sheetData>',
	);
}

/** Returns the markup after the rows, with a filter for all of them. */
export function sheetTail(columns: number, rows: number): string {
	const filter = columns === 0 ? '' : `<autoFilter ref="A1:${columnLetters(columns - 1)}${rows}"/>`;
	return `</sheetData>${filter}</worksheet>`;
}

/** Returns the part with the sheet's name, and with the range of its filter, which Excel wants here as well. */
function workbook(listName: string, columns: number, rows: number): string {
	const name = listName.replace(/[^\w-]+/g, '-').slice(0, MAX_NAME_LENGTH);
	const range = `'${name}'!$A$1:$${columnLetters(columns - 1)}$${rows}`;
	const filter = `<definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">${range}</definedName>`;
	return mainElement(
		'workbook',
		`<sheets><sheet name="${name}" sheetId="1" r:id="rId1"/></sheets>` +
			(columns === 0 ? '' : `<definedNames>${filter}</definedNames>`) +
			'</workbook>',
	);
}

const overrides = [
	['workbook.xml', 'sheet.main'],
	['styles.xml', 'styles'],
	[SHEET_PATH, 'worksheet'],
].map(
	([path, type]) => `<Override PartName="/xl/${path}" ContentType="${CONTENT_TYPE}.${type}+xml"/>`,
);

const contentTypes =
	`${DECLARATION}<Types xmlns="${PACKAGE}/content-types">` +
	`<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
	`<Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`;

/** @param targets pairs of type and path */
function relationships(targets: string[][]): string {
	const entries = targets.map(
		([type, path], index) =>
			`<Relationship Id="rId${index + 1}" Type="${RELATIONSHIPS}/${type}" Target="${path}"/>`,
	);
	return `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${entries.join('')}</Relationships>`;
}
