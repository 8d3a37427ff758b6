import { fill, isList, parametersIn, routeOf, type Address } from '../address';
import type { Catalogue } from '../catalogue';
import { apiError, type Reply } from '../reply';

/** The list that a parameter refers to, if it differs from the path before the parameter. */
const LISTS: Readonly<Record<string, string>> = {
	bulkOperationId: 'bulk/operations',
	classroomSlotId: 'classrooms/{classroomId}/slots',
	subscriptionId: 'webhooks/subscriptions',
};

/** Returns the error for the first unknown ID in a path, using the contract's code. */
export function idComplaint(
	{ kind, parameters }: Address,
	catalogue: Catalogue,
): Reply | undefined {
	const { 400: elsewhere = [], 404: missing = [] } = routeOf(kind).errors;
	for (const name of parametersIn(kind)) {
		const id = parameters[name] ?? '';
		const list = LISTS[name] ?? kind.slice(0, kind.indexOf(`/{${name}}`));
		// Content types are not IDs, and no list contains the IDs of other platforms.
		if (name === 'contentType' || name === 'externalId') continue;
		const isBelow = parametersIn(list).every((one) => Object.hasOwn(parameters, one));
		const paths = isBelow ? [fill(list, parameters)] : pathsOf(list, catalogue);
		if (paths.some((path) => catalogue.records(path).positionOf(id) !== -1)) continue;
		const own = `${name.replace(/Id$/, '')}NotFound`;
		const misplaced = elsewhere.find((code) => code.includes('NotBelongTo'));
		const isElsewhere = () =>
			pathsOf(list, catalogue).some((path) => catalogue.records(path).positionOf(id) !== -1);
		// An ID without its own error code uses the code of the record below it.
		const code =
			missing.includes(own) && !(misplaced !== undefined && isElsewhere())
				? own
				: (misplaced ?? missing.at(-1) ?? own);
		return apiError(missing.includes(code) ? 404 : 400, code, `There is no ${name} ${id}`);
	}
	return undefined;
}

/** Returns the paths of a nested list, one for each record in the parent list. */
function pathsOf(kind: string, catalogue: Catalogue): string[] {
	const [name] = parametersIn(kind);
	if (name === undefined) return isList(kind) ? [kind] : [];
	const parents = pathsOf(LISTS[name] ?? kind.slice(0, kind.indexOf(`/{${name}}`)), catalogue);
	return parents
		.flatMap((path) => [...catalogue.records(path)])
		.map(({ _id }) => fill(kind, { [name]: _id }));
}
