import type { ZipEntry } from '../compress';

/** What spreadsheets can open. */
export const MAX_COLUMNS = 16_384;
export const MAX_ROWS = 1_048_576;

/** The numbers of cell styles: their order in `styles`. */
export const STYLES = { plain: 0, header: 1, dateTime: 2, date: 3, text: 4 };

/** The name of a column, such as A, Z, AA or XFD. The first has index 0. */
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
		// 49 is the format "Text", which keeps a text a text when it is edited.
		'<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>' +
		'<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
);

function entry(name: string, xml: string): ZipEntry {
	return { name, content: [Buffer.from(xml)] };
}

/** What stands before the sheets. */
export const FIRST_ENTRIES = [
	entry('_rels/.rels', relationships([['officeDocument', 'xl/workbook.xml']])),
	entry('xl/styles.xml', styles),
];

/**
 * What stands behind the sheets, and says where everything is.
 *
 * @param sheets the number of rows of each, with the header
 */
export function lastEntries(listName: string, columns: number, sheets: number[]): ZipEntry[] {
	const paths = sheets.map((_rows, index) => sheetPath(index));
	const targets = [...paths.map((path) => ['worksheet', path]), ['styles', 'styles.xml']];
	return [
		entry('xl/workbook.xml', workbook(listName, columns, sheets)),
		entry('xl/_rels/workbook.xml.rels', relationships(targets)),
		entry('[Content_Types].xml', contentTypes(paths)),
	];
}

export const sheetPath = (index: number) => `worksheets/sheet${index + 1}.xml`;

const MAX_NAME_LENGTH = 31;

/** The name of a sheet, another one for each index. It needs no escaping: `listName` may be a path. */
function sheetName(listName: string, index: number): string {
	const number = index === 0 ? '' : ` (${index + 1})`;
	return listName.replace(/[^\w-]+/g, '-').slice(0, MAX_NAME_LENGTH - number.length) + number;
}

/** What comes before the rows of a sheet. */
export function sheetHead(widths: number[], isFirst: boolean): string {
	const selected = isFirst ? ' tabSelected="1"' : '';
	const frozen =
		'<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/>';
	const cols = widths.map(
		(width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
	);
	return mainElement(
		'worksheet',
		'<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>' +
			`<sheetViews><sheetView${selected} workbookViewId="0">${frozen}</sheetView></sheetViews>` +
			'<sheetFormatPr defaultRowHeight="15"/>' +
			(cols.length > 0 ? `<cols>${cols.join('')}</cols>` : '') +
			'<sheetData>',
	);
}

/** What comes after the rows: a filter for all of them, and what printed pages look like. */
export function sheetTail(columns: number, rows: number): string {
	const filter = columns === 0 ? '' : `<autoFilter ref="A1:${columnLetters(columns - 1)}${rows}"/>`;
	return (
		`</sheetData>${filter}<pageSetup orientation="landscape" fitToHeight="0"/>` +
		'<headerFooter><oddFooter>&amp;C&amp;P / &amp;N</oddFooter></headerFooter></worksheet>'
	);
}

/** The sheets, the rows of their filters, and the header that each printed page has. */
function workbook(listName: string, columns: number, sheets: number[]): string {
	const names = sheets.map((_rows, index) => sheetName(listName, index));
	const entries = names.map(
		(name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
	);
	const ranges = sheets.map(
		(rows, index) =>
			`<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">` +
			`'${names[index]}'!$A$1:$${columnLetters(columns - 1)}$${rows}</definedName>` +
			`<definedName name="_xlnm.Print_Titles" localSheetId="${index}">` +
			`'${names[index]}'!$1:$1</definedName>`,
	);
	const defined = columns === 0 ? '' : `<definedNames>${ranges.join('')}</definedNames>`;
	return mainElement('workbook', `<sheets>${entries.join('')}</sheets>${defined}</workbook>`);
}

function contentTypes(sheetPaths: string[]): string {
	const types = [
		['workbook.xml', 'sheet.main'],
		['styles.xml', 'styles'],
		...sheetPaths.map((path) => [path, 'worksheet']),
	];
	const overrides = types.map(
		([path, type]) =>
			`<Override PartName="/xl/${path}" ContentType="${CONTENT_TYPE}.${type}+xml"/>`,
	);
	return (
		`${DECLARATION}<Types xmlns="${PACKAGE}/content-types">` +
		`<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
		`<Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`
	);
}

/** @param targets type and path of each */
function relationships(targets: string[][]): string {
	const entries = targets.map(
		([type, path], index) =>
			`<Relationship Id="rId${index + 1}" Type="${RELATIONSHIPS}/${type}" Target="${path}"/>`,
	);
	return `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${entries.join('')}</Relationships>`;
}
