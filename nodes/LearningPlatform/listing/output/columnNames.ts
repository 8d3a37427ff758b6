/** What n8n's Data Table accepts as a column is this and no longer. */
const MAX_LENGTH = 63;

/**
 * Names that would collide, whatever their case: with the columns that n8n's Data Table keeps for itself, and
 * with what the trigger adds to a row.
 */
const RESERVED = new Set(
	[
		...['id', 'createdAt', 'updatedAt', 'dryRunState'],
		...['syncAction', 'syncRun', 'triggerEvent', 'triggerTime'],
	].map((name) => name.toLowerCase()),
);

/**
 * The name of a column by its path alone: the steps joined with `_`, from letters, digits and `_` only,
 * beginning with a letter.
 *
 * @param owner goes before a reserved name, e.g. `course` for `courseCreatedAt`
 */
export function columnName(path: readonly string[], owner: string): string {
	const plain = path
		.join('_')
		.normalize('NFD')
		.replace(/\p{Mark}+/gu, '')
		.replace(/[^A-Za-z0-9_]+/g, '_')
		.replace(/^_+/, '');
	const name = /^[A-Za-z]/.test(plain) ? plain : `field_${plain}`.replace(/_$/, '');
	const own = RESERVED.has(name.toLowerCase())
		? `${owner}${name.charAt(0).toUpperCase()}${name.slice(1)}`
		: name;
	return own.slice(0, MAX_LENGTH);
}

/**
 * Gives each column a name that no other one has, whatever their case. Where several have the same, the one
 * whose path is just this name keeps it, else the one with the shorter path; the others get a number. So names
 * depend on what the paths are, not on their order.
 *
 * @param taken names that are given away already
 * @returns the columns in their order
 */
export function withUniqueNames<Column extends { path: readonly string[] }>(
	columns: readonly Column[],
	owner: string,
	taken: readonly string[],
): (Column & { name: string })[] {
	const used = new Set(taken.map((name) => name.toLowerCase()));
	const isFree = (name: string) => !used.has(name.toLowerCase());
	const named = columns.map((column) => ({ ...column, name: columnName(column.path, owner) }));
	const byRight = [...named].sort((a, b) => rank(a) - rank(b) || compare(a.path, b.path));
	const late = byRight.filter(({ name }) => {
		const mustWait = !isFree(name);
		used.add(name.toLowerCase());
		return mustWait;
	});
	for (const column of late) {
		let number = 2;
		while (!isFree(withNumber(column.name, number))) number += 1;
		column.name = withNumber(column.name, number);
		used.add(column.name.toLowerCase());
	}
	return named;
}

function rank({ path, name }: { path: readonly string[]; name: string }): number {
	return path.length === 1 && path[0] === name ? 0 : path.length;
}

/** By code unit: an order that depends on no language. */
function compare(...paths: [readonly string[], readonly string[]]): number {
	const [a, b] = paths.map((path) => JSON.stringify(path)) as [string, string];
	return a < b ? -1 : Number(a > b);
}

function withNumber(name: string, number: number): string {
	const ending = `_${number}`;
	return name.slice(0, MAX_LENGTH - ending.length) + ending;
}
