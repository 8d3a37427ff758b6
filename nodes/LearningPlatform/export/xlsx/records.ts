import type { IDataObject } from 'n8n-workflow';

/** The records of a list one by one, across its pages, with a look at the one that comes next. */
export class Records {
	/** `undefined` behind the last one. */
	next: IDataObject | undefined;

	private page: IDataObject[] = [];

	private index = 0;

	private constructor(private readonly pages: AsyncIterator<{ records: IDataObject[] }>) {}

	/** @returns the records of all pages, and those of the first page that has any */
	static async of(
		pages: AsyncIterable<{ records: IDataObject[] }>,
	): Promise<{ records: Records; firstPage: IDataObject[] }> {
		const records = new Records(pages[Symbol.asyncIterator]());
		await records.turnPage();
		return { records, firstPage: records.page };
	}

	/** @throws what the list throws */
	async advance(): Promise<void> {
		this.index += 1;
		this.next = this.page[this.index];
		if (this.next === undefined) await this.turnPage();
	}

	private async turnPage(): Promise<void> {
		do {
			const turned = await this.pages.next();
			this.page = turned.done === true ? [] : turned.value.records;
			this.index = 0;
			this.next = this.page[0];
			if (turned.done === true) return;
		} while (this.next === undefined);
	}
}
