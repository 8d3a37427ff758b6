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

it.each<[asked: string, isRepeated: boolean, parameters: INodeParameters]>([
	['the same list', true, { operation: 'list' }],
	['the same record', true, { operation: 'get' }],
	['the same file', true, { operation: 'export' }],
	['the same search', true, { filters: { nameContains: 'a' } }],
	['the same Limit from an expression', true, { limit: '={{ 5 + $itemIndex * 0 }}' }],
	['another Limit', false, { limit: '={{ 5 + $itemIndex }}' }],
	['other fields', false, { ...misspelled, outputFields: "={{ ['_id', 'name'][$itemIndex] }}" }],
	['another search', false, { filters: { nameContains: "={{ ['a', 'b'][$itemIndex] }}" } }],
])('two items that ask for %s have a hint about Execute Once: %p', async (_, isRepeated, asked) => {
	const hints = await hintsOf({ operation: 'list', ...asked }, 2);
	const start = 'The node did the same for each of the 2 input items';
	expect(hints.some((hint) => hint.startsWith(start))).toBe(isRepeated);
});
