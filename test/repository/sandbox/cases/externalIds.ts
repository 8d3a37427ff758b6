import { NO_ID } from '../../../sandbox/examplePaths';
import type { Platform } from '../platform';
import type { Row } from './row';

const add = 'POST external-ids';
const change = 'PUT external-ids/{mappingId}';
const mapping = ({ ana }: Platform, more: object = {}) => ({
	platform: 'hr',
	targetType: 'user',
	targetId: ana,
	value: '1',
	...more,
});
const known = (p: Platform, more: object = {}) =>
	p.sandbox.catalogue.add('external-ids', mapping(p, more))._id;
const added =
	(of: (p: Platform) => object, isKnown = false) =>
	(p: Platform) => ({
		body: mapping(p, of(p)),
		before: () => isKnown && known(p),
	});
const changed = (of: (p: Platform) => object) => (p: Platform) => {
	known(p, { targetId: p.cem, value: '2' });
	return { ids: { mappingId: known(p) }, body: mapping(p, of(p)) };
};

export const externalIdCases: Row[] = [
	[add, 201, '', 'for a new mapping', added(() => ({}))],
	[
		add,
		201,
		'',
		'for a value of a different platform',
		added(({ cem }) => ({ targetId: cem, platform: 'it' }), true),
	],
	[add, 400, 'mappingAlreadyExists', 'for a second value', added(() => ({ value: '2' }), true)],
	[add, 400, 'mappingAlreadyExists', 'for the same mapping', added(() => ({}), true)],
	[add, 400, 'reservedPlatformName', '', added(() => ({ platform: 'scim' }))],
	[add, 400, 'valueAlreadyUsed', '', added(({ cem }) => ({ targetId: cem }), true)],
	[add, 404, 'resourceNotFound', '', added(() => ({ targetId: NO_ID }))],

	[change, 200, '', 'for a new value', changed(() => ({ value: '3' }))],
	[change, 400, 'reservedPlatformName', '', changed(() => ({ platform: 'scim' }))],
	[change, 400, 'targetAlreadyMapped', '', changed(({ cem }) => ({ targetId: cem, value: '3' }))],
	[change, 400, 'valueAlreadyUsed', '', changed(() => ({ value: '2' }))],
	[change, 404, 'mappingIdNotFound', '', (p) => ({ ids: { mappingId: NO_ID }, body: mapping(p) })],
	[change, 404, 'resourceNotFound', '', changed(() => ({ targetId: NO_ID }))],
];
