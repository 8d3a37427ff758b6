import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { parse } from 'csv-parse/sync';
import { pathOf } from '../install/program';

/** Comma, double quotes, UTF-8: the import dialog's suggestion for a file with our byte order mark. */
const CSV_IMPORT = 'CSV:44,34,76,1';

/** The same, with as few quotes as possible and unformatted cells. */
const CSV_EXPORT = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false';

/** Matches formulas in LibreOffice's "flat" XML, except booleans, which that format stores as formulas. */
const FORMULA = /table:formula="(?!of:=(?:TRUE|FALSE)\(\)")/g;

/** A file as a spreadsheet program shows it. */
export interface Workbook {
	/** The cells of the workbook, header included. */
	rows: string[][];
	/** The number of cells with formulas. */
	formulas: number;
}

/**
 * Opens all files while starting LibreOffice as few times as possible because each start is slow. CSV files are first
 * saved as workbooks.
 */
export async function throughLibreOffice(
	files: { file: Buffer; format: 'csv' | 'xlsx' }[],
): Promise<Workbook[]> {
	const folder = await mkdtemp(join(tmpdir(), 'learning-platform-spreadsheet-'));
	const convert = async (names: string[], to: string, outputFolder: string, ...options: string[]) =>
		await promisify(execFile)(pathOf('LibreOffice'), [
			'--headless',
			...options,
			// A new profile: otherwise a running LibreOffice would open the files.
			`-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`,
			'--convert-to',
			to,
			'--outdir',
			join(folder, outputFolder),
			...names.map((name) => join(folder, name)),
		]);
	try {
		const names = files.map(({ format }, index) => `${index}.${format}`);
		for (const [index, { file }] of files.entries())
			await writeFile(join(folder, names[index] ?? ''), file);
		const csv = names.filter((name) => name.endsWith('.csv'));
		await convert(csv, 'xlsx', '.', `--infilter=${CSV_IMPORT}`);
		const workbooks = files.map((_file, index) => `${index}.xlsx`);
		await convert(workbooks, CSV_EXPORT, 'back');
		await convert(workbooks, 'fods', 'back');
		const back = async (index: number, format: string) =>
			await readFile(join(folder, 'back', `${index}.${format}`), 'utf8');
		return await Promise.all(
			files.map(async (_file, index) => {
				const xml = await back(index, 'fods');
				return {
					rows: parse(await back(index, 'csv'), { bom: true }),
					formulas: xml.match(FORMULA)?.length ?? 0,
				};
			}),
		);
	} finally {
		await rm(folder, { recursive: true, force: true, maxRetries: 3 });
	}
}
