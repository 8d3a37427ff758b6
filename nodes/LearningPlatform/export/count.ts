/** A number as people read it, such as `1,048,576`. */
export function count(of: number): string {
	return new Intl.NumberFormat('en-US').format(of);
}
