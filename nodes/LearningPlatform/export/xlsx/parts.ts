import { columnLetters } from './columnLetters';

/** What the numbers of cell styles mean, as `styles` has them in order. */
export const STYLES = { plain: 0, header: 1, dateTime: 2, date: 3, text: 4 };

/** A sheet as the workbook lists it. */
export interface SheetEntry {
	/** Letters, digits, hyphens, spaces and brackets, so that it needs no escaping. */
	name: string;
	columns: number;
	/** With the header. */
	rows: number;
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const CONTENT_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The element of a part that everything else is in, with the namespace of workbooks. */
export function mainElement(name: string, content: string): string {
	return `${DECLARATION}<${name} xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}">${content}`;
}

/** `_rels/.rels`: where the workbook is. */
export const packageRelationships = relationships([['officeDocument', 'xl/workbook.xml']]);

/** `xl/styles.xml`. */
export const styles = mainElement(
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

/** The path of a sheet in the file; the first has index 0. */
export const sheetPath = (index: number) => `worksheets/sheet${index + 1}.xml`;

/** `xl/workbook.xml`: the sheets in order, and the rows that their filters hide and show. */
export function workbook(sheets: SheetEntry[]): string {
	const entries = sheets.map(
		({ name }, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
	);
	const filters = sheets.flatMap(({ name, columns, rows }, index) =>
		columns === 0
			? []
			: [
					`<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">` +
						`'${name}'!$A$1:$${columnLetters(columns - 1)}$${rows}</definedName>`,
				],
	);
	const names = filters.length === 0 ? '' : `<definedNames>${filters.join('')}</definedNames>`;
	return mainElement('workbook', `<sheets>${entries.join('')}</sheets>${names}</workbook>`);
}

/** `xl/_rels/workbook.xml.rels`: where sheets and styles are. */
export function workbookRelationships(sheets: number): string {
	const paths = Array.from({ length: sheets }, (_, index) => sheetPath(index));
	return relationships([
		...paths.map((path): [string, string] => ['worksheet', path]),
		['styles', 'styles.xml'],
	]);
}

/** `[Content_Types].xml`. */
export function contentTypes(sheets: number): string {
	const parts = [
		['workbook.xml', 'sheet.main'],
		['styles.xml', 'styles'],
		...Array.from({ length: sheets }, (_, index) => [sheetPath(index), 'worksheet']),
	];
	const overrides = parts.map(
		([path, type]) =>
			`<Override PartName="/xl/${path}" ContentType="${CONTENT_TYPE}.${type}+xml"/>`,
	);
	return (
		`${DECLARATION}<Types xmlns="${PACKAGE}/content-types">` +
		`<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
		`<Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`
	);
}

function relationships(targets: [type: string, path: string][]): string {
	const entries = targets.map(
		([type, path], index) =>
			`<Relationship Id="rId${index + 1}" Type="${RELATIONSHIPS}/${type}" Target="${path}"/>`,
	);
	return `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${entries.join('')}</Relationships>`;
}
