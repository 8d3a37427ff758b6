import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { type Sandbox, startSandbox } from '../sandbox';
import { InstalledPackage, projectDirectory, runWorkflow, type WorkflowJson } from './harness';

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
	let sandbox: Sandbox;

	beforeEach(async () => {
		sandbox = await startSandbox();
	});

	afterEach(async () => {
		await sandbox.stop();
	});

	it('lists every published course, and only those, in the order of the service', async () => {
		const { error, outputOf } = await runWorkflow(example('published-courses.json'), {
			credential: sandbox,
			destinationNode: 'List published courses',
		});
		const published = sandbox.catalogue
			.list('courses')
			.filter((course) => course.status === 'published');
		expect(error).toBeUndefined();
		expect(outputOf('List published courses').map(({ json }) => json._id)).toEqual(
			published.map((course) => course._id),
		);
	});
});
