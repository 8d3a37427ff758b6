import type { INodeParameters } from 'n8n-workflow';

import type { ListRecord, Sandbox } from '../../../sandbox';
import { exportFile, recordsIn } from '../../export/exports';
import { idsIn, idsOf, listCourses, listRecords } from '../../lists';
import { arrivalOfPage, holdBodyOfPage, requestLines, startService } from '../../service';

const everything = { returnAll: true };

const named = (nameContains: unknown, others: INodeParameters = {}): INodeParameters => ({
	filters: { nameContains: nameContains as string, ...others },
});

/** Finds names that contain the text, ignoring case and accents. */
const holds = (part: string) => (record: ListRecord) =>
	String(record.name).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().includes(part);

const rename = ({ catalogue }: Sandbox, position: number, name: unknown, list = 'courses') => {
	const { _id = '' } = catalogue.list(list)[position] ?? {};
	catalogue.update(list, _id, { name });
	return _id;
};

/** Starts a service in which only renamed courses contain "Straße". */
const serve = async (courses: number, options: object = {}) =>
	await startService({ courses, coursePageSize: 10, ...options });

describe('Name Contains lists the records with the text in their names:', () => {
	it.each([
		['course', 'courses', 'EVACUATION', 'evacuation'],
		['group', 'groups', 'equipe', 'equipe'],
	] as const)('%s, %s with "%s"', async (resource, kind, entered, found) => {
		const sandbox = await serve(95, { groups: 95, groupPageSize: 10 });
		for (const at of [3, 70]) rename(sandbox, at, 'Équipe d’évacuation', kind);
		const { items, error } = await listRecords(resource, sandbox, {
			...everything,
			...named(entered),
		});
		expect(error).toBeUndefined();
		const wanted = idsIn(sandbox.catalogue, kind, holds(found));
		expect(wanted.length).toBeGreaterThan(0);
		expect(wanted.length).toBeLessThan(95);
		expect(idsOf(items)).toEqual(wanted);
		expect(requestLines(sandbox)[1]).toBe(`GET /api/v2/${kind}`);
		expect(sandbox.journal.of(kind)).toHaveLength(10);
	});
});

it('a list without names causes an error', async () => {
	const sandbox = await serve(1);
	const [{ _id } = { _id: '' }] = sandbox.catalogue.list('groups');
	const listPath = { __rl: true, mode: 'path', value: `groups/${_id}/roles` };
	const parameters = { resource: 'other', listPath, ...named('learner') };
	const { error } = await listCourses(sandbox, parameters);
	expect(error?.message).toMatch(/^Name Contains cannot search this list/);
});

describe('with a Limit', () => {
	it('the list is read up to the limit', async () => {
		const sandbox = await serve(200);
		const ids = [3, 4, 31, 190].map((position) => rename(sandbox, position, 'Straße'));
		const { items } = await listCourses(sandbox, { limit: 3, ...named('STRASSE') });
		expect(idsOf(items)).toEqual(ids.slice(0, 3));
		// The fourth page has the third match; three more pages may be in progress.
		expect(sandbox.journal.of('courses').length).toBeLessThanOrEqual(7);
	});

	it('pages are requested ahead', async () => {
		const sandbox = await serve(60);
		const id = rename(sandbox, 55, 'Straße');
		// A node that read this body before requesting page 2 would wait forever.
		holdBodyOfPage(sandbox, 1, () => arrivalOfPage(sandbox, 2));
		const { items } = await listCourses(sandbox, { limit: 1, ...named('strasse') });
		expect(idsOf(items)).toEqual([id]);
	});
});

describe('a file', () => {
	it('contains the matching records and the columns of the first page that has a match', async () => {
		const sandbox = await serve(60);
		const ids = [25, 48].map((position) => rename(sandbox, position, 'Straße'));
		const { items } = await exportFile(sandbox, named('strasse'));
		expect(items[0]?.json).toMatchObject({ records: 2, pages: 6 });
		const rows = await recordsIn(items[0]);
		expect(rows.map(({ _id, name }) => [_id, name])).toEqual(ids.map((id) => [id, 'Straße']));
	});

	it('is empty if nothing matches', async () => {
		const sandbox = await serve(25);
		const { items, hints } = await exportFile(sandbox, named('strasse'));
		expect(items[0]?.json).toMatchObject({ records: 0, pages: 3 });
		expect(hints.map(({ message }) => message)).toEqual([
			expect.stringContaining('none of 25 records match'),
		]);
	});
});
