import type { IDataObject } from 'n8n-workflow';

import type { OutputChoice } from './parameters';
import { RawShape } from './raw';
import { RowShape } from './row';
import { SelectedShape } from './selected';
import type { OutputShape, RecordKind, ShapedList } from './shape';
import { SimplifiedShape } from './simplified';

/** @returns the shape for one list; for the next one another is needed */
export function openShape(choice: OutputChoice, kind: RecordKind): OutputShape {
	switch (choice.kind) {
		case 'raw':
			return new RawShape();
		case 'simplified':
			return new SimplifiedShape(kind);
		case 'selected':
			return new SelectedShape(choice.fields, kind);
		case 'row':
			return new RowShape(choice, kind);
	}
}

/** A record that is no part of a list, in its shape. */
export function shapeRecord(
	choice: OutputChoice,
	kind: RecordKind,
	record: IDataObject,
): ShapedList {
	const shape = openShape(choice, kind);
	shape.add([record]);
	return shape.finish();
}
