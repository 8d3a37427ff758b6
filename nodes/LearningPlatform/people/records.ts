import type { IDataObject } from 'n8n-workflow';

import type { Ref } from '../form';
import { recordId } from '../values/identity';
import { foldMail } from '../values/mails';

/** The number of values in one lookup: 50 addresses form a query of about 4,000 characters. */
export const LOOKUP_BATCH = 50;

export const isDeleted = ({ status }: IDataObject = {}) => status === 'deleted';

export const refKey = ({ by, value }: Ref) => `${by} ${foldMail(value)}`;

/** Normalizes a personnel number for comparisons. A sheet may have removed its leading zeros. */
export const foldNumber = (number: unknown) => foldMail(number).replace(/^0+(?=\d)/, '');

/** Returns the keys by which a table may name a user. */
export function keysOf(user: IDataObject): string[] {
	const refs = [
		{ by: 'id' as const, value: recordId(user) },
		{ by: 'mail' as const, value: user.mail },
		{ by: 'username' as const, value: user.username },
	];
	return refs.flatMap(({ by, value }) =>
		typeof value === 'string' && value !== '' ? [refKey({ by, value })] : [],
	);
}

/** Percent-encodes an ID for a path. @throws if it is empty, because the path would then be that of a list */
export function segment(id: string): string {
	if (id.trim() === '') throw new Error('The ID in a path is empty');
	return encodeURIComponent(id);
}
