import { isDeepStrictEqual } from 'node:util';

import { longRepeats, repeats, SEED } from '../../repeats';
import { exportFile, recordsIn } from '../export/exports';
import { runNode } from '../harness';
import { byId, jsonOf } from '../lists';
import { expected, startRandomly } from './model';

const PLATFORMS = repeats(2, 10);

const batches = Array.from({ length: longRepeats(1, 10) }, (_, batch) => SEED + batch * PLATFORMS);

const ASKED = [
	{ training: 'course', peoples: ['active', 'group'], shows: ['all', 'completed', 'notCompleted'] },
	{
		training: 'path',
		peoples: ['active', 'enrolled', 'group'],
		shows: ['all', 'completed', 'notCompleted', 'late'],
	},
] as const;

const questions = ASKED.flatMap(({ training, peoples, shows }) =>
	peoples.flatMap((people) => shows.map((show) => ({ training, people, show }))),
);

it.each(batches)(
	`Training Status says what ${PLATFORMS} random platforms say: platforms from %i`,
	async (first) => {
		for (let seed = first; seed < first + PLATFORMS; seed += 1) {
			const platform = await startRandomly(seed, { users: 5 });
			const { sandbox, ids } = platform;
			for (const asked of questions) {
				const parameters = {
					resource: 'trainingStatus',
					operation: 'list',
					returnAll: true,
					...asked,
					courseId: byId(ids.course),
					pathId: byId(ids.path),
					groupId: byId(ids.group),
				};
				const { items, error } = await runNode({ credential: sandbox, parameters });
				const records = jsonOf(items);
				const found = Object.fromEntries(records.map((one) => [one.userId as string, one]));
				// If no rule decides between two records, either is right.
				const wanted = [...expected(platform, asked)].map(([userId, [first, ...others]]) => {
					const same = others.find((one) => isDeepStrictEqual(one, found[userId]));
					return [userId, same ?? first] as const;
				});
				expect({ seed, asked, error, found }).toEqual({
					seed,
					asked,
					error: undefined,
					found: Object.fromEntries(wanted),
				});
				expect(records).toHaveLength(wanted.length);
				if (asked.show !== 'late') continue;
				const run = await exportFile(sandbox, { ...parameters, operation: 'export' });
				const rows = await recordsIn(run.items[0]);
				expect(rows.map(({ userId }) => userId)).toEqual(records.map(({ userId }) => userId));
			}
		}
	},
);
