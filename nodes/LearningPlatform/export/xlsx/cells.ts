import { cellText } from '../csv';
import type { ReadDate } from './dates';
import { columnLetters } from './columnLetters';
import { STYLES } from './parts';
import { cellLines, cutToCell, MAX_CELL_LENGTH, xmlText } from './text';

/** From here on whole numbers have digits that spreadsheets turn into zeros. */
const TOO_MANY_DIGITS = 1e15;

/** What would turn into a number, date or formula as soon as somebody edits the cell. */
const TURNS_INTO_SOMETHING = /^[-+=@.,'\d]/;

/** What readers of XML may trim, unless they are told not to. */
const LOSES_SPACES = /^\s|\s$|\n/;

/** Writes the rows of a workbook. */
export class RowWriter {
	/** How many cells lost the end of their text. */
	cut = 0;

	private readonly letters: string[];

	/** @param readDate which texts become dates; none if left out */
	constructor(
		columns: number,
		private readonly readDate: ReadDate = () => undefined,
	) {
		this.letters = Array.from({ length: columns }, (_, index) => columnLetters(index));
	}

	/** @param number the first row is 1 */
	header(number: number, names: string[]): string {
		return this.cells(number, names, (name, at) => this.text(cellLines(name), at, STYLES.header));
	}

	/** Nothing is written for values that are empty. */
	row(number: number, values: unknown[]): string {
		return this.cells(number, values, (value, at) => this.cell(value, at));
	}

	private cells<T>(number: number, values: T[], cell: (value: T, at: string) => string): string {
		let xml = `<row r="${number}">`;
		for (const [index, value] of values.entries())
			xml += cell(value, `${this.letters[index]}${number}`);
		return `${xml}</row>`;
	}

	private cell(value: unknown, at: string): string {
		if (typeof value === 'boolean') return `<c r="${at}" t="b"><v>${Number(value)}</v></c>`;
		if (typeof value === 'number' && isExact(value)) return `<c r="${at}"><v>${value}</v></c>`;
		const text = cellLines(cellText(value));
		if (text === '') return '';
		const date = this.readDate(text);
		if (date) {
			const style = date.hasTime ? STYLES.dateTime : STYLES.date;
			return `<c r="${at}" s="${style}"><v>${date.serial}</v></c>`;
		}
		return this.text(text, at, TURNS_INTO_SOMETHING.test(text) ? STYLES.text : STYLES.plain);
	}

	private text(text: string, at: string, style: number): string {
		const isLong = text.length > MAX_CELL_LENGTH;
		if (isLong) this.cut += 1;
		const content = xmlText(isLong ? cutToCell(text) : text);
		const styled = style === STYLES.plain ? '' : ` s="${style}"`;
		const space = LOSES_SPACES.test(content) ? ' xml:space="preserve"' : '';
		return `<c r="${at}"${styled} t="inlineStr"><is><t${space}>${content}</t></is></c>`;
	}
}

function isExact(value: number): boolean {
	return Number.isFinite(value) && (!Number.isInteger(value) || Math.abs(value) < TOO_MANY_DIGITS);
}
