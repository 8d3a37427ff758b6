import { NO_ID } from '../../../sandbox/examplePaths';
import type { Platform } from '../platform';
import type { Row } from './row';

const put = 'PUT users/{userId}/custom-fields/values';

type Value = [field: 'day' | 'grade' | 'no' | 'ofContents' | 'site', type: string, value: string];

/** Writes values of Site (text), Grade (the texts A and B), and Day (a date). */
const of =
	(values: Value[], authorizedDays: string[] = []) =>
	({ ana, sandbox: { catalogue, company } }: Platform) => {
		const contents = { name: 'Site', type: 'string', targetType: 'contents' };
		const ids = {
			site: company.addCustomField('Site')._id,
			grade: company.addCustomField('Grade', 'string', ['A', 'B'])._id,
			day: company.addCustomField('Day', 'date', authorizedDays)._id,
			ofContents: catalogue.add('custom-fields', contents)._id,
			no: NO_ID,
		};
		const customValues = values.map(([field, type, value]) => ({
			customFieldId: ids[field],
			type,
			value,
		}));
		return { ids: { userId: ana }, body: { customValues } };
	};

const day = '2026-12-31';
const site: Value = ['site', 'string', 'Lyon'];

export const customFieldCases: Row[] = [
	[put, 200, '', 'for texts and a day', of([site, ['grade', 'string', 'A'], ['day', 'date', day]])],
	[put, 200, '', 'for a moment', of([['day', 'date', `${day}T00:00:00.000Z`]], [day])],
	[put, 200, '', 'for no values', of([])],
	[put, 400, 'multipleValuesForSingleCustomField', '', of([site, site])],
	[put, 400, 'unauthorizedValue', 'for a text', of([['grade', 'string', 'C']])],
	[put, 400, 'unauthorizedValue', 'for a day', of([['day', 'date', day]], ['2027-01-01'])],
	[put, 400, 'wrongTypeValue', 'for a text as a date', of([['site', 'date', day]])],
	[put, 400, 'wrongTypeValue', 'for a date as a text', of([['day', 'string', day]])],
	[put, 400, 'wrongTypeValue', 'for a text that is no date', of([['day', 'date', '31.12.2026']])],
	[put, 404, 'customFieldNotFound', '', of([['no', 'string', 'x']])],
	[put, 404, 'customFieldNotFound', 'for a field of courses', of([['ofContents', 'string', 'x']])],
	[put, 404, 'userNotFound', '', (p) => ({ ...of([])(p), ids: { userId: NO_ID } })],
];
