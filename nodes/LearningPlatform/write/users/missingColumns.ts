import type { UserRow } from './person';

/**
 * Keeps Fields to Clear from clearing what no item has: a column that was renamed in the table is missing everywhere.
 * Empty cells, and fields that are not entered at all, are cleared.
 */
export function keepMissingColumns(rows: Iterable<UserRow>): void {
	const entries = [...rows].map(({ entry }) => entry);
	const inAll = (namesOf: (entry: UserRow['entry']) => string[]) => {
		const [first = [], ...others] = entries.map(namesOf);
		// A single item may come from anywhere, so it says nothing about a table.
		if (others.length === 0) return [];
		return first.filter((name) => others.every((names) => names.includes(name)));
	};
	const fields = inAll((entry) => entry.fields.missing);
	const custom = inAll((entry) => entry.customFields.missing);
	for (const { customFields, options } of entries) {
		options.fieldsToClear = options.fieldsToClear.filter((name) => !fields.includes(name));
		customFields.missing = custom;
	}
}
