import type { IDataObject } from 'n8n-workflow';
import { Info } from 'luxon';

import { DAY_MS, excelDayOf, readIsoDate, validTimeZone } from '../../values/dates';
import { escapeMarkup } from '../../values/words';
import { cellText, EXCEL_CELL_LIMIT, type FilePlan, type tableOf } from '../columns';

/** Spreadsheets replace the last digits of numbers this large with zeros. */
const TOO_MANY_DIGITS = 1e15;

/** Text that turns into a number, date, or formula when someone edits the cell. */
const TURNS_INTO_SOMETHING = /^[-+=@.,'\d＝＋－＠]/;

/** Text with whitespace that XML readers would change unless `xml:space` is set. */
const LOSES_SPACES = /^\s|\s$|\n/;

/** Characters that XML 1.0 does not allow (section 2.2), such as lone surrogates. */
const NOT_XML = /[^\t\n\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** In a workbook, `_x0041_` stands for the letter A, and `_x005F_` for an underscore (ECMA-376 part 1, 22.9.2.19). */
const ESCAPE_SEQUENCE = /_(?=x[\da-f]{4}_)/gi;

/** Text that needs escaping. */
const SPECIAL = /[^\x20-%'-;=?-^`-\uD7FF\uE000-\uFFFD]|^\s|\s$/;

/** The index of each cell style in styles.xml, as an attribute after the cell's reference. */
const STYLES = {
	plain: '"',
	header: '" s="1"',
	dateTime: '" s="2"',
	date: '" s="3"',
	text: '" s="4"',
};

/** Returns functions that create a sheet's rows and the markup before them. Empty values have no cells. */
export function sheetOf(
	{ columns, header, valuesOf }: ReturnType<typeof tableOf>,
	{ convertDates, timeZone }: FilePlan,
) {
	const openings = columns.map((_, index) => `<c r="${columnLetters(index)}`);
	const isDateColumn = columns.map((name) => DATE_FIELD.test(name));
	const readDate = convertDates ? dateReader(timeZone) : () => undefined;
	let cut = 0;

	/** @param row the row's number */
	function cellOf(value: unknown, row: number, index: number): string {
		const cell = `${openings[index]}${row}`;
		if (typeof value === 'boolean') return `${cell}" t="b"><v>${value ? 1 : 0}</v></c>`;
		if (typeof value === 'number' && Math.abs(value) < TOO_MANY_DIGITS) {
			return `${cell}${STYLES.plain}><v>${value}</v></c>`;
		}
		const text = cellText(value);
		if (text === '') return '';
		const date = readDate(text, isDateColumn[index]);
		if (date) {
			return `${cell}${date.hasTime ? STYLES.dateTime : STYLES.date}><v>${date.serial}</v></c>`;
		}
		const style = TURNS_INTO_SOMETHING.test(text) ? STYLES.text : STYLES.plain;
		return `${cell}${style}${textOf(text)}</c>`;
	}

	function textOf(text: string): string {
		const isPlain = text.length <= EXCEL_CELL_LIMIT && !SPECIAL.test(text);
		return ` t="inlineStr"><is>${isPlain ? `<t>${text}` : specialText(text)}</t></is>`;
	}

	function specialText(text: string): string {
		// Cells allow only line feeds as line breaks.
		const lines = text.replace(/\r\n?/g, '\n');
		if (lines.length > EXCEL_CELL_LIMIT) cut += 1;
		const xml = lines.slice(0, EXCEL_CELL_LIMIT).replace(NOT_XML, '\uFFFD');
		const content = escapeMarkup(xml.replace(ESCAPE_SEQUENCE, '_x005F_'));
		return `<t${LOSES_SPACES.test(content) ? ' xml:space="preserve"' : ''}>${content}`;
	}

	return {
		/** Returns the beginning of the sheet. @param firstPage the records that determine the column widths */
		head: (firstPage: IDataObject[]): string => {
			if (columns.length === 0) return `${SHEET_VIEW}<sheetData>`;
			const widths = columnWidths(header, firstPage.map(valuesOf)).map(
				(width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
			);
			const cells = header.map(
				(name, index) => `${openings[index]}1${STYLES.header}${textOf(name)}</c>`,
			);
			return `${SHEET_VIEW}<cols>${widths.join('')}</cols><sheetData><row r="1">${cells.join('')}</row>`;
		},
		row: (number: number, record: IDataObject): string => {
			const cells = valuesOf(record).map((value, index) => cellOf(value, number, index));
			return `<row r="${number}">${cells.join('')}</row>`;
		},
		lastColumn: columnLetters(columns.length - 1),
		cut: () => cut,
	};
}

/** Keeps the header row in view. */
const SHEET_VIEW =
	'<sheetViews><sheetView tabSelected="1" workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' +
	'<selection pane="bottomLeft"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>';

/** Returns the name of a column, such as A, Z, AA, or XFD. @param index from 0 */
function columnLetters(index: number): string {
	const before = Math.floor(index / 26) - 1;
	return (before < 0 ? '' : columnLetters(before)) + String.fromCharCode(65 + (index % 26));
}

/** Column widths, in characters. Field names must fit next to the filter button; long text does not have to fit. */
const [MIN_WIDTH, MAX_WIDTH, BUTTON, MARGIN] = [8, 60, 4, 1];

function columnWidths(header: string[], rows: unknown[][]): number[] {
	return header.map((name, index) => {
		const lengths = rows.map((row) => longestLine(cellText(row[index])) + MARGIN);
		return Math.min(Math.max(MIN_WIDTH, name.length + BUTTON, ...lengths), MAX_WIDTH);
	});
}

function longestLine(text: string): number {
	// A value may contain megabytes of text.
	const lines = text.slice(0, 1_000).split(/[\r\n]/);
	return Math.max(...lines.map(({ length }) => length));
}

/** Names of date fields. In other fields, text that looks like a date may be a course name. */
const DATE_FIELD = /(At|Date)$/;

const MINUTE_MS = 60_000;

/** Returns a function that converts text to a spreadsheet's day number, and times with a zone to the workbook's zone. */
function dateReader(timeZone: string) {
	// Look up the time zone only once: a list may have millions of cells.
	const zone = Info.normalizeZone(validTimeZone(timeZone));
	/** The offset on a UTC day, or NaN if it changes. Looking it up for each date would double a workbook's CPU time. */
	const offsets = new Map<number, number>();
	const offsetAt = (ms: number): number => {
		const day = Math.floor(ms / DAY_MS);
		let offset = offsets.get(day);
		if (offset === undefined) {
			// No time zone changes its offset twice in a day.
			offset = zone.offset(day * DAY_MS);
			if (offset !== zone.offset((day + 1) * DAY_MS)) offset = NaN;
			offsets.set(day, offset);
		}
		return Number.isNaN(offset) ? zone.offset(ms) : offset;
	};
	return (text: string, isDateColumn = false) => {
		const date = readIsoDate(text);
		// In other fields, only text with a time zone is certain to be a date.
		if (!date || !(isDateColumn || date.hasZone)) return undefined;
		const { ms, hasTime, hasZone } = date;
		const serial = excelDayOf(hasZone ? ms + offsetAt(ms) * MINUTE_MS : ms);
		return serial === undefined ? undefined : { serial, hasTime };
	};
}
