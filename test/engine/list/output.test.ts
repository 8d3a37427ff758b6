import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { INodeParameters } from 'n8n-workflow';

import { repeats } from '../../repeats';
import { jsonOf, listCourses, listRecords, sizes } from '../lists';
import { startService } from '../service';
import { callTool } from '../tool';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const all = (parameters: INodeParameters) => ({ returnAll: true, ...parameters });

const courseFields = [
	'_id',
	'name',
	'status',
	'type',
	'groupId',
	'authorId',
	'sourceLang',
	'createdAt',
	'modifiedAt',
	'duration',
];

it('all group rows have the documented columns in the documented order', async () => {
	const sandbox = await startService(sizes('groups', 12, 5));
	const { items } = await listRecords('group', sandbox, all({ output: 'row' }));
	expect(items).toHaveLength(12);
	const columns = [
		'groupId',
		'name',
		'public',
		'parentId',
		'custom',
		'subdomain',
		'url',
		'bannerImageId',
		'backgroundImageId',
		'faviconImageId',
		'logoImageId',
		'privacyPolicy_url',
		'privacyPolicy_explicitConsent',
		'moderationCharter_url',
		'moderationCharter_explicitConsent',
		'termsOfUse_url',
		'termsOfUse_explicitConsent',
		'imprint_url',
		'imprint_explicitConsent',
	];
	for (const { json } of items) expect(Object.keys(json)).toEqual(columns);
});

it('rows have the columns of the records within Limit', async () => {
	const sandbox = await startService({ courses: 4, coursePageSize: 2 });
	const last = sandbox.catalogue.list('courses').at(-1);
	sandbox.catalogue.update('courses', last?._id ?? '', { rating: 5 });
	const rowsFor = async (limit: number) =>
		jsonOf((await listCourses(sandbox, { output: 'row', limit })).items);
	expect((await rowsFor(3)).map(({ rating }) => rating)).toEqual([undefined, undefined, undefined]);
	expect((await rowsFor(4)).map(({ rating }) => rating)).toEqual(['', '', '', 5]);
});

it('n8n’s log names the fields that no record has', async () => {
	const sandbox = await startService({ courses: 3, coursePageSize: 1 });
	const parameters = all({ output: 'selected', outputFields: 'nmae, name, author.name' });
	const { log } = await listCourses(sandbox, parameters);
	const warnings = log.filter(({ level }) => level === 'warn');
	expect(warnings.map(({ message }) => message)).toEqual([
		expect.stringContaining('no record has the output fields nmae, author.name ('),
	]);
});

it("another list's fields cause an error, e.g. after Resource changes", async () => {
	const sandbox = await startService({ courses: 3 });
	const parameters = all({ output: 'selected', outputFields: 'nmae, progress, timeSpent.x' });
	const { error } = await listCourses(sandbox, parameters);
	expect(error?.message).toBe(
		'The courses list does not have the Output Fields progress, timeSpent.x, which belong to other lists',
	);
	expect(error?.description).toMatch(
		/when you change Resource\. This list has these fields: _id, name, /,
	);
});

it('a tool simplifies by default', async () => {
	const sandbox = await startService({ courses: 3 });
	const parameters = { resource: 'course', operation: 'list', limit: 3 };
	const { answer } = await callTool(sandbox, parameters);
	expect(answer.map((json) => Object.keys(json))).toEqual([
		courseFields,
		courseFields,
		courseFields,
	]);
});

const leavingOut: [string, INodeParameters][] = [
	['Simplified', { output: 'simplified' }],
	['Selected Fields', { output: 'selected', outputFields: 'name' }],
];

it.each(leavingOut.slice(0, repeats(1, 2)))(
	'omitted fields do not stay in memory: %s',
	async (_which, output) => {
		const pages = 20;
		// Large records, slightly too many for the sandbox to keep in memory.
		const sandbox = await startService({
			courses: pages * 26,
			coursePageSize: 26,
			recordBytes: 20_000,
		});
		const megabytesAt = new Map<number, number>();
		for (const page of [5, pages]) {
			sandbox.faults.add({
				on: { kind: 'courses', page },
				inBody: () => {
					collectGarbage();
					megabytesAt.set(page, process.memoryUsage().heapUsed / 1e6);
				},
			});
		}
		const { items } = await listCourses(sandbox, all(output));
		expect(items).toHaveLength(pages * 26);
		const grown = (megabytesAt.get(pages) ?? Infinity) - (megabytesAt.get(5) ?? 0);
		// The pages in between total 8 megabytes.
		expect(grown).toBeLessThan(4);
	},
);
