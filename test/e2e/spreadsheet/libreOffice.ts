import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { parse } from 'csv-parse/sync';
import { LIBRE_OFFICE, pathOf } from '../install/program';

/** Comma, double quotes, UTF-8: what the dialog suggests that opens a file with our byte order mark. */
const CSV_IMPORT = 'CSV:44,34,76,1';

/** The same, with texts unquoted where they can be, and cells as they are. */
const CSV_EXPORT = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false';

/** Cells with formulas, in LibreOffice's "flat" XML, where truth values are formulas as well. */
const FORMULA = /table:formula="(?!of:=(?:TRUE|FALSE)\(\)")/g;

/** What somebody finds who opens a file in a spreadsheet. */
export interface Workbook {
	/** The cells of the workbook, header included. */
	rows: string[][];
	/** How many of them calculate something. */
	formulas: number;
}

/** Opens a workbook; or a CSV file, which it saves as a workbook to open that. */
export async function throughLibreOffice(file: Buffer, format: 'csv' | 'xlsx'): Promise<Workbook> {
	const folder = await mkdtemp(join(tmpdir(), 'learning-platform-spreadsheet-'));
	try {
		const convert = async (from: string, to: string, outputFolder: string) =>
			await promisify(execFile)(pathOf(LIBRE_OFFICE) ?? 'soffice', [
				'--headless',
				...(from.endsWith('.csv') ? [`--infilter=${CSV_IMPORT}`] : []),
				// A profile of its own, so that no running LibreOffice is asked instead.
				`-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`,
				'--convert-to',
				to,
				'--outdir',
				join(folder, outputFolder),
				join(folder, from),
			]);
		await writeFile(join(folder, `export.${format}`), file);
		if (format === 'csv') await convert('export.csv', 'xlsx', '.');
		await convert('export.xlsx', CSV_EXPORT, 'back');
		await convert('export.xlsx', 'fods', 'back');
		const back = async (name: string) => await readFile(join(folder, 'back', name), 'utf8');
		return {
			rows: parse(await back('export.csv'), { bom: true }),
			formulas: (await back('export.fods')).match(FORMULA)?.length ?? 0,
		};
	} finally {
		await rm(folder, { recursive: true, force: true, maxRetries: 3 });
	}
}
