import { idsIn, idsOf, listCourses } from '../lists';
import { startService } from '../service';

const everything = { returnAll: true };

describe('the next page', () => {
	it('is asked for under the address that the service gave, byte for byte', async () => {
		const sandbox = await startService({ courses: 8, coursePageSize: 4 });
		let link = '';
		const linkHeader = (real: string) => (link = real);
		sandbox.faults.add({ on: { kind: 'courses', page: 1 }, linkHeader });
		await listCourses(sandbox, everything);
		const [, second] = sandbox.journal.of('courses');
		expect(link).toBe(`<${sandbox.origin}${second?.url ?? 'none'}>; rel="next"`);
	});

	it.each([
		['relative to the list', (real: string) => real.replace(/<[^?]*/, '<')],
		['relative to the host', (real: string) => real.replace(/<https?:\/\/[^/]*/, '<')],
		['behind another link', (real: string) => `</first>; rel="first", ${real}`],
		['with other parameters', (real: string) => real.replace('; ', '; title="a, <b>; c"; ')],
		['with several relation types', (real: string) => real.replace('"next"', '"last next"')],
		['without quotes', (real: string) => real.replace('"next"', 'next')],
		['in capitals', (real: string) => real.replace('rel="next"', 'REL="NEXT"')],
	])('is found in a link %s', async (_how, linkHeader) => {
		const sandbox = await startService({ courses: 8, coursePageSize: 4 });
		sandbox.faults.add({ on: { kind: 'courses', page: 1 }, linkHeader });
		const { items } = await listCourses(sandbox, everything);
		expect(idsOf(items)).toEqual(idsIn(sandbox.catalogue, 'courses'));
	});

	it('does not exist when the only link is to another page', async () => {
		const sandbox = await startService({ courses: 8, coursePageSize: 4 });
		const linkHeader = (real: string) => real.replace('"next"', '"prev"');
		sandbox.faults.add({ on: { kind: 'courses', page: 1 }, linkHeader });
		const { items } = await listCourses(sandbox, everything);
		expect(items).toHaveLength(4);
		expect(sandbox.journal.of('courses')).toHaveLength(1);
	});
});
