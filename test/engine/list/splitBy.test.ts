import type { Sandbox } from '../../sandbox';
import { idsIn, idsOf, listCourses } from '../lists';
import { startService } from '../service';

const split = { returnAll: true, options: { splitBy: 'createdAt' } };

const pagesOf = (sandbox: Sandbox) => sandbox.journal.of('courses').length;

describe.each(['created', 'newest', 'shuffled'] as const)(
	'a list in the order "%s"',
	(courseOrder) => {
		it.each(['steady', 'even', 'skewed', 'same'] as const)(
			'is complete (%s)',
			async (courseDates) => {
				const sandbox = await startService({
					courses: 2000,
					coursePageSize: 50,
					courseOrder,
					courseDates,
					firstByteDelayMs: 50,
					bodyDelayMs: 25,
				});
				const t = performance.now();
				const { items, error } = await listCourses(sandbox, split);
				console.log(courseOrder, courseDates, Math.round(performance.now() - t), pagesOf(sandbox));
				expect(error).toBeUndefined();
				expect([...idsOf(items)].sort()).toEqual([...idsIn(sandbox.catalogue, 'courses')].sort());
			},
		);
	},
);
