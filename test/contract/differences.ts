import type { ContractType, Route, WriteRoute } from '.';

/** A list as described by the package or by the contract. */
export interface ListFacts {
	/** Relative to `/api/v2/`, with parameters in braces. */
	path: string;
	scope: string;
	/** The fields that records can have. */
	fields: readonly string[];
	/** The filter operators for each field. */
	filters: Readonly<Record<string, readonly string[]>>;
	/**
	 * All values that the filter on a field accepts, if they are limited. These values are ignored for fields that a
	 * row omits.
	 */
	values?: Readonly<Record<string, readonly string[]>>;
}

/**
 * Compares the package's lists with the service's lists.
 *
 * @returns one sentence for each item that only the package or only the service has
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

/** Returns the contract's facts about a list. */
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

/** A string record becomes an item with the string as its `_id`. */
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

/** Returns one sentence for each statement that only one side makes. */
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

/** A change as described by the package or by the contract. */
export interface WriteFacts {
	/** Method and path. */
	request: string;
	scope: string;
	/** The body's fields. */
	fields: readonly string[];
	/** The fields that accept null. */
	clearable: readonly string[];
	/** The fields that the package does not send. */
	leftOut?: readonly string[];
	/** The allowed values of fields and parameters, by name. */
	values: Readonly<Record<string, readonly string[]>>;
}

/** Like `differences`, but for the changes that the package sends. */
export function writeDifferences(
	rows: readonly WriteFacts[],
	contract: Readonly<Record<string, WriteRoute>>,
): string[] {
	return rows.flatMap((row) => {
		const route = contract[row.request];
		if (!route) return [`The service has no request ${row.request}.`];
		return compared(row.request, said(row), said(writeFactsOf(row, route)));
	});
}

function said({ scope, fields, clearable, leftOut = [], values }: WriteFacts): string[] {
	return [
		`scope ${scope}`,
		...[...fields, ...leftOut].map((name) => `field ${name}`),
		...clearable.map((name) => `nullable field ${name}`),
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
		...each(values).map(([name, value]) => `${name} filter value ${value}`),
	];
}
