import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { recordsIn } from './export/exports';
import { InstalledPackage, projectDirectory, runWorkflow, type WorkflowJson } from './harness';
import { startService } from './service';
import { polledOnce } from './trigger/poller';

const folder = join(projectDirectory, 'examples');
const example = (file: string) =>
	JSON.parse(readFileSync(join(folder, file), 'utf8')) as WorkflowJson & { name: string };

describe.each(readdirSync(folder).filter((file) => file.endsWith('.json')))('%s', (file) => {
	const { nodes, connections, name } = example(file);

	it('has a name and connections between its own nodes only', () => {
		const names = nodes.map((node) => node.name);
		const ends = Object.values(connections).flatMap((outputs) =>
			Object.values(outputs)
				.flat(2)
				.map((end) => end?.node),
		);
		expect(name).not.toBe('');
		expect(names).toEqual(expect.arrayContaining([...Object.keys(connections), ...ends]));
		expect(new Set(names).size).toBe(names.length);
	});

	it('says on the canvas what it does, and which of its nodes to open', () => {
		const note = nodes.find((node) => node.name === 'Note: start');
		const text = (note?.parameters.content ?? '') as string;
		expect(text).toMatch(new RegExp(`^## ${name}\\n.+\\n\\n1\\. Open `));
		const opened = [...text.matchAll(/Open (\*\*[^*]+\*\*(?:(?:, | and )\*\*[^*]+\*\*)*)/g)]
			.flatMap(([, list = '']) => list.split(/, | and /))
			.map((node) => node.replaceAll('**', ''));
		expect(nodes.map((node) => node.name)).toEqual(expect.arrayContaining(opened));
		expect(opened).not.toEqual([]);
	});

	it('uses nodes and parameters that the package has, and no saved credential', async () => {
		const installed = await InstalledPackage.load();
		const own = nodes.filter((node) => node.type.startsWith(`${installed.name}.`));
		expect(own).not.toEqual([]);
		for (const node of own) {
			const { properties } = installed.getByNameAndVersion(node.type, node.typeVersion).description;
			const known = properties.map((property) => property.name);
			expect(known).toEqual(expect.arrayContaining(Object.keys(node.parameters)));
			expect(node.credentials).toBeUndefined();
		}
	});
});

describe('published-courses.json', () => {
	it('exports every published course, and only those, in the order of the service', async () => {
		const sandbox = await startService();
		const { error, outputOf } = await runWorkflow(example('published-courses.json'), {
			credential: sandbox,
		});
		const published = sandbox.catalogue
			.list('courses')
			.filter((course) => course.status === 'published');
		expect(error).toBeUndefined();
		const [item] = outputOf('Export published courses');
		expect(item?.json).toMatchObject({
			fileName: 'published-courses.csv',
			records: published.length,
		});
		expect((await recordsIn(item)).map(({ _id }) => _id)).toEqual(
			published.map((course) => course._id),
		);
	});
});

describe('nightly-catalog-export.json', () => {
	it('makes a file of all courses and one of all groups', async () => {
		const sandbox = await startService();
		const { error, run } = await runWorkflow(example('nightly-catalog-export.json'), {
			credential: sandbox,
			binaryDataMode: 'filesystem',
		});
		expect(error).toBeUndefined();
		const kept = run.data.resultData.runData['Keep the files'] ?? [];
		const files = kept.flatMap(({ data }) => data?.main?.[0] ?? []);
		const ids = await Promise.all(
			files.map(async (item) => (await recordsIn(item)).map(({ _id }) => _id)),
		);
		const { catalogue } = sandbox;
		expect(ids).toHaveLength(2);
		expect(ids).toContainEqual(catalogue.list('courses').map(({ _id }) => _id));
		expect(ids).toContainEqual(catalogue.list('groups').map(({ _id }) => _id));
	});
});

describe('for-each-new-published-course.json', () => {
	it('starts for every course that is published, and for no other', async () => {
		const sandbox = await startService({ courses: 30 });
		const { catalogue } = sandbox;
		const { nodes } = example('for-each-new-published-course.json');
		const trigger = nodes.find(({ name }) => name === 'When a course is published');
		const poller = await polledOnce(sandbox, trigger?.parameters);

		const courses = catalogue.list('courses');
		const archived = String(courses.find(({ status }) => status === 'archived')?._id);
		const published = String(courses.find(({ status }) => status === 'published')?._id);
		catalogue.update('courses', archived, { status: 'published' });
		catalogue.update('courses', published, { name: 'Changed' });
		catalogue.add('courses', { status: 'archived' });
		const { _id: added } = catalogue.add('courses', { status: 'published' });

		expect(await poller.events()).toEqual([
			['added', archived],
			['added', added],
		]);
	});
});
