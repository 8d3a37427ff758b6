import type { IDataObject } from 'n8n-workflow';

import {
	openShape,
	type OutputChoice,
	type RecordKind,
} from '../../../nodes/LearningPlatform/shape';
import { findResource } from '../../../nodes/LearningPlatform/catalog/resources';

export const unknownKind: RecordKind = { simplified: [], knownFields: [] };

export const courseKind = findResource('course') as RecordKind;

/** Shapes a list's records page by page. */
export function shapePages(
	choice: Partial<OutputChoice>,
	pages: IDataObject[][],
	kind: RecordKind = unknownKind,
) {
	const shape = openShape({ kind: 'raw', fields: [], escapeFormulas: true, ...choice }, kind);
	for (const page of pages) shape.add(page);
	return shape.finish();
}
