import type { IDataObject } from 'n8n-workflow';

import { hintsOfSync } from '../../../nodes/LearningPlatform/operations/syncHints';
import { compared, KEY, Table } from '../table/tables';

const COURSE = { [KEY]: '65a1', name: 'Fire Safety' };

describe('the hint about a row that lost its key names', () => {
	it.each<[what: string, cells: IDataObject, isListed: boolean, name: string]>([
		['its row number and the record', { row_number: 7 }, true, 'row 7 for 65a1'],
		['its row number as text', { row_number: '7' }, true, 'row 7 for 65a1'],
		['its row number rather than its ID', { row_number: 7, id: 12 }, true, 'row 7 for 65a1'],
		['its ID and the record', { id: 12 }, true, 'id 12 for 65a1'],
		[
			'its ID if the row number is empty',
			{ row_number: '', id: 'rec12' },
			true,
			'id rec12 for 65a1',
		],
		['its place in the input', { row_number: null }, true, 'item 0 for 65a1'],
		['only the row if the record is gone', { row_number: 7 }, false, 'row 7'],
	])('%s', (_what, cells, isListed, name) => {
		const table = new Table((value) => value);
		table.sync([COURSE]);
		const row = { ...table.rows[0], row_number: undefined, [KEY]: '', ...cells };
		const comparison = compared([row], isListed ? [COURSE] : []);
		const [hint] = hintsOfSync(comparison, {
			rows: 1,
			keyName: KEY,
			needed: [],
			alwaysOutputData: false,
			isRepeated: false,
			excelDays: [],
			missingFields: [],
			emptyLabels: [],
			cutColumns: new Set<string>(),
		});
		expect(hint?.message).toContain(`Rows that lost their ${KEY}: 1, such as ${name}. Sync`);
	});
});
