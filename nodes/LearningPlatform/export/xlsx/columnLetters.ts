/** The name of a column, such as A, Z, AA or XFD, the last one. The first has index 0. */
export function columnLetters(index: number): string {
	const before = Math.floor(index / 26) - 1;
	return (before < 0 ? '' : columnLetters(before)) + String.fromCharCode(65 + (index % 26));
}
