import type { INodeParameters } from 'n8n-workflow';

import { NO_ID } from '../../../sandbox/examplePaths';
import { runNode } from '../../harness';
import { startService } from '../../service';

/** Runs the node with courses whose group does not exist, and returns its hints. */
async function hintsOf(parameters: INodeParameters, items = 1) {
	const sandbox = await startService({ courses: 2 });
	const [course] = sandbox.catalogue.list('courses');
	for (const { _id } of sandbox.catalogue.list('courses')) {
		sandbox.catalogue.update('courses', _id, { groupId: NO_ID });
	}
	const { hints, error } = await runNode({
		credential: sandbox,
		parameters: { resource: 'course', courseId: course?._id ?? '', ...parameters },
		items,
	});
	expect(error).toBeUndefined();
	return hints.map(({ message }) => message);
}

const misspelled = { output: 'selected', outputFields: 'name, nmae' };

const named = { options: { addNames: ['groups'] } };

it.each<[what: string, parameters: INodeParameters, hints: RegExp[]]>([
	['nothing unusual', { operation: 'list' }, []],
	[
		'a search without a match',
		{ operation: 'list', filters: { nameContains: 'nothing' } },
		[/ none of 2 records match$/],
	],
	['a field that no record has', { operation: 'list', ...misspelled }, [/ nmae$/]],
	[
		'a day number of Excel in a filter',
		{ operation: 'list', filters: { createdAfter: 36_526 } },
		[/ 36526 as 2000-01-01$/],
	],
	[
		'an empty name',
		{ operation: 'list', ...named },
		[new RegExp(`^Some names are empty .* groups ${NO_ID} \\(404\\)$`)],
	],
	[
		'a single record without a field and a name',
		{ operation: 'get', ...misspelled, ...named },
		[/ nmae$/, /^Some names are empty/],
	],
])('items have hints about %s', async (_what, parameters, hints) => {
	expect(await hintsOf(parameters)).toEqual(
		hints.map((hint) => expect.stringMatching(hint) as string),
	);
});

it.each(['list', 'get', 'export'])(
	'a repeated "%s" has a hint about Execute Once',
	async (operation) => {
		expect(await hintsOf({ operation }, 2)).toEqual([
			expect.stringMatching(/^The node did the same for each of the 2 input items/),
		]);
	},
);
