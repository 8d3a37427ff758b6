import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';

import { read, utils, type WorkBook } from '@e965/xlsx';
import { validateXML } from 'xmllint-wasm';
import { fromBuffer, type Entry, type ZipFile } from 'yauzl';

// Reads workbooks the way other programs do.

/** Reads the files in an archive and checks their sizes and checksums. */
export async function unzip(archive: Buffer): Promise<Map<string, Buffer>> {
	const files = new Map<string, Buffer>();
	const zip = await new Promise<ZipFile>((resolve, reject) => {
		fromBuffer(archive, { lazyEntries: true, strictFileNames: true }, (error, opened) => {
			if (error) reject(error);
			else resolve(opened);
		});
	});
	await new Promise<void>((resolve, reject) => {
		zip.on('error', reject);
		zip.on('end', resolve);
		zip.on('entry', (entry: Entry) => {
			zip.openReadStream(entry, (error, stream) => {
				if (error) {
					reject(error);
					return;
				}
				buffer(stream)
					.then((content) => {
						// yauzl checks only the sizes.
						if (crc32(content) !== entry.crc32) throw new Error(`CRC-32 of ${entry.fileName}`);
						files.set(entry.fileName, content);
						zip.readEntry();
					})
					.catch(reject);
			});
		});
		zip.readEntry();
	});
	return files;
}

/** Returns a part of a workbook as text. */
export async function partOf(workbook: Buffer, path: string): Promise<string> {
	const part = (await unzip(workbook)).get(path);
	if (!part) throw new Error(`The workbook has no ${path}`);
	return part.toString();
}

/** Opens a workbook with SheetJS, as n8n's Extract From File does. */
export function openWorkbook(workbook: Buffer): WorkBook {
	return read(workbook);
}

/** Returns each sheet's rows by sheet name, with `null` for empty cells. */
export function sheetsOf(workbook: Buffer): Record<string, unknown[][]> {
	const { SheetNames, Sheets } = openWorkbook(workbook);
	return Object.fromEntries(
		SheetNames.map((name) => [
			name,
			utils.sheet_to_json<unknown[]>(Sheets[name] ?? {}, { header: 1, defval: null, raw: true }),
		]),
	);
}

/** The schemas in this folder and their namespaces. */
const schemas = ['contentTypes.xsd', 'relationships.xsd', 'spreadsheet.xsd'].map((fileName) => {
	const contents = readFileSync(join(__dirname, fileName), 'utf8');
	const [, namespace = ''] = / targetNamespace="([^"]+)"/.exec(contents) ?? [];
	return { fileName, contents, namespace };
});

/** One schema that imports the others because the validator is slow to start. */
const schema = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">${schemas
	.map(
		({ fileName, namespace }) =>
			`<xs:import namespace="${namespace}" schemaLocation="${fileName}"/>`,
	)
	.join('')}</xs:schema>`;

/**
 * Returns the schema errors in a workbook's parts. The schemas in this folder cover the ECMA-376 elements and
 * attributes that we write.
 */
export async function schemaErrors(workbook: Buffer): Promise<string[]> {
	const xml = Array.from(await unzip(workbook), ([path, content]) => ({
		fileName: path,
		contents: content.toString(),
	}));
	const strangers = xml.filter(({ fileName, contents }) => {
		const { namespace } = schemas.find((one) => one.fileName === schemaFor(fileName)) ?? {};
		return !contents.includes(` xmlns="${namespace}"`);
	});
	const { errors } = await validateXML({ xml, schema, preload: schemas });
	return [
		...strangers.map(({ fileName }) => `${fileName} has a different schema`),
		...errors.map(({ rawMessage }) => rawMessage),
	];
}

function schemaFor(path: string): string {
	if (path === '[Content_Types].xml') return 'contentTypes.xsd';
	return path.endsWith('.rels') ? 'relationships.xsd' : 'spreadsheet.xsd';
}
