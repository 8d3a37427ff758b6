/** A table for Markdown: its header, then its lines. */
export function asMarkdown([header = [], ...lines]: string[][]): string {
	const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
	return [line(header), line(header.map(() => '---')), ...lines.map(line)].join('\n');
}

/** A table for a terminal, its columns one below the other. */
export function asText(table: string[][]): string {
	const widths = (table[0] ?? []).map((_, at) =>
		Math.max(...table.map((cells) => (cells[at] ?? '').length)),
	);
	return table
		.map((cells) =>
			cells
				.map((cell, at) => cell.padEnd(widths[at] ?? 0))
				.join('  ')
				.trimEnd(),
		)
		.join('\n');
}
