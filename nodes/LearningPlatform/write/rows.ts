import type { IExecuteFunctions } from 'n8n-workflow';

import {
	parameterOf,
	readForm,
	readRequestOptions,
	type Field,
	type Form,
	type Ref,
} from '../form';
import type { ListingLog } from '../n8n/log';
import { Directory } from '../people';
import { openClient } from '../service';
import type { Entry, Row } from './operation';

/** A form whose values are the entry of an operation, and the scopes that a row needs. */
export interface RowForm<E extends Entry> {
	form: Form & { [Name in keyof E]: Field<E[Name]> };
	scopes: (entry: E) => readonly string[];
}

/** Reads the form of an item. @param directories what is read with an account, by account */
export async function readRow<E extends Entry>(
	context: IExecuteFunctions,
	{ form, scopes }: RowForm<E>,
	{ itemIndex, log }: { itemIndex: number; log: ListingLog },
	directories: Map<object, Directory>,
): Promise<Row<E>> {
	const parameter = parameterOf(context, itemIndex);
	const entry = readForm(form, parameter, context) as unknown as E;
	const network = readRequestOptions(parameter);
	const { maxRetries } = entry.options;
	const client = await openClient(context, {
		itemIndex,
		network,
		maxRetries,
		log,
		isWaitedFor: true,
		scopes: scopes(entry),
	});
	const directory = directories.get(client.account) ?? new Directory(client);
	directories.set(client.account, directory);
	const input = context.getInputData()[itemIndex]?.json ?? {};
	const timeZone = context.getTimezone();
	return { itemIndex, client, directory, entry, input, timeZone, remarks: [] };
}

/** Reads the user of an item whose form failed, unless this is what failed. */
export function usersIn(context: IExecuteFunctions, itemIndex: number, user?: Field<Ref>): Ref[] {
	try {
		return user ? [user.read(parameterOf(context, itemIndex), context)] : [];
	} catch {
		return [];
	}
}
