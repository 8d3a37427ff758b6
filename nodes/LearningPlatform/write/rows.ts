import type { IExecuteFunctions } from 'n8n-workflow';

import { UserFacingError } from '../failures/userFacingError';
import { parameterOf, readForm, readRequestOptions, type Field, type Form } from '../form';
import type { ListingLog } from '../n8n/log';
import { Directory } from '../people';
import { openClient } from '../service';
import type { Entry, Row } from './operation';

/** A form whose values are the entry of an operation. */
export type FormOf<E extends Entry> = Form & { [Name in keyof E]: Field<E[Name]> };

/** Reads the form of an item. @param directories what is read with an account, by account */
export async function readRow<E extends Entry>(
	context: IExecuteFunctions,
	form: FormOf<E>,
	{ itemIndex, log }: { itemIndex: number; log: ListingLog },
	directories: Map<object, Directory>,
): Promise<Row<E>> {
	const parameter = parameterOf(context, itemIndex);
	const entry = readForm(form, parameter, context) as unknown as E;
	const network = readRequestOptions(parameter);
	const { maxRetries } = entry.options;
	const client = await openClient(context, {
		...{ itemIndex, network, maxRetries, log, isWaitedFor: true },
	});
	const directory = directories.get(client.account) ?? new Directory(client);
	directories.set(client.account, directory);
	return { itemIndex, client, directory, entry, timeZone: context.getTimezone(), remarks: [] };
}

export function onlyFirstRow(): UserFacingError {
	return new UserFacingError(
		'Execute Once is on, so only the first row of the table would be processed',
		"Turn off Execute Once in this node's settings. It can stay on in the node that reads the table.",
	);
}
