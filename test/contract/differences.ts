import type { ContractType, Route, WriteRoute } from '.';

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
 * @returns a sentence for each thing that is missing from the package, and for each that the service does not have
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

/** A record that is a string becomes an item with the string as its `_id`. */
function fieldsOf({ oneOf, fields = {}, type }: ContractType): string[] {
	if (oneOf !== undefined) return [...new Set(oneOf.flatMap(fieldsOf))];
	return type === 'string' ? ['_id'] : Object.keys(fields);
}

function differencesIn(row: ListFacts, service: ListFacts): string[] {
	const { values = {} } = row;
	const isSaid = ([name]: [string, unknown]) => Object.hasOwn(values, name);
	const said = Object.entries(service.values ?? {}).filter(isSaid);
	const ofService = statements(service, Object.fromEntries(said));
	return compared(row.path, statements(row, values), ofService);
}

/** A sentence for each thing that one of the two does not say. */
function compared(subject: string, row: string[], service: string[]): string[] {
	const [ofRow, ofService] = [new Set(row), new Set(service)];
	return [
		...[...ofService]
			.filter((what) => !ofRow.has(what))
			.map((what) => `${subject}: ${what} is missing.`),
		...[...ofRow]
			.filter((what) => !ofService.has(what))
			.map((what) => `${subject}: The service has no ${what}.`),
	];
}

/** What is said about a change: by the package, or by the contract. */
export interface WriteFacts {
	/** Method and path. */
	request: string;
	scope: string;
	/** Names of the fields of its body. */
	fields: readonly string[];
	/** Those that take null. */
	clearable: readonly string[];
	/** Those that the package does not send. */
	leftOut?: readonly string[];
	/** Of fields and parameters with a choice, by name. */
	values: Readonly<Record<string, readonly string[]>>;
}

/** The same as `differences`, for the changes that the package sends. */
export function writeDifferences(
	rows: readonly WriteFacts[],
	contract: Readonly<Record<string, WriteRoute>>,
): string[] {
	return rows.flatMap((row) => {
		const route = contract[row.request];
		if (!route) return [`The service has no ${row.request}.`];
		return compared(row.request, said(row), said(writeFactsOf(row, route)));
	});
}

function said({ scope, fields, clearable, leftOut = [], values }: WriteFacts): string[] {
	return [
		`scope ${scope}`,
		...[...fields, ...leftOut].map((name) => `field ${name}`),
		...clearable.map((name) => `null for the field ${name}`),
		...Object.entries(values).flatMap(([name, each]) => each.map((one) => `${name} ${one}`)),
	];
}

function writeFactsOf(
	{ request, leftOut = [], values }: WriteFacts,
	{ scope, parameters, body = {} }: WriteRoute,
): WriteFacts {
	const fields = body.fields ?? {};
	const inside = { ...parameters, ...fields, ...fields.membership?.fields };
	const isNullable = ({ oneOf = [] }: ContractType) => oneOf.some(({ type }) => type === 'null');
	const clearable = Object.entries(fields).filter(([, type]) => isNullable(type));
	return {
		...{ request, scope, fields: Object.keys(fields) },
		clearable: clearable.map(([name]) => name).filter((name) => !leftOut.includes(name)),
		values: Object.fromEntries(Object.keys(values).map((name) => [name, inside[name]?.enum ?? []])),
	};
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
