import { awkwardValues } from '../../engine/export/awkwardValues';
import { startSandbox, type Sandbox } from '../../sandbox';
import { credentialFor } from '../harness/accounts';
import { N8n } from '../harness/n8n';
import { storedFile } from '../harness/storedFile';
import { ourNode, workflow } from '../harness/workflow';
import { throughLibreOffice, type Workbook } from './libreOffice';

/** No cell of a workbook can be longer. */
const CELL_LIMIT = 32_767;

const values = awkwardValues.filter(([, , cell]) => cell.length <= CELL_LIMIT);

/** What spreadsheets make of texts of digits, of numbers with more than 15 digits, and of truth values. */
const UNDERSTOOD: Record<string, string> = {
	'leading zeros': '123',
	'a large number': '9007199254740990',
	false: 'FALSE',
};

/** In a cell, lines end in one way only. */
const inCell = (text: string) => text.replace(/\r\n?/g, '\n');

/** A text that no spreadsheet takes for anything else. */
const nameOf = (what: string) => `with ${what}`;

let sandbox: Sandbox;
let n8n: N8n;
let workbook: Workbook;
let unescaped: Workbook;

beforeAll(async () => {
	sandbox = await startSandbox({ courses: 0 });
	for (const [what, value] of values)
		sandbox.catalogue.add('courses', { name: nameOf(what), value });
	const account = credentialFor('account', sandbox);
	const exported = (name: string, options = {}) =>
		ourNode(name, account, {
			resource: 'course',
			operation: 'export',
			options: { columns: 'name, value', ...options },
		});
	const files = workflow(
		'files',
		exported('As it is'),
		exported('Formulas left alone', { escapeFormulas: false }),
	);
	n8n = await N8n.with({ credentials: [account], workflows: [files] });
	const execution = await n8n.execute(files);
	const opened = async (node: string) => {
		const file = execution.items(node)[0]?.binary?.data;
		if (!file) throw new Error(`"${node}" made no file`);
		return await throughLibreOffice(await storedFile(n8n.home, file));
	};
	workbook = await opened('As it is');
	unescaped = await opened('Formulas left alone');
});

afterAll(async () => {
	await sandbox.stop();
	await n8n.remove();
});

describe('an exported CSV file, opened in a spreadsheet and saved as a workbook', () => {
	it('has its columns', () => {
		expect(workbook.rows[0]).toEqual(['name', 'value']);
	});

	it.each(values)('has %s', (what, _value, cell) => {
		const row = workbook.rows.find(([name]) => name === nameOf(what));
		expect(row?.[1]).toBe(UNDERSTOOD[what] ?? inCell(cell));
	});

	it('has no row that is not a record', () => {
		expect(workbook.rows).toHaveLength(values.length + 1);
	});

	it('calculates nothing', () => {
		expect(workbook.formulas).toBe(0);
		// As it would without our apostrophe.
		expect(unescaped.formulas).toBeGreaterThan(0);
	});
});
