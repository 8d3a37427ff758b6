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
		['UTF-8', 'utf8'],
		['Latin-1', 'latin1'],
	] as const)('is asked for in the letters of its link: %s', async (_what, charset) => {
		const sandbox = await startService({ courses: 8, coursePageSize: 4 });
		const bytes = Buffer.from('?name[eq]=Sécurité&next=', charset).toString('latin1');
		const linkHeader = (real: string) => real.replace('?next=', bytes);
		sandbox.faults.add({ on: { kind: 'courses', page: 1 }, linkHeader });
		await listCourses(sandbox, everything);
		const [, second] = sandbox.journal.of('courses');
		expect(second?.url).toMatch(/name(\[eq\]|%5Beq%5D)=S%C3%A9curit%C3%A9&next=./);
		// The service itself puts nothing beside `next`.
		expect(sandbox.journal.takeOffContract()).toHaveLength(1);
	});

	it.each([
		['relative to the list', (real: string) => real.replace(/<[^?]*/, '<')],
		['relative to the host', (real: string) => real.replace(/<https?:\/\/[^/]*/, '<')],
		['after another link', (real: string) => `</first>; rel="first", ${real}`],
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

	it.each([
		['text', () => 'garbage'],
		['text before it', (real: string) => `garbage, ${real}`],
		['an address without angle brackets', (real: string) => real.replace(/[<>]/g, '')],
		['no target', () => '; rel="next"'],
		['an empty target', () => '<>; rel="next"'],
		['no closing bracket', (real: string) => real.replace('>', '')],
		['no rel', (real: string) => real.replace('; rel="next"', '')],
		['a quote that is not closed', (real: string) => `</first>; rel="first, ${real}`],
		['a rel in single quotes', (real: string) => real.replaceAll('"', "'")],
		['a rel in escaped quotes', (real: string) => real.replaceAll('"', '\\"')],
		['a rel in quotes of HTML', (real: string) => real.replaceAll('"', '&quot;')],
		['a comma at the end of its rel', (real: string) => real.replace('next"', 'next,"')],
		['relation types divided by commas', (real: string) => real.replace('"next', '"prev,next')],
	])('is an error, not the end of the list, when its link has %s', async (_what, linkHeader) => {
		for (const parameters of [everything, { limit: 9 }]) {
			const sandbox = await startService({ courses: 12, coursePageSize: 4 });
			let cursor = '';
			sandbox.faults.add({
				on: { kind: 'courses', page: 2 },
				linkHeader: (real) => {
					cursor = /next=([^>]*)/.exec(real)?.[1] ?? '';
					return linkHeader(real);
				},
			});
			const { items, error } = await listCourses(sandbox, parameters);
			expect(items).toEqual([]);
			expect(error?.message).toBe('The link to the next page cannot be read (courses, page 2)');
			expect(error?.description).toContain('The service sent "Link: ');
			expect(error?.description).toContain('8 records had been read by then.');
			expect(cursor).not.toBe('');
			expect(error?.description).not.toContain(cursor);
		}
	});

	it('is followed when only the link after it is broken', async () => {
		const sandbox = await startService({ courses: 8, coursePageSize: 4 });
		const linkHeader = (real: string) => `${real}, <broken`;
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
