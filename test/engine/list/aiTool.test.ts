import { InstalledPackage } from '../harness';
import { listCourses } from '../lists';
import { requestLines, startService } from '../service';

const fromAi = (name: string, type: string) =>
	`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${name}', \`\`, '${type}') }}`;

it('the node offers itself to AI agents', async () => {
	const installed = await InstalledPackage.load();
	const { description } = installed.getByNameAndVersion(installed.typeName('learningPlatform'));
	expect(description.usableAsTool).toBe(true);
});

it('its operations say what they do, since that is all that a model reads', async () => {
	const installed = await InstalledPackage.load();
	const { description } = installed.getByNameAndVersion(installed.typeName('learningPlatform'));
	const operations = description.properties.filter(({ name }) => name === 'operation');
	const actions = operations.flatMap(({ options = [] }) =>
		options.map((option) => ('action' in option ? option.action : undefined)),
	);
	expect(actions).toEqual(expect.arrayContaining(['List courses', 'List groups']));
	expect(actions).not.toContain(undefined);
});

// A model's answer is the node's input item; n8n hands it to $fromAI.
it('a model can decide about limit and filters', async () => {
	const sandbox = await startService({ courses: 40 });
	const parameters = {
		limit: fromAi('Limit', 'number'),
		filters: {
			status: fromAi('Status', 'string'),
			fieldFilters: {
				filter: [
					{
						field: fromAi('Field', 'string'),
						operator: fromAi('Operator', 'string'),
						value: fromAi('Value', 'string'),
					},
				],
			},
		},
	};
	const answer = {
		Limit: 2,
		Status: 'published',
		Field: 'sourceLang',
		Operator: 'in',
		Value: 'en,fr',
	};
	const { items, status } = await listCourses(sandbox, parameters, { items: [{ json: answer }] });
	expect(status).toBe('success');
	expect(items).toHaveLength(2);
	expect(requestLines(sandbox)[1]).toBe(
		'GET /api/v2/courses?status[eq]=published&sourceLang[in][0]=en&sourceLang[in][1]=fr',
	);
});

it('a model can decide about Return All', async () => {
	const sandbox = await startService({ courses: 60 });
	const parameters = { returnAll: fromAi('Return_All', 'boolean') };
	const { items } = await listCourses(sandbox, parameters, {
		items: [{ json: { Return_All: true } }],
	});
	expect(items).toHaveLength(60);
});

it('a status that the model leaves out does not filter', async () => {
	const sandbox = await startService({ courses: 5 });
	const parameters = { filters: { status: fromAi('Status', 'string') } };
	const { items } = await listCourses(sandbox, parameters, { items: [{ json: { query: {} } }] });
	expect(items).toHaveLength(5);
	expect(requestLines(sandbox)[1]).toBe('GET /api/v2/courses');
});
