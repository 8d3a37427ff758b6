import type { IDataObject } from 'n8n-workflow';
import { Info } from 'luxon';

import { DAY_MS, excelDayOf, readIsoDate, validTimeZone } from '../../values/dates';
import { escapeMarkup } from '../../values/words';
import { cellText, EXCEL_CELL_LIMIT, type FilePlan, type tableOf } from '../columns';
import type { Utf8Buffer } from './utf8Buffer';

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

/** Text that needs neither escaping nor more than one byte per character. Most text is like this. */
const ORDINARY = /^(?! )[\x20-%'-;=?-^`-~]+(?<! )$/;

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

/** Writes a sheet's rows and the markup before them to `out`. Omits cells for empty values. */
export function sheetWriter(
	out: Utf8Buffer,
	{ columns, header, valuesOf }: ReturnType<typeof tableOf>,
	{ convertDates, timeZone }: FilePlan,
) {
	const openings = columns.map((_, index) => `<c r="${columnLetters(index)}`);
	const isDateColumn = columns.map((name) => DATE_FIELD.test(name));
	const readDate = convertDates ? dateReader(timeZone) : () => undefined;
	let cut = 0;

	/** @param row the row's number */
	function addCell(value: unknown, row: string, index: number): void {
		const opening = openings[index] ?? '';
		if (typeof value === 'boolean') {
			out.ascii(opening).ascii(row).ascii('" t="b"><v>');
			out.ascii(value ? '1' : '0').ascii('</v></c>');
		} else if (typeof value === 'number' && Math.abs(value) < TOO_MANY_DIGITS) {
			addNumber(value, STYLES.plain, row, opening);
		} else {
			const text = cellText(value);
			if (text === '') return;
			const date = readDate(text, isDateColumn[index]);
			if (date) {
				addNumber(date.serial, date.hasTime ? STYLES.dateTime : STYLES.date, row, opening);
			} else {
				addText(text, TURNS_INTO_SOMETHING.test(text) ? STYLES.text : STYLES.plain, row, opening);
			}
		}
	}

	function addNumber(value: number, style: string, row: string, opening: string): void {
		out.ascii(opening).ascii(row).ascii(style).ascii('><v>').ascii(String(value));
		out.ascii('</v></c>');
	}

	function addText(text: string, style: string, row: string, opening: string): void {
		out.ascii(opening).ascii(row).ascii(style).ascii(' t="inlineStr"><is>');
		const isLong = text.length > EXCEL_CELL_LIMIT;
		if (!isLong && ORDINARY.test(text)) out.ascii('<t>').ascii(text);
		else if (!isLong && !SPECIAL.test(text)) out.ascii('<t>').text(text);
		else out.text(specialText(text));
		out.ascii('</t></is></c>');
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
		/** Writes the beginning of the sheet. @param firstPage the records that determine the column widths */
		addHead: (firstPage: IDataObject[]): void => {
			out.ascii(SHEET_VIEW);
			if (columns.length > 0) {
				const widths = columnWidths(header, firstPage.map(valuesOf)).map(
					(width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
				);
				out.ascii(`<cols>${widths.join('')}</cols>`);
			}
			out.ascii('<sheetData>');
			if (columns.length === 0) return;
			out.ascii('<row r="1">');
			header.forEach((name, index) => {
				addText(name, STYLES.header, '1', openings[index] ?? '');
			});
			out.ascii('</row>');
		},
		addRow: (number: number, record: IDataObject): void => {
			const row = String(number);
			out.ascii('<row r="').ascii(row).ascii('">');
			valuesOf(record).forEach((value, index) => {
				addCell(value, row, index);
			});
			out.ascii('</row>');
		},
		cut: () => cut,
	};
}

/** Keeps the header row in view. */
const SHEET_VIEW =
	'<sheetViews><sheetView tabSelected="1" workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' +
	'<selection pane="bottomLeft"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>';

/** Returns the name of a column, such as A, Z, AA, or XFD. @param index from 0 */
export function columnLetters(index: number): string {
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
