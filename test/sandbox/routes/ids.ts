import { fill, isList, parametersIn, placeOf, routeOf, type Address } from '../address';
import type { Catalogue } from '../catalogue';
import { indexInId } from '../records/world';
import { apiError, type Reply } from '../reply';

/** The list in which the records are that a parameter names, where it is not the part of the path before it. */
const LISTS: Readonly<Record<string, string>> = {
	bulkOperationId: 'bulk/operations',
	classroomSlotId: 'classrooms/{classroomId}/slots',
	externalId: 'integrations/{integrationId}/courses',
	subscriptionId: 'webhooks/subscriptions',
};

/** What is wrong with the IDs in a path, the first of them first, in the words of the contract. */
export function idComplaint(address: Address, catalogue: Catalogue): Reply | undefined {
	const { kind, parameters } = address;
	const { 400: elsewhere = [], 404: missing = [] } = routeOf(kind).errors;
	const misplaced = elsewhere.find((code) => code.includes('NotBelongTo'));
	for (const name of parametersIn(kind)) {
		if (name === 'contentType') continue;
		const id = parameters[name] ?? '';
		const list = LISTS[name] ?? kind.slice(0, kind.indexOf(`/{${name}}`));
		const isBelow = parametersIn(list).every((one) => Object.hasOwn(parameters, one));
		if (isBelow && catalogue.has(fill(list, parameters), id)) continue;
		const isSomewhere = pathsOf(list, catalogue).some((path) => catalogue.has(path, id));
		if (isSomewhere && !isBelow) continue;
		if (isSomewhere && misplaced) {
			return apiError(400, misplaced, `The ${name} ${id} belongs to another one`);
		}
		const own = `${name.replace(/Id$/, '')}NotFound`;
		// The contract has no code for some: what is below them then is not found, or belongs to another.
		const code = missing.includes(own) ? own : (misplaced ?? missing.at(-1) ?? own);
		return apiError(missing.includes(code) ? 404 : 400, code, `There is no ${name} ${id}`);
	}
	return stateComplaint(address, catalogue);
}

/** Lists that are there for some records only. */
function stateComplaint({ kind, parameters }: Address, catalogue: Catalogue): Reply | undefined {
	const { bulkOperationId = '', classroomSlotId = '' } = parameters;
	if (kind === 'bulk/operations/{bulkOperationId}/results') {
		const { status } = catalogue.get('bulk/operations', bulkOperationId);
		if (status === 'completed') return undefined;
		return apiError(400, 'bulkOperationNotRun', `The operation is ${String(status)}`);
	}
	// One slot in three has no waitlist.
	const hasNone = indexInId(classroomSlotId) % 3 === 1;
	if (kind === 'classroom-slots/{classroomSlotId}/waitlist' && hasNone) {
		return apiError(404, 'classroomSlotWaitlistNotFound', 'The slot has no waitlist');
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
		.map(({ _id }) => fill(kind, { [name]: _id }))
		.filter((path) => placeOf(path));
}
