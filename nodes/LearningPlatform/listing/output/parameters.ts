import { UserFacingError } from '../../transport/errors';
import { readFieldNames } from '../fieldNames';
import { oneOf } from '../oneOf';
import type { ReadParameter } from '../parameters';

/** What a user chose for the shape of the items. */
export interface OutputChoice {
	kind: 'raw' | 'simplified' | 'selected' | 'row';
	/** Names or paths: what to select, or the columns of a row; none for all. */
	fields: string[];
	/** Whether a row's texts are kept from being run as formulas. */
	escapeFormulas: boolean;
}

/** By what the menu says as well, since agents often answer with that. */
const KINDS = new Map<string, OutputChoice['kind']>([
	['raw', 'raw'],
	['simplified', 'simplified'],
	['selected', 'selected'],
	['selected fields', 'selected'],
	['row', 'row'],
]);

/** @throws UserFacingError that names the first parameter that cannot be used */
export function readOutput(read: ReadParameter): OutputChoice {
	const kind = readKind(read('output', 'raw'));
	const takesFields = kind === 'selected' || kind === 'row';
	const fields = takesFields ? readFieldNames(read('outputFields', '') ?? '', 'Output Fields') : [];
	if (kind === 'selected' && fields.length === 0) {
		throw new UserFacingError(
			'Output Fields is empty',
			'Enter the names of the fields to return, e.g. "name, status", or choose another Output.',
		);
	}
	const { escapeFormulas } = read('options', {}) as { escapeFormulas?: unknown };
	return { kind, fields, escapeFormulas: escapeFormulas !== false };
}

function readKind(value: unknown): OutputChoice['kind'] {
	const kind = typeof value === 'string' ? KINDS.get(value.trim().toLowerCase()) : undefined;
	if (kind) return kind;
	throw new UserFacingError(
		`Output must be ${oneOf([...new Set(KINDS.values())])}`,
		'Choose one of them. If it is an expression, check what it returns.',
	);
}
