import { startSandbox, type Sandbox } from '../../sandbox';
import { runNode } from '../harness';

let sandbox: Sandbox;

beforeEach(async () => {
	sandbox = await startSandbox({ courses: 95, coursePageSize: 10 });
});
afterEach(async () => {
	await sandbox.stop();
});

describe('Return All', () => {
	it('requests the next page while the body of this one still streams', async () => {
		// The body ends only when page 2 has been asked for: a node that waits for it would wait forever.
		void holdBodyOfPage(1, async () => {
			await arrivalOfPage(2);
		});

		const { items, error } = await listCourses({ returnAll: true });

		expect(error).toBeUndefined();
		expect(items).toHaveLength(95);
	});

	it('keeps the order of the list when later pages arrive first', async () => {
		void holdBodyOfPage(2, async () => {
			await arrivalOfPage(5);
		});

		const { items } = await listCourses({ returnAll: true });

		expect(items.map(({ json }) => json._id)).toEqual(
			sandbox.catalogue.list('courses').map(({ _id }) => _id),
		);
	});

	describe('when a page breaks after the next one was requested, and its second answer', () => {
		beforeEach(() => {
			sandbox.faults.add({
				on: { kind: 'courses', page: 2 },
				inBody: async () => {
					await arrivalOfPage(4);
				},
				drop: 'inBody',
			});
		});

		it('is the last page, the pages that were requested are dropped', async () => {
			sandbox.faults.add({ on: { kind: 'courses', page: 2 }, linkHeader: null });

			const { items, error } = await listCourses({ returnAll: true });

			expect(error).toBeUndefined();
			expect(items).toHaveLength(20);
		});

		it('links to a later one of them, the list goes on there', async () => {
			const linkOf4 = () => {
				const { url } = sandbox.journal.of('courses').find(({ page }) => page === 4) ?? {};
				return `<${sandbox.origin}${url}>; rel="next"`;
			};
			sandbox.faults.add({ on: { kind: 'courses', page: 2 }, linkHeader: linkOf4 });

			const { items, error } = await listCourses({ returnAll: true });

			expect(error).toBeUndefined();
			const ids = sandbox.catalogue.list('courses').map(({ _id }) => _id);
			expect(items.map(({ json }) => json._id)).toEqual([...ids.slice(0, 20), ...ids.slice(30)]);
		});

		it('has a link that cannot be read, that is the error', async () => {
			sandbox.faults.add({ on: { kind: 'courses', page: 2 }, linkHeader: 'garbage' });

			const { items, error } = await listCourses({ returnAll: true });

			expect(items).toEqual([]);
			expect(error?.message).toBe('The link to the next page cannot be read (courses, page 2)');
			expect(error?.description).toContain('20 records had been read by then.');
		});
	});

	it('does not mind a link that cannot be read in an answer that breaks', async () => {
		sandbox.faults.add({
			on: { kind: 'courses', page: 2 },
			linkHeader: 'garbage',
			drop: 'inBody',
		});

		const { items, error } = await listCourses({ returnAll: true });

		expect(error).toBeUndefined();
		expect(items).toHaveLength(95);
	});

	it('blames the page that failed, not the one that was waited for', async () => {
		void holdBodyOfPage(1, async () => {
			await arrivalOfPage(2);
			await timeForMoreRequests();
		});
		sandbox.faults.add({ on: { kind: 'courses', page: 2 }, status: 403 });

		const { error } = await listCourses({ returnAll: true });

		expect(error?.message).toBe('The service does not allow this request (courses, page 2)');
		expect(error?.description).toContain('10 records had been read by then.');
	});

	it('has at most three pages under way after the one that is being read', async () => {
		const pagesMeanwhile = holdBodyOfPage(1, async () => {
			await arrivalOfPage(4);
			await timeForMoreRequests();
		});

		await listCourses({ returnAll: true });

		expect(await pagesMeanwhile).toEqual([1, 2, 3, 4]);
		expect(sandbox.journal.of('courses')).toHaveLength(10);
	});
});

describe('Limit', () => {
	it('requests a page only after the one before it has been read', async () => {
		const pagesMeanwhile = holdBodyOfPage(1, timeForMoreRequests);

		const { items } = await listCourses({ limit: 35 });

		expect(await pagesMeanwhile).toEqual([1]);
		expect(items).toHaveLength(35);
		expect(sandbox.journal.of('courses').map(({ page }) => page)).toEqual([1, 2, 3, 4]);
	});
});

/** Sends half of a page's body, then waits; tells which pages had been asked for when the wait was over. */
async function holdBodyOfPage(page: number, until: () => Promise<void>) {
	return await new Promise<(number | undefined)[]>((resolve) => {
		sandbox.faults.add({
			on: { kind: 'courses', page },
			inBody: async () => {
				await until();
				resolve(sandbox.journal.of('courses').map((request) => request.page));
			},
		});
	});
}

async function arrivalOfPage(page: number) {
	await sandbox.journal.waitFor((request) => request.kind === 'courses' && request.page === page);
}

/** Another whole execution: any request that was going to be sent at once has been sent by then. */
async function timeForMoreRequests() {
	await runNode({
		parameters: { resource: 'group', operation: 'list', returnAll: true },
		credential: sandbox,
	});
}

async function listCourses(parameters: { returnAll: true } | { limit: number }) {
	return await runNode({
		parameters: { resource: 'course', operation: 'list', ...parameters },
		credential: sandbox,
	});
}
