import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { exportToFile } from '../../export/exportToFile';
import { exportOptions, fileFields } from '../exportFields';
import { filtersField } from '../listFields';

const showForCourseExport = { resource: ['course'], operation: ['export'] };

/** The fields of "Export courses to file". */
export const courseExportFields: INodeProperties[] = [
	...fileFields(showForCourseExport, { fileNameExample: 'courses-2026-01-31.csv' }),
	filtersField(showForCourseExport, { hasStatus: true }),
	exportOptions(showForCourseExport),
];

/** The operation itself: n8n's routes end in items, and this one ends in a file. */
export async function exportCourses(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	return await exportToFile(this, '/api/v2/courses');
}
