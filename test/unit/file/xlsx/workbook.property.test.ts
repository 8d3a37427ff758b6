import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { anyCharacter } from '../../anyCharacter';
import { repeats } from '../../../repeats';
import { schemaErrors, sheetsOf } from '../../../workbook';
import { bytesOf, fileOf } from '../written';

async function workbookOf(name: string, values: unknown[]): Promise<Buffer> {
	const records = values.map((value) => ({ [name]: value }) as IDataObject);
	return await bytesOf(fileOf('xlsx', { fields: [name], listName: 'list' }), records);
}

/** Strings with a special meaning in XML, workbooks, or spreadsheets, plus arbitrary characters. */
const hostile = fc
	.array(
		fc.oneof(
			fc.constantFrom(
				...Array.from('<>&"\''),
				']]>',
				'<![CDATA[',
				'&amp;',
				'&#10;',
				'&#x41;',
				'<!--',
				'</t>',
			),
			fc.constantFrom('_x0041_', '_x005F_', '_x', '_x00', '41_', '_X000a_', '_', 'x005F_'),
			fc.constantFrom('\r\n', ...Array.from('\r\n\t \u00A0\u0085\u2028\uFEFF\0\u001F\uFFFE\uFFFF')),
			fc.constantFrom('\uD83D', '\uDE00', '😀', '=1+1', '00123', '1e5', 'TRUE', '2026-01-31'),
			fc.string({ unit: anyCharacter, maxLength: 6 }),
		),
		{ maxLength: 8 },
	)
	.map((pieces) => pieces.join(''));

/** Returns the text as a cell stores it, with line feeds as line breaks and U+FFFD for characters that XML forbids. */
function inCell(text: string): string | null {
	const isXml = (character: string) => {
		const code = character.codePointAt(0) ?? 0;
		const isControl = code < 0x20 && code !== 0x09 && code !== 0x0a;
		return !isControl && code !== 0xfffe && code !== 0xffff;
	};
	const lines = text.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
	// UTF-8 encoding replaces lone surrogates.
	const characters = Buffer.from(lines).toString();
	const cell = characters.replace(/./gsu, (one) => (isXml(one) ? one : '\uFFFD'));
	return cell === '' ? null : cell;
}

it('a reader gets back any text that XML can represent', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(hostile, { minLength: 1, maxLength: 20 }), async (texts) => {
			const rows = sheetsOf(await workbookOf('name', ['first', ...texts, 'last'])).list;
			const cells = rows?.map(([cell]) => cell);
			expect(cells).toEqual(['name', 'first', ...texts.map(inCell), 'last']);
		}),
		{ numRuns: repeats(15, 150) },
	);
});

it('a reader gets back any number, as text if it has more than 15 digits', async () => {
	const number = fc.oneof(
		fc.integer(),
		fc.maxSafeInteger(),
		fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e300, max: 1e300 }),
	);
	await fc.assert(
		fc.asyncProperty(fc.array(number, { minLength: 1, maxLength: 20 }), async (numbers) => {
			const rows = sheetsOf(await workbookOf('n', numbers)).list;
			const isText = (value: number) => Math.abs(value) >= 1e15;
			expect(rows?.slice(1).map(([cell]) => cell)).toEqual(
				numbers.map((value) => (isText(value) ? String(value) : value === 0 ? 0 : value)),
			);
		}),
		{ numRuns: repeats(8, 50) },
	);
});

it('all parts match their schemas, no matter what text they contain', async () => {
	const texts = fc.sample(hostile, repeats(200, 1_000));
	expect(
		await schemaErrors(await workbookOf('<name>', [...texts, 1.5, true, null, ['<']])),
	).toEqual([]);
});
