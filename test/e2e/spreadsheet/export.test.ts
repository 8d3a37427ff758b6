import { awkwardValues } from '../../unit/file/awkwardValues';
import { startSandbox, type Sandbox } from '../../sandbox';
import { credentialFor } from '../harness/accounts';
import { N8n } from '../harness/n8n';
import { storedFile } from '../harness/storedExecution';
import { ourNode, workflow } from '../harness/workflow';
import { throughLibreOffice, type Workbook } from './libreOffice';

/** The longest text that fits in a cell. */
const CELL_LIMIT = 32_767;

const values = awkwardValues.filter(([, , cell]) => cell.length <= CELL_LIMIT);

/** Values that spreadsheets change: strings of digits, numbers with more than 15 digits, and booleans. */
const UNDERSTOOD: Record<string, string> = {
	'leading zeros': '123',
	'a large number': '9007199254740990',
	// If tabs separated cells, the formula would be in its own cell.
	'a leading tab': "'\t'=1+1",
	false: 'FALSE',
};

/** Returns a string with the line breaks used in cells. */
const inCell = (text: string) => text.replace(/\r\n?/g, '\n');

/** Returns a name that no spreadsheet changes. */
const nameOf = (what: string) => `with ${what}`;

let sandbox: Sandbox;
let n8n: N8n;
let fromCsv: Workbook;
let unescaped: Workbook;
let fromXlsx: Workbook;

beforeAll(async () => {
	sandbox = await startSandbox({ courses: 0 });
	for (const [what, value] of values)
		sandbox.catalogue.add('courses', { name: nameOf(what), value });
	const account = credentialFor('account', sandbox);
	const exported = (name: string, options = {}, format = 'csv') =>
		ourNode(name, account, {
			resource: 'course',
			operation: 'export',
			format,
			options: { columns: 'name, value', ...options },
		});
	const files = workflow(
		'files',
		exported('As it is'),
		exported('Formulas left alone', { escapeFormulas: false }),
		exported('Workbook', { convertDates: false }, 'xlsx'),
	);
	n8n = await N8n.with({ credentials: [account], workflows: [files] });
	const execution = await n8n.execute(files);
	const exportedBy = async (node: string) => {
		const file = execution.items(node)[0]?.binary?.data;
		if (!file) throw new Error(`"${node}" did not create a file`);
		return await storedFile(n8n.home, file);
	};
	[fromCsv, unescaped, fromXlsx] = (await throughLibreOffice([
		{ file: await exportedBy('As it is'), format: 'csv' },
		{ file: await exportedBy('Formulas left alone'), format: 'csv' },
		{ file: await exportedBy('Workbook'), format: 'xlsx' },
	])) as [Workbook, Workbook, Workbook];
});

afterAll(async () => {
	await sandbox.stop();
	await n8n.remove();
});

describe('an exported CSV file, opened in a spreadsheet and saved as a workbook', () => {
	it('has its columns', () => {
		expect(fromCsv.rows[0]).toEqual(['name', 'value']);
	});

	it.each(values)('has %s', (what, _value, cell) => {
		const row = fromCsv.rows.find(([name]) => name === nameOf(what));
		expect(row?.[1]).toBe(UNDERSTOOD[what] ?? inCell(cell));
	});

	it('has no rows other than the records', () => {
		expect(fromCsv.rows).toHaveLength(values.length + 1);
	});

	it('calculates nothing', () => {
		expect(fromCsv.formulas).toBe(0);
		// Without our apostrophe, the spreadsheet evaluates formulas.
		expect(unescaped.formulas).toBeGreaterThan(0);
	});
});

describe('an exported workbook, opened in a spreadsheet', () => {
	it('has the right columns, and a row for each record', () => {
		expect(fromXlsx.rows[0]).toEqual(['name', 'value']);
		expect(fromXlsx.rows).toHaveLength(values.length + 1);
	});

	it.each(values)('has %s', (what, value, cell) => {
		const row = fromXlsx.rows.find(([name]) => name === nameOf(what));
		// A workbook keeps values unchanged, so no value needs an apostrophe.
		const text = cell.replaceAll("'", '') === value ? value : cell;
		expect(row?.[1]).toBe(value === false ? 'FALSE' : inCell(text));
	});

	it('calculates nothing', () => {
		expect(fromXlsx.formulas).toBe(0);
	});
});
