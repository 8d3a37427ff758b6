import type { Catalogue } from '../catalogue';
import { fill, parametersIn, type Address } from '../dictionary/address';
import { PARAMETERS } from '../dictionary/parameters';
import { indexInObjectId } from '../records/objectId';
import { apiError, type Reply } from '../reply';

/** What is wrong with the IDs in a path, the first of them first: docs/service.md, Endpoints. */
export function parameterComplaint(address: Address, catalogue: Catalogue): Reply | undefined {
	const { kind, parameters } = address;
	for (const name of parametersIn(kind)) {
		const facts = PARAMETERS[name];
		const id = parameters[name] ?? '';
		if (!facts) continue;
		const isBelow = parametersIn(facts.list).every((one) => Object.hasOwn(parameters, one));
		if (isBelow && catalogue.has(fill(facts.list, parameters), id)) continue;
		const isSomewhere = listsOf(facts.list, catalogue).some((path) => catalogue.has(path, id));
		if (!isSomewhere) return apiError(404, facts.missing, `There is no ${name} ${id}`);
		if (isBelow) {
			const code = facts.elsewhere ?? facts.missing;
			return apiError(400, code, `The ${name} ${id} belongs to another one`);
		}
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
	const hasNone = indexInObjectId(classroomSlotId) % 3 === 1;
	if (kind === 'classroom-slots/{classroomSlotId}/waitlist' && hasNone) {
		return apiError(404, 'classroomSlotWaitlistNotFound', 'The slot has no waitlist');
	}
	return undefined;
}

/** The paths of a list below each of the records that it can stand below. */
function listsOf(kind: string, catalogue: Catalogue): string[] {
	const [name] = parametersIn(kind);
	const facts = PARAMETERS[name ?? ''];
	if (name === undefined || !facts) return [kind];
	return listsOf(facts.list, catalogue)
		.flatMap((path) => [...catalogue.records(path)])
		.map(({ _id }) => fill(kind, { [name]: _id }));
}
