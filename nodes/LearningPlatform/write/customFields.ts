import { readCell } from '../form';
import {
	asProblem,
	customValuesIn,
	impossible,
	isProblem,
	readCustomValue,
	recordId,
	segment,
	shownCustomValue,
	type CustomField,
	type CustomValues,
	type Problem,
} from '../people';
import { staysDeleted, type Fields, type UserRow, type Wish } from './person';
import { send } from './send';

interface CustomWish extends Wish {
	field: CustomField;
}

/** The custom fields. The platform replaces all values of a user at once. */
export const customFields: Fields = {
	find: async (directory, people) => {
		const platform = directory.customFields;
		const rows = [...people].filter(([{ entry }]) => {
			const isFilled = Object.keys(entry.customFields.byName ?? ['columns']).length > 0;
			return isFilled || entry.options.customFieldsToClear.length > 0;
		});
		const failure = rows.length > 0 ? await platform.read().catch(asProblem) : undefined;
		if (failure) return new Map(rows.map(([row]) => [row, failure]));
		const problems = new Map<UserRow, Problem>();
		const differing: CustomField[] = [];
		await Promise.all(
			rows.map(async ([row, person]) => {
				try {
					if (askedBy(row).values.size === 0 || staysDeleted(row, person)) return;
					const id = recordId(person.user);
					const read = async () => await platform.valuesOf(id);
					if (id !== '') person.customValues = await directory.onceARun(`values ${id}`, read);
					const open = wishesOf(row, person.customValues).filter(isNew);
					differing.push(...open.map(({ field }) => field));
				} catch (error) {
					problems.set(row, asProblem(error));
				}
			}),
		);
		await platform.readAuthorized(differing);
		return problems;
	},

	plan: (row, { customValues }) => {
		const { refused } = askedBy(row);
		for (const { field, value } of wishesOf(row, customValues).filter(isNew)) {
			const problem = row.directory.customFields.refusalOf(field, value);
			if (problem) refused.push([field.name, problem]);
		}
		const wishes = allowedIn(row, customValues);
		const isUnused =
			row.entry.customFields.byName === undefined && !row.directory.customFields.isUsed;
		return {
			...{ wishes, refused, remark: isUnused ? UNUSED : undefined },
			state: { customValues: withWishes(customValues, wishes) },
		};
	},

	store: async (row, _person, id) => {
		const { client, directory, timeZone } = row;
		const read = async () => await directory.customFields.valuesOf(id);
		// Somebody may have changed other values since the run looked everybody up.
		const before = await read();
		const wishes = allowedIn(row, before).filter(({ isStored }) => !isStored);
		const after = withWishes(before, wishes);
		let stored = before;
		const isSame = (one: CustomValues, other: CustomValues, { field }: CustomWish) => {
			const [a, b] = [one, other].map((values) => values.get(field.id)?.value ?? '');
			return (
				shownCustomValue(field, a ?? '', timeZone) === shownCustomValue(field, b ?? '', timeZone)
			);
		};
		if (wishes.length > 0) {
			const customValues = [...after].map(([customFieldId, own]) => ({ customFieldId, ...own }));
			const { records } = await send(client, {
				path: `users/${segment(id)}/custom-fields/values`,
				...{ method: 'PUT', body: { customValues } },
				isConfirmed: ({ status, records: values }) =>
					status === 200 && values !== undefined && (values.length > 0 || after.size === 0),
				look: async () => {
					stored = await read();
					// The platform may store a value otherwise than it was sent.
					const isDone = (wish: CustomWish) =>
						isSame(after, stored, wish) || !isSame(before, stored, wish);
					return wishes.every(isDone) ? {} : undefined;
				},
			});
			if (records) stored = customValuesIn(records);
			const fields = wishes.map(({ name }) => name);
			client.log.write('userUpdated', { id, outcome: 'updated', fields });
		}
		const missed = wishes.filter((wish) => !isSame(after, stored, wish));
		return { state: { customValues: stored }, missed: missed.map(({ name }) => name) };
	},
};

const UNUSED = {
	sentence:
		'No column has the name of a custom field. A column of the table may have been renamed.',
	isWarning: true,
};

/** Returns the values that a row enters, by field; '' for a field to clear. @throws UserFacingError */
function askedBy({ directory, entry, input, timeZone }: UserRow) {
	const { byName } = entry.customFields;
	const values = new Map<CustomField, string>();
	const refused: [name: string, problem: Problem][] = [];
	const fieldOf = (name: string) => {
		const field = directory.customFields.named(name) ?? impossible('unknownCustomField');
		if (!isProblem(field)) return field;
		refused.push([name, field]);
		return undefined;
	};
	const cells = Object.entries(byName ?? input).flatMap(([name, cell]) => {
		const found = directory.customFields.named(name);
		// Most columns of a table are no custom fields.
		if (byName === undefined && (!found || (isProblem(found) && readCell(cell, name) === ''))) {
			return [];
		}
		const field = fieldOf(name);
		return field ? [{ name, cell, field }] : [];
	});
	for (const { cell, field } of cells) {
		const same = cells.filter((one) => one.field === field).map(({ name }) => `"${name}"`);
		if (same.length > 1) throw impossible('customFieldTwice', `These are ${same.join(' and ')}.`);
		const value = readCustomValue(field, cell, timeZone);
		if (isProblem(value)) refused.push([field.name, value]);
		else if (value !== '') values.set(field, value);
	}
	for (const name of entry.options.customFieldsToClear) {
		const field = fieldOf(name);
		if (field && !values.has(field)) values.set(field, '');
	}
	return { values, refused };
}

function wishesOf(row: UserRow, stored: CustomValues = new Map()): CustomWish[] {
	return [...askedBy(row).values].map(([field, value]) => {
		const [before = '', after] = [stored.get(field.id)?.value ?? '', value].map((one) =>
			shownCustomValue(field, one, row.timeZone),
		);
		return { name: field.name, field, value, isStored: before === after, before: before || null };
	});
}

const isNew = ({ isStored, value }: Wish) => !isStored && value !== '';

const allowedIn = (row: UserRow, stored?: CustomValues) =>
	wishesOf(row, stored).filter(
		(wish) => !isNew(wish) || !row.directory.customFields.refusalOf(wish.field, wish.value),
	);

/** Returns a user's values with those that a row asks for. */
function withWishes(stored: CustomValues = new Map(), wishes: readonly CustomWish[]): CustomValues {
	const values = new Map(stored);
	for (const { field, value } of wishes) {
		if (value === '') values.delete(field.id);
		else values.set(field.id, { type: field.isDay ? 'date' : 'string', value });
	}
	return values;
}
