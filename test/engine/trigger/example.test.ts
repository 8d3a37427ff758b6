import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { startSandbox, type Sandbox } from '../../sandbox';
import { projectDirectory, type WorkflowJson } from '../harness';
import { Poller } from './poller';

let sandbox: Sandbox;

beforeEach(async () => {
	sandbox = await startSandbox({ courses: 30 });
});
afterEach(async () => {
	await sandbox.stop();
});

it('for-each-new-published-course.json starts for every course that is published, and for no other', async () => {
	const file = join(projectDirectory, 'examples/for-each-new-published-course.json');
	const { nodes } = JSON.parse(readFileSync(file, 'utf8')) as WorkflowJson;
	const poller = new Poller(sandbox, nodes[0]?.parameters);
	expect(await poller.emitted()).toEqual([]);

	const courses = sandbox.catalogue.list('courses');
	const archived = String(courses.find(({ status }) => status === 'archived')?._id);
	const published = String(courses.find(({ status }) => status === 'published')?._id);
	sandbox.catalogue.update('courses', archived, { status: 'published' });
	sandbox.catalogue.update('courses', published, { name: 'Changed' });
	sandbox.catalogue.add('courses', { status: 'archived' });
	const { _id: added } = sandbox.catalogue.add('courses', { status: 'published' });

	expect(await poller.events()).toEqual([
		['added', archived],
		['added', added],
	]);
});
