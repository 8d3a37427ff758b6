import type { IDataObject } from 'n8n-workflow';

import {
	knownFiltersOf,
	knownLists,
	type KnownFilter,
} from '../../../../nodes/LearningPlatform/catalog/knownLists';
import { isFullCampaign } from '../../../campaign';
import type { Sandbox } from '../../../sandbox';
import { exampleParameters, NO_ID, pathOf } from '../../../sandbox/examplePaths';
import { runNode } from '../../harness';
import { fieldFilter } from '../../lists';
import { startService, storedFor } from '../../service';

let sandbox: Sandbox;

beforeEach(async () => {
	sandbox = await startService({ courses: 20, groups: 4, users: 60, filters: 'ignored' });
});

/** Lists with one filter, which the service ignores. @returns what the user and the log read */
async function listed(kind: string, field: string, operator: string, value: string) {
	const path = pathOf(kind, exampleParameters(sandbox.catalogue));
	const { items, error, log } = await runNode({
		credential: sandbox,
		parameters: {
			...{ resource: 'other', operation: 'list', returnAll: true },
			listPath: { __rl: true, mode: 'path', value: path },
			filters: fieldFilter(field, operator, value),
		},
	});
	const line = log.find(({ message }) => message.includes(' cannot be checked'));
	return { items: items.length, error: error?.message, line: line?.message };
}

/** A value of a filter that the records do not have, or, where it must not be, that one of them has. */
function absent(
	{ kind, name, shownIn = name, values }: KnownFilter,
	operator: string,
	path: string,
) {
	const records = sandbox.catalogue.shown(path) as IDataObject[];
	const present = records
		.map((record) => record[shownIn])
		.find((value): value is string => typeof value === 'string');
	if (operator === 'ne' || operator === 'nin') return present ?? 'none';
	if (operator === 'gte') return '2100-01-31T00:00:00Z';
	if (operator === 'lt') return '1990-01-31T00:00:00Z';
	const other = values?.find((value) => records.some((record) => record[shownIn] !== value));
	return other ?? (kind === 'boolean' ? 'true' : NO_ID);
}

const published = knownLists.flatMap(({ path }) =>
	knownFiltersOf(path).flatMap((filter) =>
		filter.operators.map((operator) => [path, filter.name, operator, filter] as const),
	),
);

it('every published filter that a service ignores is an error, or a line says why it cannot be known', async () => {
	// The unit tests of list/filters see each of them, too.
	if (!isFullCampaign) return;
	expect(published.length).toBeGreaterThan(80);
	const silent: string[] = [];
	const unknown = new Set<string>();
	for (const [kind, field, operator, filter] of published) {
		const path = pathOf(kind, exampleParameters(sandbox.catalogue));
		const value = absent(filter, operator, path);
		const { items, error, line } = await listed(kind, field, operator, value);
		if (error?.startsWith(`The service ignored the filter on "${field}"`)) continue;
		if (line?.includes(` on ${field} cannot be checked`)) unknown.add(`${kind} ${field}`);
		else silent.push(`${kind} ${field}[${operator}]=${value}: ${items} items, ${error}`);
	}
	expect(silent).toEqual([]);
	expect([...unknown].sort()).toEqual([
		'courses originalAuthorId',
		'courses tagIds',
		'paths/stats status',
	]);
});

it.each([
	['groups', 'public', 'eq', 'true'],
	['groups', 'name', 'eq', 'nobody'],
	['users', 'lastName', 'eq', 'Silva-Nobody'],
	['users', 'username', 'eq', 'a'],
	['users', 'lang', 'nin', 'en, fr, de, es, pt, it'],
	['courses', 'duration', 'gte', '1000000'],
	['courses/stats', 'score', 'gte', '101'],
	['courses/stats', 'progress', 'lt', '0'],
	['paths/stats', 'status.type', 'eq', 'nobody'],
	['paths', 'name', 'in', 'One, Two'],
	['tags', 'name', 'eq', 'nobody'],
	['groups/{groupId}/roles', 'role', 'eq', 'nobody'],
])('without a published filter, too: %s?%s[%s]=%s', async (kind, field, operator, value) => {
	expect(await listed(kind, field, operator, value)).toEqual({
		items: 0,
		error: expect.stringContaining(`The service ignored the filter on "${field}"`) as string,
		line: undefined,
	});
});

it('on a platform with published filters a word that a filter does not take is refused before any request', async () => {
	const run = async (service: string) =>
		await runNode({
			credential: { ...storedFor(sandbox).data, service },
			parameters: {
				...{ resource: 'pathCompletion', operation: 'list' },
				filters: fieldFilter('status', 'eq', 'late'),
			},
		});
	const { error } = await run('360learning-eu');
	expect(error?.message).toBe(
		'The filter on "status" takes archived and published only, and not "late"',
	);
	expect(error?.description).toContain('The filter Learner Status takes other words.');
	expect(sandbox.journal.entries).toEqual([]);
	// Another platform may have other words.
	expect((await run('other')).error).toBeUndefined();
});

it('what no record has is sent, and a line says that it cannot be checked', async () => {
	const { items, error, line } = await listed('groups', 'color', 'eq', 'red');
	expect([items, error]).toEqual([4, undefined]);
	expect(line).toContain('the filters on color cannot be checked: no record shows them');
});
