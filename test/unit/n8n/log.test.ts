import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'n8n-workflow';

import { ListingLog } from '../../../nodes/LearningPlatform/n8n/log';

/** Creates a log for the "Nightly" node in workflow 7 and collects the lines written to it. */
function recordedLog() {
	const written: { level: string; message: string; metadata: unknown }[] = [];
	const write = (level: string) => (message: string, metadata: unknown) => {
		written.push({ level, message, metadata });
	};
	const levels = ['debug', 'info', 'warn', 'error'].map((level) => [level, write(level)]);
	const logger = Object.fromEntries(levels) as Logger;
	const context = {
		logger,
		getNode: () => ({ name: 'Nightly' }),
		getWorkflow: () => ({ id: '7', name: 'Catalog' }),
	} as ConstructorParameters<typeof ListingLog>[0];
	return { log: new ListingLog(context, 'courses'), written };
}

/** A log method and its arguments. */
type Call = {
	[Name in keyof ListingLog]-?: ListingLog[Name] extends (...facts: infer Facts) => void
		? [Name, ...Facts]
		: never;
}[keyof ListingLog];

/** Returns the line that a call writes. */
function lineOf([name, ...facts]: Call) {
	const { log, written } = recordedLog();
	(log as unknown as Record<string, (...facts: unknown[]) => void>)[name]?.(...facts);
	return written.at(-1);
}

const root = join(__dirname, '../../..');

const documented = readFileSync(join(root, 'docs/log.md'), 'utf8');

const poll = { records: 1234, events: { removed: 0, updated: 0, added: 0 }, missing: 0 };

const page = { records: 500, hasNext: true, ms: 398 };

const TIMES = /\d+ ms/g;

describe('a line has the right level, a field for each number, and an explanation in docs/log.md:', () => {
	const page3 = { records: 234, hasNext: false, ms: 187 };
	const counts = (records: number) => ({ records, pages: 3 });
	const told = (events: Record<string, number>) => ({
		...poll,
		events: { ...poll.events, ...events },
	});
	const denied = 'The service does not allow this request (courses, page 1)';

	it.each<[level: string, line: string, call: Call]>([
		['debug', 'page 2: 500 records in 398 ms, another page follows', ['pageRead', 2, page]],
		['debug', 'page 3: 234 records in 187 ms, last page', ['pageRead', 3, page3]],
		['info', 'listed 1234 records from 3 pages in 1310 ms', ['ended', 'listed', counts(1234)]],
		['info', 'exported 1234 records from 3 pages in 1310 ms', ['ended', 'exported', counts(1234)]],
		[
			'info',
			'listed 2 of 1234 records from 3 pages in 1310 ms',
			['ended', 'listed', { ...counts(2), searched: 1234 }],
		],
		[
			'info',
			'1000 items in 2310 ms, 990 unchanged, 10 created',
			['wrote', 1_000, { unchanged: 990, created: 10 }],
		],
		['error', `failed after 0 pages and 1310 ms: ${denied}`, ['brokeOff', denied]],
		[
			'warn',
			'no record has the output fields nmae, author.name',
			['fieldsMissing', ['nmae', 'author.name']],
		],
		[
			'warn',
			'names left empty because these records could not be read: groups 7 (404), users 65a1 (403)',
			['namesEmpty', ['groups 7 (404)', 'users 65a1 (403)']],
		],
		[
			'info',
			'names left empty because these records could not be read: groups 7 (404)',
			['namesEmpty', ['groups 7 (404)']],
		],
		[
			'info',
			'polled 1234 records in 1480 ms: 0 removed, 0 updated, 1 added',
			['polled', told({ added: 1 }), false],
		],
		[
			'info',
			'polled 1234 records in 2960 ms (first poll): 0 removed, 0 updated, 0 added',
			['polled', poll, true],
		],
		[
			'info',
			'polled 1234 records in 1480 ms: 2 removed, 0 updated, 0 added; 3 missing, to be checked again',
			['polled', { ...told({ removed: 2 }), missing: 3 }, false],
		],
		[
			'info',
			'polled 80 records in 310 ms: 7 completed, 1 failed, 2 late',
			['polled', { records: 80, events: { completed: 7, failed: 1, late: 2 }, missing: 0 }, false],
		],
	])('%s: %s', (...[level, line, call]) => {
		const last = lineOf(call);
		const message = `[Learning Platform] courses: ${line} (node "Nightly", workflow 7 "Catalog")`;
		expect(last?.level).toBe(level);
		expect(last?.message.replace(TIMES, '')).toBe(message.replace(TIMES, ''));
		expect(documented).toContain(line);
		const facts = JSON.stringify(last?.metadata);
		for (const [number] of last?.message.split(' (node')[0]?.matchAll(/\d+/g) ?? []) {
			expect(facts).toContain(number);
		}
	});
});

/** The log lines in the source code, with `*` in place of each value. */
function linesInSources(): string[] {
	const folder = join(root, 'nodes/LearningPlatform');
	const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
	const sources = files
		.filter((file) => file.endsWith('.ts'))
		.map((file) => readFileSync(join(folder, file), 'utf8'));
	const call = /\blog(?:Of\(\w+\))?\.(?:debug|info|warn)\(\s*(?:'([^']*)'|`([^`]*)`)/g;
	const lines = sources.flatMap((source) => [...source.matchAll(call)]);
	return lines.map(([, text = '', template = '']) => text + template.replace(/\$\{.*?\}/g, '*'));
}

it('docs/log.md explains each log line in the source code', () => {
	const lines = linesInSources();
	expect(lines).toContain('new access token in * ms');
	expect(lines.length).toBeGreaterThan(15);
	const isDocumented = (line: string) => {
		const words = line.split('*').map((part) => part.replace(/[().]/g, '\\$&'));
		return new RegExp(`\`${words.join('[^`]+')}\``).test(documented);
	};
	expect(lines.filter((line) => !isDocumented(line))).toEqual([]);
});

it('a field marks a first poll', () => {
	expect(lineOf(['polled', poll, true])?.metadata).toMatchObject({ isFirst: true, missing: 0 });
});

it('a canceled list is not an error, and its line shows the pages read and the time taken', () => {
	const now = jest.spyOn(performance, 'now').mockReturnValue(1_000);
	const { log, written } = recordedLog();
	log.pageRead(1, page);
	now.mockReturnValue(2_310);
	log.brokeOff();
	now.mockRestore();
	const line = 'canceled after 1 page and 1310 ms';
	const message = expect.stringContaining(line) as string;
	const metadata = expect.objectContaining({ pages: 1, records: 500, ms: 1_310 }) as object;
	expect(written.at(-1)).toEqual({ level: 'info', message, metadata });
	expect(documented).toContain(line);
});

it('a line about a list that is read for another list names both lists', () => {
	const { log, written } = recordedLog();
	log.ofSublist('attempts').warn('stopped');
	expect(written).toMatchObject([
		{
			message: expect.stringContaining(' courses attempts: stopped ') as string,
			metadata: { list: 'courses', sublist: 'attempts' },
		},
	]);
});
