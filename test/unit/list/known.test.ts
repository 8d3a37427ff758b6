import { knownOf } from '../../../nodes/LearningPlatform/list/known';
import { filtersIn } from './virtualTime';

const ID = '5f0c1a2b3c4d5e6f70819203';
const NO_ID = 'has a name in place of an ID: choose From List, or enter the ID.';

describe('of a request that was refused it is known that', () => {
	it.each<[what: string, path: string, query: string, known: string[], id?: string]>([
		[
			'the list cannot filter by a field',
			'courses/stats',
			'progress[eq]=100',
			[
				"This list can filter by completedAt, courseId, and userId only: use n8n's Filter node behind this one for the rest.",
			],
		],
		[
			'the list has no filters',
			'groups',
			'name[eq]=a&public[eq]=true',
			["This list has no filters: use n8n's Filter node behind this one for the rest."],
		],
		[
			'a field takes other operators',
			'courses',
			'status[ne]=deleted',
			['The filter on "status" takes the operators eq only.'],
		],
		[
			'a name was typed as an ID of a filter',
			'courses',
			'groupId[eq]=Sales%20Team',
			[`The filter on "groupId" ${NO_ID}`],
		],
		[
			'a name was typed as an ID of the path',
			'groups/Sales/roles',
			'',
			[`The address of the list ${NO_ID}`],
		],
		['a name was typed as the ID of a record', 'courses', '', [`The ID ${NO_ID}`], 'Fire%20Safety'],
		['nothing is', 'courses', `groupId[eq]=${ID}&createdAt[gte]=2026`, []],
		['nothing is of content types', `groups/${ID}/library/course-ids`, '', []],
		['nothing is of a list that nobody knows', 'Kurse', 'a[eq]=b', []],
	])('%s', (_what, path, query, known, ...[id]) => {
		expect(knownOf({ path, filters: filtersIn(query) }, id)).toEqual(known);
	});
});
