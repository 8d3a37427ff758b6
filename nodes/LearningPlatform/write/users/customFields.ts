import { readCell } from '../../form';
import {
	asRowError,
	customValuesIn,
	isRowError,
	rowError,
	segment,
	type CustomField,
	type CustomValues,
	type Directory,
	type RowError,
} from '../../people';
import { recordId } from '../../values/identity';
import type { Remark } from '../operation';
import { eachRow, withoutErrors } from '../rows';
import { sendConfirmed } from '../confirm';
import { hasCustomFields } from './form';
import {
	staysDeleted,
	type FieldChange,
	type FieldGroup,
	type Person,
	type UserRow,
} from './person';
import { columnRemarks, remarkOnFailed, remarksOnMissed } from './remarks';

/** The custom fields. The platform replaces all values of a user at once. */
export const customFieldWrites: FieldGroup = {
	find: async (directory, people) => {
		const platform = directory.customFields;
		const valid = withoutErrors(people);
		const isUsed = (row: UserRow, person: Person) =>
			hasCustomFields(row.entry) && !staysDeleted(row, person);
		const isRead = [...valid].some((entry) => isUsed(...entry));
		const failure = isRead ? await platform.read().catch(asRowError) : undefined;
		const unassigned = failure ? [] : unassignedOf([...valid.keys()], platform);
		for (const person of new Set(valid.values())) {
			person.missing = { ...person.missing, custom: [...person.missing.custom, ...unassigned] };
		}
		const toWrite: CustomField[] = [];
		const found = await eachRow(people, async (row, person) => {
			if (!isUsed(row, person)) return person;
			if (failure) return failure;
			const id = recordId(person.user);
			if (id !== '' && changesIn(row, person).changes.length > 0) {
				const read = async () => await platform.valuesOf(id);
				person.customValues = await directory.readOnce(`values ${id}`, read);
			}
			const { changes } = changesIn(row, person);
			const isNew = ({ isStored, value }: FieldChange) => !isStored && value !== '';
			toWrite.push(...changes.filter(isNew).map(({ field }) => field));
			return person;
		});
		await platform.readAuthorized(toWrite);
		return found;
	},

	plan: (row, person) => {
		const { changes, remarks } = changesIn(row, person);
		const customValues = withChanges(person.customValues, changes);
		return {
			changes,
			remarks: [...remarks, ...columnRemarks(row, person)],
			state: { customValues },
		};
	},

	store: async (row, person, id) => {
		const { client, directory, timeZone } = row;
		const { ownCustomFields = [] } = person;
		const read = async () => {
			const values = new Map(await directory.customFields.valuesOf(id));
			for (const fieldId of ownCustomFields) {
				const own = person.customValues?.get(fieldId);
				if (own) values.set(fieldId, own);
				else values.delete(fieldId);
			}
			return values;
		};
		// Somebody may have changed other values since the run looked everybody up.
		let before = await read();
		const changes = changesIn(row, { ...person, customValues: before }).changes.filter(
			({ isStored }) => !isStored,
		);
		if (changes.length === 0) return { state: { customValues: before } };
		const after = () => withChanges(before, changes);
		const shownIn = (values: CustomValues, { field }: { field: CustomField }) =>
			field.shown(values.get(field.id)?.value, timeZone);
		const isWritten = (values: CustomValues, change: { field: CustomField }) =>
			shownIn(values, change) === shownIn(after(), change);
		const body = () => ({
			customValues: [...after()].map(([customFieldId, value]) => ({ customFieldId, ...value })),
		});
		let stored = after();
		const { records } = await sendConfirmed(client, {
			path: `users/${segment(id)}/custom-fields/values`,
			method: 'PUT',
			body: body(),
			bodyForRetry: async () => {
				before = await read();
				return body();
			},
			isConfirmed: ({ status, records: values }) =>
				status === 200 && values !== undefined && (values.length > 0 || after().size === 0),
			look: async () => {
				stored = await read();
				// The platform may store a value differently than sent.
				const isDone = (change: { field: CustomField }) =>
					isWritten(stored, change) || shownIn(stored, change) !== shownIn(before, change);
				return changes.every(isDone) ? {} : undefined;
			},
		});
		if (records) stored = customValuesIn(records);
		const fields = changes.map(({ name }) => name);
		client.log.write('userUpdated', { id, outcome: 'updated', fields });
		const missed = changes.filter((change) => !isWritten(stored, change)).map(({ name }) => name);
		const written = [...ownCustomFields, ...changes.map(({ field }) => field.id)];
		const state = { customValues: stored, ownCustomFields: written };
		return { state, remarks: remarksOnMissed(missed) };
	},
};

/** Returns the names under Custom Fields to Clear that no column means, if columns are assigned automatically. */
function unassignedOf(rows: readonly UserRow[], platform: Directory['customFields']): string[] {
	const automatic = rows.filter(({ entry }) => !entry.customFields.byName);
	const columns = new Set(automatic.flatMap(({ input }) => Object.keys(input)));
	const filled = new Set([...columns].map((name) => platform.named(name)));
	const cleared = new Set(automatic.flatMap(({ entry }) => entry.options.customFieldsToClear));
	return [...cleared].filter((name) => !filled.has(platform.named(name)));
}

/** Returns what a row asks for, and the fields that cannot be written. @throws UserFacingError */
function changesIn(row: UserRow, { customValues: stored = new Map(), missing }: Person) {
	const { directory, entry, input, timeZone } = row;
	const { byName } = entry.customFields;
	const platform = directory.customFields;
	const remarks: Remark[] = [];
	const reject = (name: string, error: RowError) => remarks.push(remarkOnFailed([name], error));
	const values = new Map<CustomField, string>();
	const nameOf = new Map<CustomField, string>();
	const keptFields = new Set(missing.custom.map((name) => platform.named(name)));
	for (const [name, cell] of Object.entries(byName ?? input)) {
		const field = platform.named(name);
		if (isRowError(field)) {
			if (readCell(cell, name) !== '') reject(name, field);
		} else if (field) {
			const other = nameOf.get(field);
			const detail = `These are "${other}" and "${name}".`;
			if (other !== undefined) throw rowError('customFieldTwice', detail);
			nameOf.set(field, name);
			const value = field.read(cell, timeZone);
			if (isRowError(value)) {
				keptFields.add(field);
				reject(field.name, value);
			} else if (value !== '') values.set(field, value);
			// Most columns of a table are no custom fields.
		} else if (byName) reject(name, rowError('unknownCustomField'));
	}
	for (const name of entry.options.customFieldsToClear) {
		const field = platform.named(name) ?? rowError('unknownCustomField');
		if (isRowError(field)) reject(name, field);
		else if (!values.has(field) && !keptFields.has(field)) values.set(field, '');
	}
	const changes = [...values].flatMap(
		([field, entered]): (FieldChange & { field: CustomField })[] => {
			const { name } = field;
			const before = field.shown(stored.get(field.id)?.value, timeZone);
			const isStored = before === field.shown(entered, timeZone);
			const value = isStored || entered === '' ? entered : field.allowed(entered);
			if (!isRowError(value)) return [{ name, field, value, isStored, before: before || null }];
			reject(name, value);
			return [];
		},
	);
	return { changes, remarks };
}

/** Returns a user's values with those that a row asks for. */
function withChanges(
	stored: CustomValues = new Map(),
	changes: readonly { field: CustomField; value: string }[],
): CustomValues {
	const values = new Map(stored);
	for (const { field, value } of changes) {
		if (value === '') values.delete(field.id);
		else values.set(field.id, { type: field.isDay ? 'date' : 'string', value });
	}
	return values;
}
