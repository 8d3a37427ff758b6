import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { projectDirectory } from '../../harness';
import { byId } from '../../lists';
import { requestLines, startService } from '../../service';
import { callTool } from '../../tool';

describe('an expression in the table for agents', () => {
	const page = readFileSync(join(projectDirectory, 'docs/agents.md'), 'utf8');
	const expressions = new Map(
		[...page.matchAll(/^\| (.+?) +\| `(\{\{ \$fromAI.+?\}\})`/gm)].map(
			([, field = '', expression = '']) => [field, `=${expression}`],
		),
	);
	const id = '5f0c1a2b3c4d5e6f70819203';

	const rows: [
		field: string,
		where: (expression: string) => INodeParameters,
		answer: IDataObject,
		asked: string,
	][] = [
		['Limit', (limit) => ({ limit }), { Limit: 3 }, 'courses'],
		[
			'Filters > Status',
			(status) => ({ filters: { status } }),
			{ Status: 'Archived' },
			'courses?status[eq]=archived',
		],
		[
			'Filters > Name Contains',
			(nameContains) => ({ filters: { nameContains } }),
			{ Name_Contains: 'safety' },
			'courses',
		],
		[
			'Filters > Created After',
			(createdAfter) => ({ filters: { createdAfter } }),
			{ Created_After: '2026-01-31T00:00Z' },
			'courses?createdAt[gte]=2026-01-31T00%3A00%3A00.000Z',
		],
		[
			'Filters > Group, By ID',
			(groupId) => ({ filters: { groupId: byId(groupId) } }),
			{ Group_ID: id },
			`courses?groupId[eq]=${id}`,
		],
		[
			'Course, By ID (Get operation)',
			(courseId) => ({ operation: 'get', courseId: byId(courseId) }),
			{ Course_ID: id },
			`courses/${id}`,
		],
	];

	it('is tested below', () => {
		expect([...expressions.keys()]).toEqual(rows.map(([field]) => field));
	});

	it.each(rows)('for %s requests what the model asks for or, by default, all', async (...row) => {
		const [field, where, answer, asked] = row;
		const sandbox = await startService({ courses: 1 });
		const expression = expressions.get(field) ?? '';
		const parameters = { resource: 'course', operation: 'list', ...where(expression) };
		await callTool(sandbox, parameters, answer);
		expect(requestLines(sandbox)[1]).toBe(`GET /api/v2/${asked}`);

		const [, byDefault] = /, 'string', '(any)'\)/.exec(expression) ?? [];
		if (byDefault === undefined) return;
		const [name = ''] = Object.keys(answer);
		await callTool(sandbox, parameters, { [name]: byDefault });
		expect(requestLines(sandbox)[2]).toBe('GET /api/v2/courses');
	});
});
