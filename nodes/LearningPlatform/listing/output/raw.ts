import type { IDataObject } from 'n8n-workflow';

import type { OutputShape, ShapedList } from './shape';

/** Every record as the service sent it. */
export class RawShape implements OutputShape {
	private readonly records: IDataObject[] = [];

	note(): void {
		// No record counts for another one.
	}

	add(records: IDataObject[]): void {
		for (const record of records) this.records.push(record);
	}

	finish(): ShapedList {
		return { records: this.records, missingFields: [] };
	}
}
