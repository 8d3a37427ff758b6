import type { IDataObject } from 'n8n-workflow';

/** One change of a table: answers the keys of the rows that are gone by it. */
type Step = () => string[];

/** A table that a workflow keeps in step with the items of the trigger, as the examples do. */
export class Table {
	readonly rows = new Map<string, IDataObject>();

	/** Does what the items say, and answers the keys of the rows that are gone. */
	apply(items: IDataObject[]): string[] {
		return this.stepsFor(items).flatMap((step) => step());
	}

	/** What a run does, in order: deletions, upserts, the sweep. None touches a row that a newer run has written. */
	stepsFor(items: IDataObject[]): Step[] {
		const of = (action: string) => items.filter(({ syncAction }) => syncAction === action);
		return [
			...of('delete').map((item) => () => this.delete(item)),
			...of('upsert').map((item) => () => this.upsert(item)),
			...of('sweep').map((item) => () => this.sweep(item)),
		];
	}

	private delete(item: IDataObject): string[] {
		const key = item.courseId as string;
		return this.isNewer(item) && this.rows.delete(key) ? [key] : [];
	}

	private upsert(item: IDataObject): string[] {
		if (this.isNewer(item)) this.rows.set(item.courseId as string, item);
		return [];
	}

	/** Whether the row that the item is about was not written by a newer run. */
	private isNewer(item: IDataObject): boolean {
		const row = this.rows.get(item.courseId as string);
		const stampOf = ({ syncRun, triggerTime }: IDataObject) =>
			`${syncRun as string} ${triggerTime as string}`;
		return row === undefined || stampOf(row) <= stampOf(item);
	}

	/** Rows that were not written again are of records that are gone, unless an execution has failed. */
	private sweep({ syncRun, syncRows }: IDataObject): string[] {
		const rows = [...this.rows];
		const written = rows.filter(([, row]) => row.syncRun === syncRun);
		if (written.length < Number(syncRows)) return [];
		const old = rows.filter(([, row]) => (row.syncRun as string) < (syncRun as string));
		for (const [key] of old) this.rows.delete(key);
		return old.map(([key]) => key);
	}
}
