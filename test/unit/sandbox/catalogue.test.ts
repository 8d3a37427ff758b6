import { SERVICE } from '../../contract';
import { complaints } from '../../contract/check';
import { startSandbox, type ListRecord, type Sandbox } from '../../sandbox';
import { recordsOf } from './client';

let sandbox: Sandbox;
let original: ListRecord[];

beforeEach(async () => {
	sandbox = await startSandbox({ courses: 5, groups: 3, coursePageSize: 2 });
	original = sandbox.catalogue.list('courses');
});

afterEach(() => sandbox.stop());

function idAt(position: number): string {
	return original[position]?._id ?? '';
}

/** What the service lists must be what the catalogue says. */
async function listed(): Promise<ListRecord[]> {
	const records = await recordsOf(sandbox, 'courses');
	expect(records).toEqual(sandbox.catalogue.list('courses'));
	expect(records).toHaveLength(sandbox.catalogue.count('courses'));
	return records;
}

describe('editing the catalogue', () => {
	it('adds a record at the end, made up but for the fields given', async () => {
		const added = sandbox.catalogue.add('courses', { name: 'Brand new' });
		expect(added).toMatchObject({ name: 'Brand new', _id: expect.any(String) as string });
		expect(complaints(SERVICE.courses?.record ?? {}, added)).toEqual([]);
		expect(await listed()).toEqual([...original, added]);
	});

	it('adds a record anywhere', async () => {
		const added = sandbox.catalogue.add('courses', {}, 1);
		expect(await listed()).toEqual([original[0], added, ...original.slice(1)]);
	});

	it('updates a record and moves modifiedAt on', async () => {
		const updated = sandbox.catalogue.update('courses', idAt(1), { name: 'Renamed' });
		const moved = Date.parse(updated.modifiedAt as string);
		expect(moved - Date.parse(original[1]?.modifiedAt as string)).toBe(1000);
		expect(await listed()).toEqual([original[0], updated, ...original.slice(2)]);
		expect(updated).toEqual({ ...original[1], name: 'Renamed', modifiedAt: updated.modifiedAt });
	});

	it('finds a record under the ID it has now', () => {
		sandbox.catalogue.update('courses', idAt(0), { _id: 'renamed' });
		expect(sandbox.catalogue.get('courses', 'renamed').name).toBe(original[0]?.name);
		expect(() => sandbox.catalogue.get('courses', idAt(0))).toThrow(idAt(0));
	});

	it('updates a group, which has no modifiedAt', () => {
		const [group] = sandbox.catalogue.list('groups');
		const updated = sandbox.catalogue.update('groups', group?._id ?? '', { name: 'Renamed' });
		expect(updated).toEqual({ ...group, name: 'Renamed' });
	});

	it('archives a record without moving modifiedAt', async () => {
		sandbox.catalogue.archive('courses', idAt(0));
		expect(await listed()).toEqual([{ ...original[0], status: 'archived' }, ...original.slice(1)]);
	});

	it('removes records, generated, edited or added', async () => {
		const added = sandbox.catalogue.add('courses');
		sandbox.catalogue.update('courses', idAt(3), { name: 'x' });
		for (const id of [idAt(0), idAt(3), added._id]) {
			sandbox.catalogue.remove('courses', id);
			expect(() => sandbox.catalogue.get('courses', id)).toThrow(id);
		}
		expect(await listed()).toEqual([original[1], original[2], original[4]]);
	});

	it('reverses and sorts', async () => {
		sandbox.catalogue.reorder('courses');
		expect(await listed()).toEqual([...original].reverse());
		sandbox.catalogue.update('courses', idAt(2), { duration: 0 });
		sandbox.catalogue.reorder('courses', (a, b) => Number(a.duration) - Number(b.duration));
		const durations = (await listed()).map(({ duration }) => Number(duration));
		expect(durations).toEqual([...durations].sort((a, b) => a - b));
		expect(durations[0]).toBe(0);
	});

	it('clears a list, which may be filled again', async () => {
		sandbox.catalogue.clear('courses');
		expect(await listed()).toEqual([]);
		const added = sandbox.catalogue.add('courses', { _id: 'mine' });
		expect(await listed()).toEqual([added]);
		expect(sandbox.catalogue.get('courses', 'mine')).toEqual(added);
		expect(sandbox.catalogue.count('groups')).toBe(3);
	});

	it('hands out copies', () => {
		const added = sandbox.catalogue.add('courses', { coAuthorIds: ['a'] });
		(added.coAuthorIds as string[]).push('b');
		(sandbox.catalogue.get('courses', added._id).coAuthorIds as string[]).push('c');
		(sandbox.catalogue.list('courses').at(-1)?.coAuthorIds as string[]).push('d');
		expect(sandbox.catalogue.get('courses', added._id).coAuthorIds).toEqual(['a']);
	});
});

describe('a list below a record', () => {
	it('is edited by its path, by IDs that the service does not show', async () => {
		const [group] = sandbox.catalogue.list('groups');
		const path = `groups/${group?._id ?? ''}/roles`;
		const [first, second] = sandbox.catalogue.list(path);
		sandbox.catalogue.remove(path, first?._id ?? '');
		sandbox.catalogue.update(path, second?._id ?? '', { role: 'admin' });
		const [shown] = await recordsOf(sandbox, path);
		expect(shown).toEqual({ userId: second?.userId, role: 'admin' });
	});

	it('is left alone by edits of others', () => {
		const [course] = original;
		const before = sandbox.catalogue.list('courses/stats');
		sandbox.catalogue.clear('users');
		sandbox.catalogue.remove('courses', course?._id ?? '');
		expect(sandbox.catalogue.list('courses/stats')).toEqual(before);
	});

	it.each(['lessons', 'courses/', 'groups/a/roles/b'])('has to be one: %s', (path) => {
		expect(() => sandbox.catalogue.list(path)).toThrow(`The service has no list ${path}`);
	});
});
