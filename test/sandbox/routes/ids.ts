import { fill, isList, parametersIn, routeOf, type Address } from '../address';
import type { Catalogue } from '../catalogue';
import { apiError, type Reply } from '../reply';

/** The list in which the records are that a parameter names, where it is not the part of the path before it. */
const LISTS: Readonly<Record<string, string>> = {
	bulkOperationId: 'bulk/operations',
	classroomSlotId: 'classrooms/{classroomId}/slots',
	subscriptionId: 'webhooks/subscriptions',
};

/** What is wrong with the IDs in a path, the first of them first, in the words of the contract. */
export function idComplaint(
	{ kind, parameters }: Address,
	catalogue: Catalogue,
): Reply | undefined {
	const { 400: elsewhere = [], 404: missing = [] } = routeOf(kind).errors;
	for (const name of parametersIn(kind)) {
		const id = parameters[name] ?? '';
		const list = LISTS[name] ?? kind.slice(0, kind.indexOf(`/{${name}}`));
		// A kind of content is no ID, and what another platform calls its courses stands in no list.
		if (name === 'contentType' || name === 'externalId') continue;
		const isBelow = parametersIn(list).every((one) => Object.hasOwn(parameters, one));
		const paths = isBelow ? [fill(list, parameters)] : pathsOf(list, catalogue);
		if (paths.some((path) => catalogue.records(path).positionOf(id) !== -1)) continue;
		const own = `${name.replace(/Id$/, '')}NotFound`;
		// The contract has no code for some: what is below them then is not found, or belongs to another.
		const misplaced = elsewhere.find((code) => code.includes('NotBelongTo'));
		const code = missing.includes(own) ? own : (misplaced ?? missing.at(-1) ?? own);
		return apiError(missing.includes(code) ? 404 : 400, code, `There is no ${name} ${id}`);
	}
	return undefined;
}

/** The paths of a list below each of the records that it can stand below. */
function pathsOf(kind: string, catalogue: Catalogue): string[] {
	const [name] = parametersIn(kind);
	if (name === undefined) return isList(kind) ? [kind] : [];
	const parents = pathsOf(LISTS[name] ?? kind.slice(0, kind.indexOf(`/{${name}}`)), catalogue);
	return parents
		.flatMap((path) => [...catalogue.records(path)])
		.map(({ _id }) => fill(kind, { [name]: _id }));
}
