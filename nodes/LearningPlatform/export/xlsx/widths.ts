import { cellText } from '../csv';
import { cellLines } from './text';

/** In characters, the unit of widths. Names of fields have to fit, long texts do not. */
const MIN_WIDTH = 8;
const MAX_WIDTH = 60;

/** For the filter's button beside a heading, and the cell's margins. */
const BUTTON = 4;
const MARGIN = 1;

/** The widths that columns need for their headings and some rows. */
export function columnWidths(names: string[], rows: unknown[][]): number[] {
	return names.map((name, index) => {
		const lengths = rows.map((row) => longestLine(cellText(row[index])) + MARGIN);
		const needed = lengths.reduce((most, length) => Math.max(most, length), name.length + BUTTON);
		return Math.min(Math.max(needed, MIN_WIDTH), MAX_WIDTH);
	});
}

function longestLine(text: string): number {
	// More than the width is not needed, and texts may have megabytes.
	const lines = cellLines(text.slice(0, 1_000)).split('\n');
	return lines.reduce((most, line) => Math.max(most, line.length), 0);
}
