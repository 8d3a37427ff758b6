import { fill, isList, routeOf, type Address } from '../address';
import type { Catalogue } from '../catalogue';
import { makerOfKind, momentOf } from '../records/source';
import { json, offContract, type Reply } from '../reply';

/** GET of one record, or of a file. It takes no parameters. */
export function answerSingle(address: Address, query: string, catalogue: Catalogue): Reply {
	const { kind, parameters } = address;
	if (query !== '') return offContract('invalidQuery', 'A record takes no parameters');
	if (!routeOf(kind).record) {
		return {
			status: 200,
			headers: { 'content-type': 'application/pdf' },
			body: Buffer.from('%PDF-1.4'),
		};
	}
	const [, list = '', name = ''] = /^(.*)\/\{(\w+)\}$/.exec(kind) ?? [];
	const path = fill(kind, parameters);
	const { world } = catalogue;
	if (isList(list)) return json(200, catalogue.get(fill(list, parameters), parameters[name] ?? ''));
	const made = makerOfKind(kind)(momentOf({ ...address, path, world }, path, 0));
	return json(200, { ...(made as object), _id: undefined });
}
