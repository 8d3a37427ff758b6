import type { INodeParameters } from 'n8n-workflow';
import { isDeepStrictEqual } from 'node:util';

import { longRepeats, repeats, SEED } from '../../repeats';
import { randomFor } from '../../sandbox/records/random';
import { runNode } from '../harness';
import { byId, jsonOf } from '../lists';
import { startService } from '../service';
import { expected, fillRandomly, type Platform } from './model';

const PLATFORMS = repeats(4, 20);

const batches = Array.from({ length: longRepeats(1, 10) }, (_, batch) => SEED + batch * PLATFORMS);

const SHOWN = {
	course: ['completed', 'notCompleted'],
	path: ['completed', 'notCompleted', 'late'],
};
const PEOPLE = { course: ['active', 'group'], path: ['active', 'enrolled', 'group'] };

/** Starts a platform with twelve people. Users come on pages of five. */
async function startPlatform(): Promise<Platform> {
	const sizes = { users: 12, courses: 2, groups: 1, pageSizes: { users: 5 } };
	const sandbox = await startService(sizes);
	const idIn = (list: string, at: number) => sandbox.catalogue.records(list).at(at)._id;
	return {
		sandbox,
		ids: { course: idIn('courses', 1), path: idIn('paths', 1), group: idIn('groups', 0) },
	};
}

it.each(batches)(
	`Training Status says what ${PLATFORMS} random platforms say: platforms from %i`,
	async (first) => {
		for (let seed = first; seed < first + PLATFORMS; seed += 1) {
			const random = randomFor(seed, 0);
			const platform = await startPlatform();
			fillRandomly(platform, random);
			const { sandbox, ids } = platform;
			for (const training of ['course', 'path'] as const) {
				const people = random.pick(PEOPLE[training] as [string]);
				for (const show of ['all', random.pick(SHOWN[training] as [string])]) {
					const asked = { training, people, show };
					const parameters: INodeParameters = {
						...{ resource: 'trainingStatus', operation: 'list', returnAll: true, ...asked },
						...{ courseId: byId(ids.course), pathId: byId(ids.path), groupId: byId(ids.group) },
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
						...{ seed, asked, error: undefined, found: Object.fromEntries(wanted) },
					});
					expect(records).toHaveLength(wanted.length);
				}
			}
		}
	},
);
