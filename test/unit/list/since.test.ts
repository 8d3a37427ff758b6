import { filtersSince } from '../../../nodes/LearningPlatform/list/since';
import { queryOf } from '../../../nodes/LearningPlatform/values/filter';
import { filtersIn } from './virtualTime';

const from = Date.parse('2024-01-01T00:00:00Z') / 1_000;
const bound = 'modifiedAt[gte]=2024-01-01T00%3A00%3A00.000Z';
const earlier = 'modifiedAt[gte]=2023-12-31T23:59:59.900Z';
const later = 'modifiedAt[gte]=2024-01-01T02%3A00%3A00.5%2B01%3A00';
const before = 'modifiedAt[lt]=2025-01-01T00%3A00%3A00.000Z';
const others = 'status[eq]=published&tagIds[in][0]=a';

it.each([
	['are the bound alone where there were none', '', bound],
	['come after those on other fields', others, `${others}&${bound}`],
	['replace an earlier bound', earlier, bound],
	['keep a later bound as it was entered', later, later],
	['keep the end of a range', `${before}&${earlier}`, `${before}&${bound}`],
	['keep another operator on the date', 'modifiedAt[ne]=soon', `modifiedAt[ne]=soon&${bound}`],
	['do not touch a similar field', 'modifiedAtLocal[gte]=7', `modifiedAtLocal[gte]=7&${bound}`],
])('filters narrowed to changes %s', (_what, query, expected) => {
	const narrowed = filtersSince(filtersIn(query), { field: 'modifiedAt', from });
	expect(queryOf(narrowed)).toBe(expected);
});

it.each(['2024-01-01', '2024-01-01T00:00:00', 'soon', '1704067200'])(
	'a bound that is written as %s is refused, because services differ about its meaning',
	(value) => {
		const filters = filtersIn(`modifiedAt[gte]=${value}`);
		expect(() => filtersSince(filters, { field: 'modifiedAt', from })).toThrow(
			'The filter on "modifiedAt" cannot be combined with Read the Whole List',
		);
	},
);
