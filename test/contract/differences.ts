import type { ContractType, Route } from '.';

/** What is said about a list: by a row of the package, or by the contract. */
export interface ListFacts {
	/** Below `/api/v2/`, with its parameters in braces. */
	path: string;
	scope: string;
	/** Names of the fields that its records can have. */
	fields: readonly string[];
	/** By field: the operators that it can be filtered with. */
	filters: Readonly<Record<string, readonly string[]>>;
	/** By field with a filter: all values that it takes, where there are only some. Not compared where a row does not say. */
	values?: Readonly<Record<string, readonly string[]>>;
}

/**
 * Compares the lists of the package with those of the service.
 *
 * @returns a sentence for each thing that the package lacks, and for each that the service does not have
 */
export function differences(
	rows: readonly ListFacts[],
	contract: Readonly<Record<string, Route>>,
): string[] {
	const known = new Map(rows.map((row) => [row.path, row]));
	const lists = Object.entries(contract).filter(([, { list }]) => list);
	const invented = rows.filter(({ path }) => !lists.some(([listed]) => listed === path));
	return [
		...lists.flatMap(([path, route]) => {
			const row = known.get(path);
			if (row === undefined) return [`The list ${path} is missing.`];
			return differencesIn(row, factsOf(path, route));
		}),
		...invented.map(({ path }) => `The service has no list ${path}.`),
	];
}

/** What the contract says about a list. */
export function factsOf(path: string, { scope, filters, record = {} }: Route): ListFacts {
	const fields = Object.entries(filters);
	return {
		path,
		scope,
		fields: fieldsOf(record),
		filters: Object.fromEntries(fields.map(([name, types]) => [name, Object.keys(types)])),
		values: Object.fromEntries(
			fields.map(([name, { eq, in: several }]) => [name, (eq ?? several?.items)?.enum ?? []]),
		),
	};
}

/** A record that is a text becomes an item with the text as its `_id`. */
function fieldsOf({ oneOf, fields = {}, type }: ContractType): string[] {
	if (oneOf !== undefined) return [...new Set(oneOf.flatMap(fieldsOf))];
	return type === 'string' ? ['_id'] : Object.keys(fields);
}

function differencesIn(row: ListFacts, service: ListFacts): string[] {
	const { values = {} } = row;
	const isSaid = ([name]: [string, unknown]) => Object.hasOwn(values, name);
	const said = Object.entries(service.values ?? {}).filter(isSaid);
	const ofRow = new Set(statements(row, values));
	const ofService = new Set(statements(service, Object.fromEntries(said)));
	return [
		...[...ofService]
			.filter((what) => !ofRow.has(what))
			.map((what) => `${row.path}: ${what} is missing.`),
		...[...ofRow]
			.filter((what) => !ofService.has(what))
			.map((what) => `${row.path}: The service has no ${what}.`),
	];
}

function statements(
	{ scope, fields, filters }: ListFacts,
	values: ListFacts['values'] = {},
): string[] {
	const each = (table: Readonly<Record<string, readonly string[]>>) =>
		Object.entries(table).flatMap(([name, entries]) =>
			entries.map((entry) => [name, entry] as const),
		);
	return [
		`scope ${scope}`,
		...fields.map((name) => `field ${name}`),
		...each(filters).map(([name, operator]) => `filter ${name}[${operator}]`),
		...each(values).map(([name, value]) => `value ${value} of the filter ${name}`),
	];
}
