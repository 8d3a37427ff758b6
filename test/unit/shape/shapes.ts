import type { IDataObject } from 'n8n-workflow';

import {
	openShape,
	type OutputChoice,
	type RecordType,
} from '../../../nodes/LearningPlatform/shape';
import { findResource } from '../../../nodes/LearningPlatform/catalog/resources';

export const unknownType: RecordType = { simplified: [], catalogFields: [] };

export const courseType = findResource('course') as RecordType;

/** Shapes a list's records page by page. */
export function shapePages(
	choice: Partial<OutputChoice>,
	pages: IDataObject[][],
	recordType: RecordType = unknownType,
) {
	const shape = openShape(
		{ shape: 'raw', fields: [], escapeFormulas: true, ...choice },
		recordType,
	);
	for (const page of pages) shape.add(page);
	return shape.finish();
}
