import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Writable } from 'node:stream';

import type { FilePlan } from '../../../nodes/LearningPlatform/file/columns';
import type * as Formats from '../../../nodes/LearningPlatform/file/formats';
import { begin, end } from '../extension/measurement';
import { pagesOfMixedRecords } from '../harness/mixedRecords';
import { answerOnce } from '../harness/ownProcess';
import type { Figures } from '../harness/rows';

export interface WorkbookRequest {
	contender: 'node' | 'excelJs' | 'excelJsByDefault';
	records: number;
	/** True to return the workbook as well. */
	isKept?: boolean;
}

export interface WorkbookAnswer {
	figures: Figures;
	/** In Base64. */
	workbook?: string;
}

type Pages = ReturnType<typeof pagesOfMixedRecords>;

/** Prepares to write a workbook; the function that it returns writes it and passes on each chunk. */
type Contender = () => (pages: Pages, take: (chunk: Buffer) => void) => Promise<void>;

const requireFrom = createRequire(__filename);

const node: Contender = () => {
	const built = join(__dirname, '../../../dist/nodes/LearningPlatform/file/formats');
	const { formats } = requireFrom(built) as typeof Formats;
	return async (pages, take) => {
		const plan: FilePlan = {
			columns: [],
			fields: Object.keys(pages[0]?.[0] ?? {}),
			hasMore: false,
			delimiter: ',',
			escapeFormulas: true,
			addByteOrderMark: false,
			convertDates: true,
			listName: 'courses',
			timeZone: 'UTC',
		};
		const file = formats.xlsx.file(plan);
		async function* given() {
			for (const records of pages) yield await Promise.resolve({ records });
		}
		for await (const chunk of file.content(given())) take(chunk);
	};
};

/** The part of ExcelJS that the benchmark uses: its own types do not allow a level. */
interface ExcelJs {
	stream: {
		xlsx: {
			WorkbookWriter: new (options: object) => {
				addWorksheet: (name: string, options: object) => ExcelSheet;
				commit: () => Promise<void>;
			};
		};
	};
}

interface ExcelSheet {
	columns: object[];
	autoFilter: string;
	addRow: (values: unknown[]) => ExcelRow;
	getRow: (number: number) => ExcelRow;
	commit: () => void;
}

interface ExcelRow {
	font: object;
	getCell: (column: number) => { style: object };
	commit: () => void;
}

const isOfDates = (field: string) => /(At|Date)$/.test(field);

function formatOf(field: string): string {
	if (!isOfDates(field)) return 'General';
	return field.endsWith('At') ? 'yyyy-mm-dd hh:mm:ss' : 'yyyy-mm-dd';
}

/** Writes the same workbook with ExcelJS, in the fastest way that we found. */
const excelJs =
	(zip?: { level: number }): Contender =>
	() => {
		const { WorkbookWriter } = exceljs().stream.xlsx;
		return async (pages, take) => {
			const stream = new Writable({
				write: (chunk: Buffer, _encoding, done) => {
					take(chunk);
					done();
				},
			});
			const workbook = new WorkbookWriter({ stream, useStyles: true, ...(zip && { zip }) });
			const sheet = workbook.addWorksheet('courses', { views: [{ state: 'frozen', ySplit: 1 }] });
			const fields = Object.keys(pages[0]?.[0] ?? {});
			sheet.columns = fields.map((header) => ({ header, width: 20 }));
			sheet.autoFilter = 'A1:T1';
			sheet.getRow(1).font = { bold: true };
			const styles = fields.map((field) => ({ numFmt: formatOf(field) }));
			for (const page of pages) {
				for (const record of page) {
					const values = Object.entries(record).map(([field, value]) =>
						typeof value === 'string' && isOfDates(field) ? new Date(value) : value,
					);
					const row = sheet.addRow(values);
					// A cell without a style object of its own, or a column's style, would cost ExcelJS far more.
					styles.forEach((style, index) => {
						row.getCell(index + 1).style = style;
					});
					row.commit();
				}
				// Otherwise ExcelJS keeps the entire sheet in memory.
				await new Promise(setImmediate);
			}
			sheet.commit();
			await workbook.commit();
		};
	};

/** @throws {Error} that says how to install ExcelJS */
function exceljs(): ExcelJs {
	const folder = join(__dirname, '../../e2e');
	try {
		return createRequire(join(folder, 'package.json'))('exceljs') as ExcelJs;
	} catch (cause) {
		throw new Error('ExcelJS is missing: run "npm ci" in test/e2e.', { cause });
	}
}

const CONTENDERS: Record<WorkbookRequest['contender'], Contender> = {
	node,
	excelJs: excelJs({ level: 6 }),
	excelJsByDefault: excelJs(),
};

answerOnce(async (request: WorkbookRequest): Promise<WorkbookAnswer> => {
	const { contender, records, isKept = false } = request;
	const pages = pagesOfMixedRecords(records);
	const write = CONTENDERS[contender]();
	const chunks: Buffer[] = [];
	let bytes = 0;
	begin(contender);
	await write(pages, (chunk) => {
		bytes += chunk.length;
		if (isKept) chunks.push(chunk);
	});
	const figures = { ...end(contender, records), bytes };
	return { figures, ...(isKept && { workbook: Buffer.concat(chunks).toString('base64') }) };
});
