import type { IDataObject } from 'n8n-workflow';

/** A table that a workflow keeps in step with the items of the trigger, as the examples do. */
export class Table {
	readonly rows = new Map<string, IDataObject>();

	/** Does what the items say, and answers the keys of the rows that are gone. */
	apply(items: IDataObject[]): string[] {
		const before = [...this.rows.keys()];
		for (const { syncAction, courseId } of items) {
			if (syncAction === 'delete') this.rows.delete(courseId as string);
		}
		for (const item of items) {
			if (item.syncAction === 'upsert') this.rows.set(item.courseId as string, item);
		}
		for (const item of items) if (item.syncAction === 'sweep') this.sweep(item);
		return before.filter((key) => !this.rows.has(key));
	}

	/** Rows that were not written again are of records that are gone, unless an execution has failed. */
	private sweep({ syncRun, syncRows }: IDataObject): void {
		const old = [...this.rows].filter(([, row]) => row.syncRun !== syncRun);
		if (this.rows.size - old.length < Number(syncRows)) return;
		for (const [key] of old) this.rows.delete(key);
	}
}
