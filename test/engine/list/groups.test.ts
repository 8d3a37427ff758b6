import type { ListRecord } from '../../sandbox';
import { fieldFilter, idsIn, idsOf, jsonOf, listGroups } from '../lists';
import { outcomes, requestLines, startService } from '../service';

const everything = { returnAll: true };

it('Return All gives all pages in order, and nothing twice', async () => {
	const sandbox = await startService({ groups: 450, groupPageSize: 200 });
	const { items, status } = await listGroups(sandbox, everything);
	expect(status).toBe('success');
	expect(jsonOf(items)).toEqual(sandbox.catalogue.list('groups'));
	expect(outcomes(sandbox)).toEqual(['token 200', 'groups 200', 'groups 200', 'groups 200']);
});

it('the list is asked for at its own address', async () => {
	const sandbox = await startService({ groups: 1 });
	await listGroups(sandbox);
	expect(requestLines(sandbox)).toEqual(['POST /api/v2/oauth2/token', 'GET /api/v2/groups']);
});

it.each([
	['an empty list', 0, 1],
	['exactly one full page', 3, 1],
	['one more than a page', 4, 2],
])('%s', async (_what, groups, pages) => {
	const sandbox = await startService({ groups, groupPageSize: 3 });
	const { items } = await listGroups(sandbox, everything);
	expect(idsOf(items)).toEqual(idsIn(sandbox.catalogue, 'groups'));
	expect(sandbox.journal.of('groups')).toHaveLength(pages);
});

it.each([
	['less than a page', 2, 1],
	['a page', 3, 1],
	['one more than a page', 4, 2],
	['more than there is', 20, 3],
])('a limit of %s makes no request too many', async (_what, limit, requests) => {
	const sandbox = await startService({ groups: 8, groupPageSize: 3 });
	const { items } = await listGroups(sandbox, { limit });
	expect(idsOf(items)).toEqual(idsIn(sandbox.catalogue, 'groups').slice(0, limit));
	expect(sandbox.journal.of('groups')).toHaveLength(requests);
});

it('field filters are sent', async () => {
	const sandbox = await startService({ groups: 40, groupPageSize: 10 });
	const filters = fieldFilter('public', 'eq', 'true');
	const { items } = await listGroups(sandbox, { ...everything, filters });
	expect(requestLines(sandbox)[1]).toBe('GET /api/v2/groups?public[eq]=true');
	const isPublic = (record: ListRecord) => record.public === true;
	expect(idsOf(items)).toEqual(idsIn(sandbox.catalogue, 'groups', isPublic));
});

it('every item knows the input item that it came from', async () => {
	const sandbox = await startService({ groups: 2 });
	const { items } = await listGroups(sandbox, everything, { items: 2 });
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([0, 0, 1, 1].map((item) => ({ item })));
});

it('an error names groups and the page', async () => {
	const sandbox = await startService({ groups: 4, groupPageSize: 3 });
	const body = { error: { code: 'invalid_scope', message: 'groups:read is missing' } };
	sandbox.faults.add({ on: { kind: 'groups', page: 2 }, status: 403, body });
	const { error } = await listGroups(sandbox, everything);
	expect(error?.message).toBe(
		'The API credentials lack a permission for this list (groups, page 2)',
	);
	expect(error?.description).toContain('groups:read is missing');
	expect(error?.description).toContain('3 records had been read by then.');
});
