import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

/**
 * How long the records of an answer may be, in characters of JSON: some 10,000 tokens, which a model reads again
 * with every further step.
 */
const MAX_CHARACTERS = 40_000;

/** The limit of a tool whose limit is left alone, or left out by the model. */
export const TOOL_LIMIT = 10;

/** Whether an agent or an MCP client runs the node. n8n names the type of such a node so, in both majors. */
export function isTool({ type }: INode): boolean {
	return type.endsWith('Tool');
}

/**
 * A list as an agent is handed it: short enough to be read, and with a last item that says so when records
 * are left out.
 */
export class ToolAnswer {
	private recordsRead = 0;

	private characters = 0;

	/** @param limit how many records are wanted at most; Infinity for all */
	constructor(private readonly limit: number) {}

	/**
	 * Counts a page. A list that ends just at the limit is read on, to know whether there is more.
	 *
	 * @param records how many records the page has
	 * @param wanted those of them up to the limit, as they are going to be output
	 * @returns whether no further page is needed
	 */
	isFull(records: number, wanted: IDataObject[]): boolean {
		this.recordsRead += records;
		for (const record of wanted) this.characters += charactersOf(record);
		return this.recordsRead > this.limit || this.characters > MAX_CHARACTERS;
	}

	/**
	 * @param items for the records that were read, up to the limit
	 * @param listName what was listed, in the user's words, e.g. `courses`
	 */
	finish(items: INodeExecutionData[], listName: string): INodeExecutionData[] {
		const kept = items.slice(0, fitting(items));
		const note = this.noteOn(kept.length, kept.length < items.length, listName);
		const [first] = items;
		return note === undefined ? kept : [...kept, { ...first, json: { note } }];
	}

	private noteOn(kept: number, isTooLong: boolean, listName: string): string | undefined {
		if (kept === 0) return `No ${listName} match.`;
		const missing = this.recordsRead - kept;
		if (missing === 0) {
			// Together the records may be shorter than page by page; then it is not known how the list goes on.
			return this.characters > MAX_CHARACTERS
				? `There may be more ${listName} than are listed here. Narrow the filters.`
				: undefined;
		}
		const leftOut = `${missing} or more ${listName} are not listed here`;
		return isTooLong
			? `${leftOut}: the answer would be too long. Narrow the filters.`
			: `${leftOut}. Narrow the filters or raise the limit.`;
	}
}

/** How many of the items fit into an answer; always the first. */
function fitting(items: INodeExecutionData[]): number {
	let characters = 0;
	const last = items.findIndex(({ json }) => {
		characters += charactersOf(json);
		return characters > MAX_CHARACTERS;
	});
	return last === -1 ? items.length : Math.max(last, 1);
}

/** With the comma after it. */
function charactersOf(json: IDataObject): number {
	return JSON.stringify(json).length + 1;
}
