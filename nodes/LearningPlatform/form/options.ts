import type { IHttpRequestOptions, INodeProperties } from 'n8n-workflow';

import { labelKinds, type LabelKind } from '../catalog/labels';
import type { Resource } from '../catalog/resources';
import { UserFacingError } from '../failures/userFacingError';
import { titleOf } from '../values/words';
import { field, integer, toggle, type Field, type ReadParameter } from './field';
import { percentDecoded } from './listPath';
import { boolean, fieldNames, notValid, readChoice } from './values';

export const maxRetries = integer({
	name: 'maxRetries',
	default: 4,
	typeOptions: { minValue: 0, maxValue: 10 },
	description:
		'Maximum number of retries per page if the service is busy or the connection breaks. The wait between retries grows from half a second to a minute.',
});

export const escapeFormulas = toggle({
	name: 'escapeFormulas',
	default: true,
	description:
		'Whether to put an apostrophe before text that starts with =, +, -, @, a tab, or a carriage return, so that spreadsheets do not run it as a formula',
});

export const idFieldOption = field(
	{
		displayName: 'ID Field',
		name: 'idField',
		type: 'string',
		default: '',
		placeholder: 'e.g. userId, role',
		description:
			'Field that uniquely identifies a record, or several comma-separated fields that together identify it',
		hint: 'Leave empty for known lists and for records with an "_id", "id", or "uuid" field',
	},
	fieldNames,
);

export const removalLimitWith = (description: string, preset = 50) =>
	integer({
		name: 'removalLimit',
		default: preset,
		typeOptions: { minValue: 0, maxValue: 100 },
		description,
		ifNull: preset,
	});

const LABEL_FIELDS: Record<LabelKind, string> = {
	courses: 'Adds courseName. Requires the courses:read scope.',
	groups:
		'Adds groupName, primaryGroupName (for users), and parentName (for groups). Requires the groups:read scope.',
	managers:
		'Adds managerNames and managerMails for each learner. Makes one request per learner and requires the users:read scope.',
	paths: 'Adds pathName. Requires the paths:read scope.',
	tags: 'Adds tagName or tagNames. Requires the tags:read scope.',
	users: 'Adds userName, userMail, authorName, and similar fields. Requires the users:read scope.',
};

export function addNamesOf({
	labelKinds: offered,
}: Pick<Resource, 'labelKinds'>): Field<LabelKind[]> {
	const entries = labelKinds.map((value) => ({
		name: titleOf(value),
		value,
		description: LABEL_FIELDS[value],
	}));
	const property: INodeProperties = {
		displayName: 'Add Names Of',
		name: 'addNames',
		type: 'multiOptions',
		default: [...(offered ?? ['groups', 'users']).filter((kind) => kind !== 'managers')],
		description:
			'Names to add next to IDs, e.g. groupName for groupId. If there are only a few IDs, the node looks them up one by one; otherwise, it reads the whole list. If no record has the ID, the name is empty.',
		options: entries.filter(({ value }) => offered?.includes(value) ?? true),
	};
	const toKinds = (entered: unknown): LabelKind[] => {
		const names = typeof entered === 'string' ? fieldNames(entered, property) : [entered ?? []];
		const kinds = names.flat().map((name) => readChoice(name, property.displayName, entries));
		return [...new Set(kinds)];
	};
	return field(property, toKinds, []);
}

/** Reads Request Options, except Batching. @throws UserFacingError */
export function readRequestOptions(read: ReadParameter) {
	const { allowUnauthorizedCerts, proxy, timeout } = read('requestOptions', {}) as {
		allowUnauthorizedCerts?: unknown;
		proxy?: string;
		timeout?: unknown;
	};
	const ms = readTimeout(timeout);
	const skipSslCertificateValidation = boolean(allowUnauthorizedCerts, {
		displayName: 'Ignore SSL Issues (Insecure) under Request Options',
		default: false,
	});
	return {
		...(proxy && { proxy: readProxy(proxy) }),
		...(ms > 0 && { timeout: ms }),
		...(skipSslCertificateValidation && { skipSslCertificateValidation }),
	};
}

/** About 25 days. Node.js timers with a longer delay fire immediately. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** Reads Timeout in ms. Empty values and 0, which an expression may return, select n8n's default. */
function readTimeout(entered: unknown): number {
	const ms = typeof entered === 'string' ? Number(entered) : (entered ?? 0);
	if (typeof ms === 'number' && ms >= 0) return Math.min(Math.ceil(ms), MAX_TIMEOUT_MS);
	throw notValid(
		'Timeout must be a number of milliseconds',
		entered,
		'Enter a number such as 60000 for Timeout under Request Options, or remove the option.',
	);
}

function readProxy(address: string): NonNullable<IHttpRequestOptions['proxy']> {
	const url = URL.canParse(address) ? new URL(address) : undefined;
	const [username, password] = [url?.username, url?.password].map((part) =>
		percentDecoded(part ?? ''),
	);
	if (!url?.hostname || username === undefined || password === undefined) {
		throw new UserFacingError(
			'The proxy is not valid',
			'In Request Options > Proxy, enter the full URL, e.g. "http://proxy.example.com:3128". In a user name or password, write "%" as "%25".',
		);
	}
	return {
		host: url.hostname,
		port: Number(url.port || (url.protocol === 'https:' ? 443 : 80)),
		protocol: url.protocol.slice(0, -1),
		...(username && { auth: { username, password } }),
	};
}
