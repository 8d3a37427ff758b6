import type { IDataObject } from 'n8n-workflow';

import { findIdField, type RecordId } from '../listing/idField';
import { openShape, type OutputShape } from '../listing/output';
import type { Page } from '../transport/pages';
import { Comparison, type ReportedEvent } from './changes';
import { canonicalJson, fingerprint } from './fingerprint';
import { idOf, missingId, recordOf, sharedId } from './identity';
import { CONTENT_HASH_LENGTH, KEY_LENGTH, type State } from './state';
import type { TriggerSettings } from './settings';

/** What happened to the records of a list. */
export interface TrackedEvents {
	/** Each record in the shape of the output, with its event; of a removed one only the ID is known. */
	events: { event: ReportedEvent; record: IDataObject }[];
	/** Output Fields that no record of the list has. */
	missingFields: string[];
}

/** Follows the records of a list from the state that is known to the one that is read, page by page. */
export class Tracker {
	readonly comparison: Comparison;

	private idField: string | undefined;

	private readonly shape: OutputShape;

	/** @param wanted the events that will be reported; all others only count for the state */
	constructor(
		{ idField, known }: Pick<State, 'idField' | 'known'>,
		private readonly settings: TriggerSettings,
		wanted: ReadonlySet<ReportedEvent>,
	) {
		this.comparison = new Comparison(known, wanted);
		this.idField = settings.idField ?? idField;
		const idFields = this.idField === undefined ? {} : { idFields: this.idField.split(', ') };
		this.shape = openShape(settings.output, { ...settings.resource, ...idFields });
	}

	/** @throws UserFacingError for a record without an ID, or with that of another one on the same page */
	addPage({ number: page, records }: Page): void {
		// Columns are those of the whole list, or a field that was cleared would be missing in its only record.
		this.shape.note(records);
		const recordOfKey = new Map<string, IDataObject>();
		records.forEach((record, index) => {
			const position = { record: index + 1, page };
			// Found once and then kept to, so that no record is taken for another one under a second name.
			const idField = (this.idField ??= findIdField(record));
			const id = idField === undefined ? undefined : idOf(record, idField);
			if (idField === undefined || id === undefined) {
				throw missingId(record, idField, position);
			}
			const key = this.keyOf(id);
			const other = recordOfKey.get(key);
			if (other && this.contentOf(other) !== this.contentOf(record)) {
				throw sharedId(id, idField, position);
			}
			recordOfKey.set(key, record);
			this.comparison.add(key, this.contentHashOf(record), record);
		});
	}

	get state(): Pick<State, 'idField' | 'known'> {
		return { idField: this.idField, known: this.comparison.list };
	}

	/** Ends the list, and returns what happened in the order in which it is reported. */
	finish(): TrackedEvents {
		const removed = this.comparison.removed().map((key) => ({
			event: 'removed' as const,
			record: recordOf(JSON.parse(key) as RecordId, this.idField ?? ''),
		}));
		const changes = [...removed, ...this.comparison.changes()];
		this.shape.add(changes.map(({ record }) => record));
		const { records, missingFields } = this.shape.finish();
		const events = changes.map(({ event, record }, index) => ({
			event,
			record: records[index] ?? record,
		}));
		return { events, missingFields };
	}

	private keyOf(id: RecordId): string {
		const json = JSON.stringify(id);
		return this.settings.keepsIds ? json : fingerprint(json, KEY_LENGTH);
	}

	private contentHashOf(record: IDataObject): string {
		if (!this.settings.keepsContent) return '';
		return fingerprint(this.contentOf(record), CONTENT_HASH_LENGTH);
	}

	private contentOf(record: IDataObject): string {
		return canonicalJson(record, this.settings.ignoreFields);
	}
}
