import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import * as fc from 'fast-check';
import { campaign, SEED } from '../../campaign';
import { Sheet } from '../../e2e/harness/sheet';

const file = join(__dirname, '../../../examples/keep-a-google-sheet-in-step.json');
const { nodes } = JSON.parse(readFileSync(file, 'utf8')) as {
	nodes: { name: string; parameters: { jsCode?: string } }[];
};
const { jsCode = '' } = nodes.find(({ name }) => name === 'Which rows to delete')?.parameters ?? {};

const whichRows = runInThisContext(`($input, $) => {${jsCode}\n}`) as (
	$input: object,
	$: (node: string) => object,
) => [{ json: object }];

const FIELDS = new URLSearchParams({ fields: 'protectedRanges,data.rowData' });
const REFRESHED = '2026-01-01T00:00:00.000Z';
const COURSES = Array.from({ length: 20 }, (_, index) => `course ${index}`);
const LEFT_BEHIND = COURSES.slice(0, 5);

interface Run {
	/** What it is to delete; without, all that was left behind. */
	removed?: string[];
	triggerTime: string;
}

/** What "Which rows to delete" makes of the sheet as it is now; nothing when the run is too old. */
function requestOf({ removed, triggerTime }: Run, sheet: Sheet): object | undefined {
	const common = { syncRun: REFRESHED, syncRows: 0, triggerTime };
	const told = removed?.map((courseId) => ({ ...common, syncAction: 'delete', courseId }));
	const outputs: Record<string, object[]> = {
		'When the catalog changes': told ?? [{ ...common, syncAction: 'sweep' }],
		'Until when to delete': [{ sweeps: removed === undefined }],
	};
	const itemsOf = (jsons: object[]) => {
		const items = jsons.map((json) => ({ json }));
		return { all: () => items, first: () => items[0], last: () => items.at(-1) };
	};
	const $input = itemsOf([sheet.answer('GET', '', FIELDS, {})]);
	const $ = (node: string) => itemsOf(outputs[node] ?? []);
	try {
		return whichRows($input, $)[0].json;
	} catch (error) {
		expect(String(error)).toMatch(/This run is too old/);
		return undefined;
	}
}

const sheetOfCourses = () => {
	const sheet = new Sheet('Courses');
	['courseId', ...COURSES].forEach((id, index) => {
		sheet.write(index + 1, 'A', id);
	});
	['syncRun', ...COURSES].forEach((id, index) => {
		sheet.write(index + 1, 'B', index === 0 ? id : LEFT_BEHIND.includes(id) ? '2025' : REFRESHED);
	});
	return sheet;
};

const send = (sheet: Sheet, request: object | undefined) =>
	sheet.answer('POST', ':batchUpdate', new URLSearchParams(), request ?? {});

const runs = fc.array(
	fc.option(fc.uniqueArray(fc.constantFrom(...COURSES), { minLength: 1, maxLength: 6 }), {
		nil: undefined,
	}),
	{ minLength: 3, maxLength: 3 },
);

/** Which run reads the sheet, or sends what it has made of it, be it again. */
const steps = fc.array(fc.tuple(fc.nat(2), fc.constantFrom('reads', 'sends')), { maxLength: 14 });

it('deletes no row but those of its own courses, in whatever order runs read and send, late, twice or never', () => {
	fc.assert(
		fc.property(runs, steps, (deleting, order) => {
			const sheet = sheetOfCourses();
			const requests: (object | undefined)[] = [];
			const mayBeGone = new Set<unknown>();
			for (const [index, step] of order) {
				const removed = deleting[index];
				if (step === 'reads') {
					const triggerTime = `2026-01-02T00:0${index}:00.000Z`;
					requests[index] = requestOf({ ...(removed && { removed }), triggerTime }, sheet);
				} else if (requests[index] !== undefined) {
					for (const id of removed ?? LEFT_BEHIND) mayBeGone.add(id);
					try {
						send(sheet, requests[index]);
					} catch (error) {
						expect(String(error)).toMatch(/protected range|range with this ID/);
					}
				}
				const rows = new Set(sheet.rows().map(({ courseId }) => courseId));
				expect(COURSES.filter((id) => !rows.has(id) && !mayBeGone.has(id))).toEqual([]);
			}
		}),
		{ seed: SEED, numRuns: campaign(200, 3_000) },
	);
});

it('deletes the rows of a run that nothing comes between, be they next to each other or not', () => {
	const sheet = sheetOfCourses();
	const removed = [3, 4, 5, 9, 19].map((index) => COURSES[index] ?? '');
	send(sheet, requestOf({ removed, triggerTime: REFRESHED }, sheet));
	expect(sheet.rows().map(({ courseId }) => courseId)).toEqual(
		COURSES.filter((id) => !removed.includes(id)),
	);
});

/** The request of a run that is to delete a course, by the minute in which it began. */
const requestAt = (minute: number, sheet: Sheet) =>
	requestOf(
		{ removed: [`course ${minute}`], triggerTime: `2026-01-02T00:0${minute}:00.000Z` },
		sheet,
	);

it('deletes nothing for a run that began before the last one that has deleted', () => {
	const sheet = sheetOfCourses();
	send(sheet, requestAt(1, sheet));
	expect(requestAt(0, sheet)).toBeUndefined();
});

it('deletes for one alone of two runs that have read the same sheet', () => {
	const sheet = sheetOfCourses();
	send(sheet, requestAt(0, sheet));
	const [one, other] = [requestAt(1, sheet), requestAt(2, sheet)];
	send(sheet, one);
	expect(() => send(sheet, other)).toThrow('No protected range with ID');
});
