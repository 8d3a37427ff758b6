import type { Catalogue } from '../catalogue';
import type { Company } from '../records/company';
import type { ListRecord } from '../records/world';
import { json } from '../reply';
import type { WriteTable } from './writeTable';

const MAPPINGS = 'external-ids';

/** A platform name that the service uses itself. Its real reserved names are unknown. */
export const RESERVED_PLATFORM = 'scim';

/** The lists that contain the targets of a mapping. */
const TARGETS: Readonly<Record<string, string>> = {
	classroom: 'classrooms',
	course: 'courses',
	group: 'groups',
	learningNeed: 'learning-needs',
	path: 'paths',
	pathSession: 'paths/sessions',
	user: 'users',
};

interface Mapping {
	platform: string;
	targetId: string;
	targetType: string;
	value: string;
}

/** The writes that map records to the IDs of other platforms. */
export function externalIdWrites(catalogue: Catalogue, company: Company): WriteTable {
	/** Returns the error code of a mapping that conflicts with another mapping of its platform. */
	function refusalOf(
		{ platform, targetId, targetType, value }: Mapping,
		{ taken, mappingId }: { taken: string; mappingId?: string },
	): string | undefined {
		if (platform === RESERVED_PLATFORM) return 'reservedPlatformName';
		const list = TARGETS[targetType];
		if (list === undefined || !company.has(list, targetId)) return 'resourceNotFound';
		const others = [...catalogue.records(MAPPINGS)].filter(
			(one) => one.platform === platform && one._id !== mappingId,
		);
		const isSameTarget = (one: ListRecord) =>
			one.targetId === targetId && one.targetType === targetType;
		if (others.some(isSameTarget)) return taken;
		return others.some((one) => one.value === value) ? 'valueAlreadyUsed' : undefined;
	}

	return {
		'POST external-ids': ({ body }) => {
			const mapping = body as Mapping;
			const refusal = refusalOf(mapping, { taken: 'mappingAlreadyExists' });
			return refusal ?? json(201, catalogue.add(MAPPINGS, { ...mapping }));
		},
		'PUT external-ids/{mappingId}': ({ parameters: { mappingId = '' }, body }) => {
			if (!company.has(MAPPINGS, mappingId)) return 'mappingIdNotFound';
			const mapping = body as Mapping;
			const { platform } = catalogue.get(MAPPINGS, mappingId);
			if (platform === RESERVED_PLATFORM) return 'reservedPlatformName';
			const refusal = refusalOf(mapping, { taken: 'targetAlreadyMapped', mappingId });
			return refusal ?? json(200, catalogue.update(MAPPINGS, mappingId, { ...mapping }));
		},
	};
}
