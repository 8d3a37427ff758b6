import type { IDataObject } from 'n8n-workflow';

import { quoted, readCell, userFieldLabels } from '../form';
import { foldBlanks } from '../values/cells';
import { utcText } from '../values/dates';
import { readDayOrTime } from '../values/days';
import { foldId, recordId } from '../values/identity';
import { asRowError, isRowError, rowError, type RowError } from './rowErrors';
import { segment } from './records';

/** A user's values as the platform has them, by field. */
export type CustomValues = ReadonlyMap<string, { type: string; value: string }>;

/** A custom field of users. */
export class CustomField {
	/** The values that the field accepts, in both spellings; empty if it accepts everything. */
	authorized: ReadonlyMap<string, string> | RowError = new Map<string, string>();

	/** @param name the title; the ID if another field has the same title */
	constructor(
		readonly id: string,
		readonly name: string,
		readonly title: string,
		readonly isDay: boolean,
	) {}

	/** Returns the value to send; '' for an empty cell. @returns an error if it is not a day @throws UserFacingError */
	read(entered: unknown, timeZone: string): string | RowError {
		const text = readCell(entered, this.name);
		if (text === '' || !this.isDay) return text;
		const { day, ms = NaN } =
			readDayOrTime(typeof entered === 'string' ? text : entered, timeZone) ?? {};
		const sent = utcText(day === undefined ? ms : Date.parse(day));
		return sent ?? rowError('noDay', `The entry is ${quoted(text)}.`);
	}

	/** Returns a value as the field spells it. @returns an error if the field cannot have it */
	allowed(value: string): string | RowError {
		const { authorized, isDay } = this;
		if (isRowError(authorized)) return authorized;
		// Authorized days have no time.
		const spelling = authorized.get(isDay ? value.slice(0, 10) : foldBlanks(value));
		if (authorized.size === 0 || spelling !== undefined) return isDay ? value : (spelling ?? value);
		const allowed = [...authorized.values()].slice(0, 10).map(quoted).join(', ');
		const detail = `The entry is ${quoted(value)}, and the field allows ${allowed}.`;
		return rowError('valueNotAllowed', detail);
	}

	/** Returns a value for comparisons and for people: a day, or text without repeated blanks. */
	shown(value: string | undefined, timeZone: string): string {
		const date = this.isDay ? readDayOrTime(value, timeZone) : undefined;
		return date?.day ?? utcText(date?.ms ?? NaN) ?? foldBlanks(value ?? '');
	}
}

/** The custom fields of the platform that a run has read. */
export class CustomFields {
	private all: readonly CustomField[] = [];

	private readonly byText = new Map<string, CustomField | RowError | undefined>();

	/** @param list reads a list */
	constructor(private readonly list: (path: string) => Promise<IDataObject[]>) {}

	/** True if a row has a value, or a column, for one of the fields. */
	get isUsed(): boolean {
		return [...this.byText.values()].some(Boolean);
	}

	async read(): Promise<void> {
		const records = await this.list('custom-fields');
		const userFields = records.filter(({ targetType }) => targetType === 'users');
		const titles = userFields.map(({ name }) => foldBlanks(name as string));
		this.all = userFields.map((record, at) => {
			const [id, title = ''] = [recordId(record), titles[at]];
			const isUnique = titles.filter((other) => other === title).length === 1;
			const name = isUnique && !userFieldLabels.has(title) ? title : id;
			return new CustomField(id, name, title, record.type === 'date');
		});
	}

	/** Finds a field by ID or name. @returns undefined if there is none */
	named(text: string): CustomField | RowError | undefined {
		if (!this.byText.has(text)) this.byText.set(text, this.find(text));
		return this.byText.get(text);
	}

	private find(text: string): CustomField | RowError | undefined {
		const title = foldBlanks(text);
		const isDataTable = DATA_TABLE_COLUMN.test(title);
		const exact = this.all.filter(({ id, title: own }) => id === foldId(title) || own === title);
		const isMeant = (own: string) =>
			plain(own) === plain(title) || (isDataTable && wordsOf(own) === wordsOf(title));
		const matches = exact.length > 0 ? exact : this.all.filter((field) => isMeant(field.title));
		return matches.length > 1 ? rowError('severalCustomFields') : matches[0];
	}

	/** Reads the values that some fields accept. */
	async readAuthorized(fields: readonly CustomField[]): Promise<void> {
		await Promise.all(
			[...new Set(fields)].map(async (field) => {
				const path = `custom-fields/${segment(field.id)}/authorized-values`;
				const records = await this.list(path).catch(asRowError);
				const spellings = (record: IDataObject) =>
					[foldBlanks(recordId(record)), recordId(record)] as const;
				field.authorized = isRowError(records) ? records : new Map(records.map(spellings));
			}),
		);
	}

	async valuesOf(userId: string): Promise<CustomValues> {
		return customValuesIn(await this.list(`users/${segment(userId)}/custom-fields/values`));
	}
}

/** A column of n8n's Data Table has underscores instead of blanks and signs. Any other has them: `Bonus %` is not Bonus. */
const DATA_TABLE_COLUMN = /^[\p{L}\p{N}]+_[\p{L}\p{N}_]*$/u;

/** Hyphens and underscores between words are blanks. */
const plain = (title: string) =>
	title.toLowerCase().replace(/(?<=[\p{L}\p{N}])[-_](?=[\p{L}\p{N}])/gu, ' ');

const wordsOf = (title: string) =>
	title
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.trim();

export function customValuesIn(records: readonly IDataObject[]): CustomValues {
	return new Map(
		records.map(({ customFieldId, type, value }) => [
			foldId(customFieldId as string),
			{ type: type as string, value: value as string },
		]),
	);
}
