import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';

const started: Sandbox[] = [];

async function start(options: SandboxOptions): Promise<Sandbox> {
	const sandbox = await startSandbox(options);
	started.push(sandbox);
	return sandbox;
}

afterEach(async () => {
	for (const sandbox of started.splice(0)) await sandbox.stop();
});

describe('the records', () => {
	it('are the same for the same seed and others for another seed', async () => {
		const [one, same, other] = await Promise.all([
			start({ courses: 50, seed: 7 }),
			start({ courses: 50, seed: 7 }),
			start({ courses: 50, seed: 8 }),
		]);
		expect(one.catalogue.list('courses')).toEqual(same.catalogue.list('courses'));
		const ids = one.catalogue.list('courses').map(({ _id }) => _id);
		expect(other.catalogue.list('courses').map(({ _id }) => _id)).not.toEqual(ids);
	});

	it('have IDs of 24 hexadecimal digits, none twice', async () => {
		const { catalogue } = await start({ courses: 3000, groups: 3000 });
		const ids = [...catalogue.list('courses'), ...catalogue.list('groups')].map(({ _id }) => _id);
		expect(new Set(ids).size).toBe(6000);
		expect(ids.filter((id) => !/^[0-9a-f]{24}$/.test(id))).toEqual([]);
	});

	it('are as many as asked for, each found by its ID', async () => {
		const { catalogue } = await start({
			courses: 3,
			groups: 2,
			users: 20_001,
			courseStatistics: 4,
		});
		const counts = { courses: 3, groups: 2, users: 20_001, 'courses/stats': 4 };
		for (const [path, count] of Object.entries(counts)) {
			expect(catalogue.count(path)).toBe(count);
			const last = catalogue.list(path).at(-1)?._id ?? '';
			expect(catalogue.get(path, last)._id).toBe(last);
		}
	});

	it('have as many authors as asked for, co-authors among them', async () => {
		const { catalogue } = await start({ courses: 500, courseAuthors: 5 });
		const authors = catalogue
			.list('courses')
			.flatMap(({ authorId, coAuthorIds }) => [authorId, ...(coAuthorIds as string[])]);
		expect(new Set(authors)).toEqual(
			new Set(
				catalogue
					.list('users')
					.slice(0, 5)
					.map(({ _id }) => _id),
			),
		);
	});

	it('are about 80 % published, 15 % archived and 5 % deleted', async () => {
		const { catalogue } = await start({ courses: 4000 });
		const courses = catalogue.list('courses');
		const share = (status: string): number =>
			courses.filter((course) => course.status === status).length / courses.length;
		expect(share('published')).toBeCloseTo(0.8, 1);
		expect(share('archived')).toBeCloseTo(0.15, 1);
		expect(share('deleted')).toBeCloseTo(0.05, 1);
	});

	it('have names with accents, commas, quotes and emoji', async () => {
		const { catalogue } = await start({ courses: 500 });
		const names = catalogue.list('courses').map(({ name }) => name as string);
		for (const sort of [/[éüí]/, /,/, /"/, /\p{Extended_Pictographic}/u]) {
			expect(names.some((name) => sort.test(name))).toBe(true);
		}
	});

	it('are modified no earlier than created, and belong to groups that exist', async () => {
		const { catalogue } = await start({ courses: 500, groups: 9 });
		const groups = new Set<unknown>(catalogue.list('groups').map(({ _id }) => _id));
		for (const course of catalogue.list('courses')) {
			expect((course.createdAt as string) <= (course.modifiedAt as string)).toBe(true);
			expect(groups.has(course.groupId)).toBe(true);
		}
	});

	it('of a course are the fields documented, and a platform for external ones alone', async () => {
		const { catalogue } = await start({ courses: 300 });
		const always = [
			...['_id', 'name', 'status', 'type', 'groupId', 'authorId', 'coAuthorIds', 'sourceLang'],
			...['defaultLang', 'createdAt', 'modifiedAt', 'translations'],
		];
		const optional = ['duration', 'description', 'currentVersionNumber', 'collaborativeLearning'];
		for (const course of catalogue.list('courses')) {
			const platform = course.type === 'external' ? ['externalPlatform'] : [];
			expect(Object.keys(course).sort()).toEqual([...always, ...optional, ...platform].sort());
			for (const translation of course.translations as object[]) {
				expect(Object.keys(translation)).toEqual([
					'lang',
					'published',
					'translatorIds',
					'translatedFields',
				]);
			}
		}
		const users = new Set<unknown>(catalogue.list('users').map(({ _id }) => _id));
		expect(catalogue.list('courses').every(({ authorId }) => users.has(authorId))).toBe(true);
	});

	it('of groups are a tree, in which a name is unique only below one parent', async () => {
		const { catalogue } = await start({ groups: 345 });
		const [root, ...others] = catalogue.list('groups');
		expect(root).not.toHaveProperty('parentId');
		const ids = new Set<unknown>(catalogue.list('groups').map(({ _id }) => _id));
		expect(others.every(({ parentId }) => ids.has(parentId))).toBe(true);
		const names = others.map(({ name }) => name);
		const branches = others.map(({ name, parentId }) => `${String(parentId)} ${String(name)}`);
		expect(new Set(names).size).toBeLessThan(names.length);
		expect(new Set(branches).size).toBe(branches.length);
		expect(others.every(({ custom }) => typeof custom === 'string')).toBe(true);
	});

	it('can be padded to a size', async () => {
		const { catalogue } = await start({ courses: 50, groups: 50, recordBytes: 2000 });
		for (const record of [...catalogue.list('courses'), ...catalogue.list('groups')]) {
			expect(Buffer.byteLength(JSON.stringify(record))).toBe(2000);
		}
	});

	it('may be a million without being held', async () => {
		const before = process.memoryUsage().rss;
		const { catalogue } = await start({ courses: 1_000_000, recordBytes: 1000 });
		const last = catalogue.records('courses').at(999_999);
		expect(catalogue.get('courses', last._id)).toEqual(last);
		expect(catalogue.count('courses')).toBe(1_000_000);
		expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
	});
});
