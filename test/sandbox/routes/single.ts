import { fill, isList, routeOf, type Address } from '../address';
import type { Catalogue } from '../catalogue';
import { makerOfKind, momentOf } from '../records/source';
import { apiError, json, offContract, type Reply } from '../reply';

/** An empty page, with the bytes behind the first line that mark a file as binary. */
const PDF = Buffer.concat([
	Buffer.from('%PDF-1.4\n%'),
	Buffer.from([0xe2, 0xe3, 0xcf, 0xd3]),
	Buffer.from(
		'\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Count 0/Kids[]>>',
	),
	Buffer.from('endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
]);

/** GET of one record, or of a file. It takes no parameters. */
export function answerSingle(address: Address, query: string, catalogue: Catalogue): Reply {
	const { kind, parameters } = address;
	if (query !== '') return offContract('invalidQuery', 'A record takes no parameters');
	if (kind === 'uaa/users/me') {
		return apiError(403, 'userNotAuthorized', 'The token was made without a user_id');
	}
	if (!routeOf(kind).record) {
		return { status: 200, headers: { 'content-type': 'application/pdf' }, body: PDF };
	}
	const [, list = '', name = ''] = /^(.*)\/\{(\w+)\}$/.exec(kind) ?? [];
	const path = fill(kind, parameters);
	const { world } = catalogue;
	const { _id, ...record } = isList(list)
		? catalogue.get(fill(list, parameters), parameters[name] ?? '')
		: (makerOfKind(kind)(momentOf({ ...address, path, world }, path, 0)) as { _id: string });
	const isShown = isList(list) && name !== 'externalId';
	return json(200, isShown ? { _id, ...record } : record);
}
