import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { lines, ListingLog } from '../../../nodes/LearningPlatform/n8n/log';

/** A kind of line and its facts. */
type Line = Parameters<ListingLog['write']>;

/** Creates a log for the list of courses and collects its lines. */
function recordedLog({ id = '231', node = 'Nightly' } = {}, routineLevel?: 'debug') {
	const written: { level: string; message: string; metadata: object }[] = [];
	const levels = ['debug', 'info', 'warn', 'error'].map((level) => [
		level,
		(message: string, metadata: object) => written.push({ level, message, metadata }),
	]);
	const context = {
		logger: Object.fromEntries(levels) as object,
		getExecutionId: () => (id === '' ? undefined : id),
		getNode: () => ({ name: node }),
		getWorkflow: () => ({ id: '7', name: 'Catalog' }),
	} as unknown as ConstructorParameters<typeof ListingLog>[0];
	return { log: new ListingLog(context, 'courses', routineLevel), written };
}

/** Returns the text of a line without the list and the place. */
function textOf(...line: Line) {
	const { log, written } = recordedLog();
	log.write(...line);
	const around = /^\[Learning Platform\] courses: | \(node "Nightly", workflow 7 .*$/g;
	return written.map(({ message }) => message.replace(around, '')).join();
}

const root = join(__dirname, '../../..');

/** The lines that docs/log.md explains. */
const documented = readFileSync(join(root, 'docs/log.md'), 'utf8')
	.split('\n')
	.flatMap((entry) => /^- ((?:`[^`]+`(?:, )?)+):/.exec(entry)?.[1]?.split(/`(?:, `)?/) ?? [])
	.filter((line) => line !== '' && !line.startsWith('N8N_LOG_'));

const templates = Object.entries(lines).map(
	([kind, line]) => [kind as Line[0], line.replace(/^\w+: /, '')] as const,
);

/** Returns the kinds of lines with a text, e.g. two kinds with different levels, and the facts in the text. */
function kindsOf(text: string): Line[] {
	return templates.flatMap(([kind, template]) => {
		const pattern = template
			.replace(/[().]/g, '\\$&')
			.replace(/\[(.*?)\]/g, '(?:$1)?')
			.replace(/\} (input item|item|page|record)s/g, '} $1s?')
			.replace(/\{(\w+)\}/g, '(?<$1>.+?)');
		const found = new RegExp(`^${pattern}$`).exec(text);
		return found ? [[kind, { ...found.groups }] as unknown as Line] : [];
	});
}

describe('docs/log.md', () => {
	it.each(documented)('explains a line that exists: %s', (text) => {
		expect(kindsOf(text).map((line) => textOf(...line))).toContain(text);
	});

	it('explains every line', () => {
		const explained = new Set(documented.flatMap(kindsOf).map(([kind]) => kind));
		expect(templates.filter(([kind]) => !explained.has(kind))).toEqual([]);
	});
});

describe('facts are part of the text:', () => {
	const found = { records: 2, pages: 1, ms: 84 };
	const polled = { ...found, counts: { completed: 7, late: 0 }, since: undefined };

	it.each<[text: string, line: Line]>([
		['listed 2 of 30 records from 1 page in 84 ms', ['listed', { ...found, searched: 30 }]],
		[
			'listed 0 of 1 record from 1 page in 84 ms',
			['listed', { ...found, records: 0, searched: 1 }],
		],
		[
			'1 input item processed, 1 record read, 0 failed',
			['itemsProcessed', { items: 1, records: 1, failed: 0 }],
		],
		[
			'listed 0 records from 3 pages in 84 ms',
			['listed', { ...found, records: 0, pages: 3, searched: undefined }],
		],
		['failed (503), retrying in 0 ms', ['retrying', { page: undefined, reason: '503', waitMs: 0 }]],
		['polled 2 records in 84 ms: 7 completed, 0 late', ['polled', { ...polled, missing: 0 }]],
		[
			'polled 2 records in 84 ms: 7 completed, 0 late; 3 missing, to be checked again',
			['polled', { ...polled, missing: 3 }],
		],
		['2 items in 84 ms', ['wrote', { items: 2, ms: 84, counts: {} }]],
		['no record has the output fields a, b', ['fieldsMissing', { fields: ['a', 'b'] }]],
		['', ['fieldsMissing', { fields: [] }]],
	])('%s', (text, line) => {
		expect(textOf(...line)).toBe(text);
	});
});

it('facts are fields in the JSON format, and counts are fields of their own', () => {
	const { log, written } = recordedLog();
	log.write('wrote', { items: 3, ms: 84, counts: { created: 1, unchanged: 2 } });
	const place = { list: 'courses', nodeName: 'Nightly', workflowId: '7', workflowName: 'Catalog' };
	const counts = { created: 1, unchanged: 2 };
	const metadata = { ...place, executionId: '231', items: 3, ms: 84, ...counts };
	expect(written).toEqual([{ level: 'info', message: expect.anything() as string, metadata }]);
});

it.each([
	['231', 'with it', '(node "Nightly", workflow 7 "Catalog", execution 231)'],
	['', 'a poll, without it', '(node "Nightly", workflow 7 "Catalog")'],
])('a line names the execution: %s', (id, _what, place) => {
	const { log, written } = recordedLog({ id });
	log.write('listRepeated');
	expect(written[0]?.message.slice(-place.length)).toBe(place);
});

it('a run with several input items logs their success at the level debug, but not a problem', () => {
	const { log, written } = recordedLog({}, 'debug');
	log.write('listed', { searched: undefined });
	log.write('fieldsMissing', { fields: ['a'] });
	log.write('canceled');
	expect(written.map(({ level }) => level)).toEqual(['debug', 'warn', 'info']);
});

it('a line break or another control character cannot start another line', () => {
	const { log, written } = recordedLog({ node: 'A\r\n[Learning Platform] B\u2028C\u001b[31m' });
	log.write('failed', { error: 'D\nE' });
	expect(written.map(({ message }) => message)).toEqual([
		expect.stringMatching(/ ms: D E \(node "A \[Learning Platform\] B C \[31m", [^\p{Cc}]*$/u),
	]);
});

it('a line about a list has the pages and records read, and the time taken', () => {
	const now = jest.spyOn(performance, 'now').mockReturnValue(1_000);
	const { log, written } = recordedLog();
	log.write('pageRead', { page: 1, records: 500, ms: 84 });
	log.ofSublist('attempts').write('lastPageRead', { page: 1, records: 30, ms: 84 });
	log.write('recordRead', { ms: 84 });
	now.mockReturnValue(2_310);
	log.write('canceled');
	now.mockRestore();
	const message = expect.stringContaining('canceled after 2 pages and 1310 ms') as string;
	const metadata = expect.objectContaining({ pages: 2, records: 531, ms: 1_310 }) as object;
	expect(written.at(-1)).toEqual({ level: 'info', message, metadata });
});

it('a line about a list that is read for another list names both lists', () => {
	const { log, written } = recordedLog();
	log.ofSublist('attempts').write('listRepeated');
	expect(written).toMatchObject([
		{
			message: expect.stringContaining(' courses attempts: several ') as string,
			metadata: { list: 'courses', sublist: 'attempts' },
		},
	]);
});

it('only the log writes to n8n', () => {
	const folder = join(root, 'nodes/LearningPlatform');
	const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
	const sources = files.filter((file) => file.endsWith('.ts'));
	const writes = (file: string) =>
		/\b(logger|LoggerProxy|console)\b/i.test(readFileSync(join(folder, file), 'utf8'));
	expect(sources.filter(writes)).toEqual([join('n8n', 'log.ts')]);
});
