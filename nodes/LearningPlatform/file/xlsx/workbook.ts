import { UserFacingError } from '../../failures/userFacingError';
import { withCommas } from '../../values/words';
import { tableOf, type ExportFile, type FilePlan } from '../columns';
import { zipFile } from '../compress';
import { sheetOf } from './sheet';

/** The limits of an Excel sheet. */
const MAX_COLUMNS = 16_384;
export const MAX_ROWS = 1_048_576;

const LIMITS = {
	rows: MAX_ROWS,
	// ZIP entries larger than 4 GiB need 64-bit sizes, which Excel indicates in its own way.
	bytes: 3 * 1024 ** 3,
};

/** Chunks of 64 kB take 6% more CPU time. */
const CHUNK_LENGTH = 256 * 1024;

/**
 * Creates an Excel workbook (ECMA-376) with a header row and the same columns as a CSV file.
 *
 * @param limits set to lower values in tests
 * @throws UserFacingError if there are too many columns; `content` throws one if there are too many rows
 */
export function xlsxFile(plan: FilePlan, limits = LIMITS): ExportFile {
	const table = tableOf(plan);
	const { length: columns } = table.columns;
	if (columns > MAX_COLUMNS) {
		throw new UserFacingError(
			`The file would have ${withCommas(columns)} columns, but an Excel sheet can have only ${withCommas(MAX_COLUMNS)}`,
			'In Columns under Options, enter only the fields that you need, or choose the JSON Lines format.',
		);
	}
	const { head, row, lastColumn, cut } = sheetOf(table, plan);
	let rows = 1;

	const sheet: ExportFile['content'] = async function* (pages) {
		let bytes = 0;
		let xml = main('worksheet', '');
		for await (const { records } of pages) {
			if (rows === 1) xml += head(records);
			for (const record of records) {
				rows += 1;
				if (rows > limits.rows || bytes > limits.bytes) {
					throw new UserFacingError(
						`The list is too long for an Excel sheet, which can have only ${withCommas(limits.rows)} rows`,
						'Choose CSV or JSON Lines, which have no row limit, or narrow the list with Filters.',
					);
				}
				xml += row(rows, record);
				if (xml.length < CHUNK_LENGTH) continue;
				const chunk = Buffer.from(xml);
				bytes += chunk.length;
				xml = '';
				yield chunk;
			}
		}
		if (rows === 1) xml += head([]);
		const filter = columns > 0 ? `<autoFilter ref="A1:${lastCell('')}"/>` : '';
		yield Buffer.from(`${xml}</sheetData>${filter}</worksheet>`);
	};

	/** Returns a reference to the last cell. @param sign `$` for an absolute reference, otherwise '' */
	const lastCell = (sign: string) => `${sign}${lastColumn}${sign}${rows}`;

	function* entries(rows: AsyncIterable<Buffer>) {
		yield entry('_rels/.rels', relationships(['officeDocument', 'xl/workbook.xml']));
		yield entry('xl/styles.xml', styles);
		yield { name: `xl/${SHEET_PATH}`, content: rows };
		// The sheet has been written, so the number of rows is final.
		const range = columns > 0 ? `$A$1:${lastCell('$')}` : undefined;
		yield entry('xl/workbook.xml', workbook(plan.listName, range));
		const parts = relationships(['worksheet', SHEET_PATH], ['styles', 'styles.xml']);
		yield entry('xl/_rels/workbook.xml.rels', parts);
		yield entry('[Content_Types].xml', contentTypes);
	}

	return {
		columns: table.header,
		otherFields: table.otherFields,
		content: (pages) => zipFile(entries(sheet(pages))),
		figures: () => ({ cutCells: cut() }),
	};
}

const entry = (name: string, xml: string) => ({ name, content: [Buffer.from(xml)] });

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const CONTENT_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Returns a part's XML without the end tag. */
function main(name: string, content: string): string {
	return `${DECLARATION}<${name} xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}">${content}`;
}

const styles = main(
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
		// Number format 49 is "Text": text stays text even if someone edits the cell.
		'<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>' +
		'<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
);

const MAX_NAME_LENGTH = 31;

/** Returns the part that contains the sheet's name and filter range. Excel expects the range here as well. */
function workbook(listName: string, range?: string): string {
	const name = listName.replace(/[^\w-]+/g, '-').slice(0, MAX_NAME_LENGTH);
	const filter = `<definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">'${name}'!${range}</definedName>`;
	const names = range === undefined ? '' : `<definedNames>${filter}</definedNames>`;
	const sheets = `<sheets><sheet name="${name}" sheetId="1" r:id="rId1"/></sheets>`;
	return main('workbook', `${sheets}${names}</workbook>`);
}

const SHEET_PATH = 'worksheets/sheet1.xml';

function relationships(...targets: [type: string, path: string][]): string {
	const entries = targets.map(
		([type, path], index) =>
			`<Relationship Id="rId${index + 1}" Type="${RELATIONSHIPS}/${type}" Target="${path}"/>`,
	);
	return `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${entries.join('')}</Relationships>`;
}

const contentTypes =
	`${DECLARATION}<Types xmlns="${PACKAGE}/content-types">` +
	'<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
	'<Default Extension="xml" ContentType="application/xml"/>' +
	`<Override PartName="/xl/workbook.xml" ContentType="${CONTENT_TYPE}.sheet.main+xml"/>` +
	`<Override PartName="/xl/styles.xml" ContentType="${CONTENT_TYPE}.styles+xml"/>` +
	`<Override PartName="/xl/${SHEET_PATH}" ContentType="${CONTENT_TYPE}.worksheet+xml"/></Types>`;
