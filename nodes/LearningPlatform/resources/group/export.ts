import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { exportToFile } from '../../export/exportToFile';
import { exportOptions, fileFields } from '../exportFields';
import { filtersField } from '../listFields';

const showForGroupExport = { resource: ['group'], operation: ['export'] };

/** The fields of "Export groups to file". */
export const groupExportFields: INodeProperties[] = [
	...fileFields(showForGroupExport, { fileNameExample: 'groups-2026-01-31.csv' }),
	filtersField(showForGroupExport, { hasStatus: false }),
	exportOptions(showForGroupExport),
];

/** The operation itself: n8n's routes end in items, and this one ends in a file. */
export async function exportGroups(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	return await exportToFile(this, '/api/v2/groups');
}
