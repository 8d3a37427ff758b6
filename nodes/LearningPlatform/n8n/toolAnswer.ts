import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import { listed } from '../values/words';

/** The maximum length of an answer as JSON (about 10,000 tokens). A model rereads it at every step. */
const MAX_CHARACTERS = 40_000;

/** Space reserved for the note about omitted fields. */
const MAX_NOTE = 1_000;

/** Limits a search to about 30 seconds, at half a second per page: people will not wait longer for an agent. */
const MAX_PAGES_SEARCHED = 60;

/** The default limit in a tool, which also applies if the model omits Limit. */
export const TOOL_LIMIT = 10;

/** Returns true if an agent or an MCP client runs the node: n8n uses separate node types for tools. */
export function isTool({ type }: INode): boolean {
	return type.endsWith('Tool');
}

/** Shortens a list for an agent and adds a note at the end if records are missing. */
export class ToolAnswer {
	private readonly read = { matches: 0, characters: 0, pages: 0, records: 0 };

	/** True if the search stopped before the end of the list. */
	private isCut = false;

	/** @param limit Infinity for all records @param isSearch true if some pages may contain no match */
	constructor(
		private readonly limit: number,
		private readonly isSearch: boolean,
	) {}

	/**
	 * Adds a page and returns true if no further page is needed, not even to tell whether more records match.
	 *
	 * @param page `records` contains the matches, and `allRecords` contains all records on the page
	 * @param wanted the matches up to the limit, in output form
	 */
	isFull(
		page: { records: IDataObject[]; allRecords: IDataObject[]; next?: { state: string } },
		wanted: IDataObject[],
	): boolean {
		const { read } = this;
		read.matches += page.records.length;
		read.records += page.allRecords.length;
		read.pages += 1;
		for (const record of wanted) read.characters += charactersOf(record);
		if (read.matches > this.limit || read.characters > MAX_CHARACTERS) return true;
		const isLong = this.isSearch && read.pages >= MAX_PAGES_SEARCHED;
		this.isCut = isLong && page.next !== undefined && page.next.state !== 'end';
		return this.isCut;
	}

	/** @param items the records up to the limit @param nothing the note to add if no record matches */
	finish(
		items: INodeExecutionData[],
		listName: string,
		nothing = `No ${listName} match.`,
	): INodeExecutionData[] {
		const shown = items.slice(0, fitting(items)).map(boundedItem);
		const ifNone = shown.length === 0 ? nothing : undefined;
		const note = this.noteOn(shown.length, shown.length < items.length, listName) ?? ifNone;
		const [first] = items;
		return note === undefined ? shown : [...shown, { ...first, json: { note } }];
	}

	private noteOn(shown: number, isTooLong: boolean, listName: string): string | undefined {
		const { matches, characters, records } = this.read;
		const missing = matches - shown;
		const isMore = `${missing} or more ${listName} are not listed here`;
		if (missing > 0 && isTooLong) {
			return `${isMore}: the response would be too long. Narrow the filters.`;
		}
		if (missing > 0) return `${isMore}. Narrow the filters or raise the limit.`;
		// Items that seemed too long while the list was being read may fit in their final form.
		if (!this.isCut && characters <= MAX_CHARACTERS) return undefined;
		return `Only the first ${records} ${listName} were searched; there may be more. Narrow the filters.`;
	}
}

/** Shortens an item so that it fits into an answer: omits the longest fields and names them in a note. */
export function boundedItem(item: INodeExecutionData): INodeExecutionData {
	if (charactersOf(item.json) <= MAX_CHARACTERS) return item;
	const shortest = Object.entries(item.json)
		.map(([name, value]) => ({ name, length: charactersOf({ [name]: value }) }))
		.sort((a, b) => a.length - b.length);
	let characters = MAX_NOTE;
	const leftOut = shortest
		.filter(({ length }) => (characters += length) > MAX_CHARACTERS)
		.map(({ name }) => name);
	const fields = Object.entries(item.json).filter(([name]) => !leftOut.includes(name));
	const note = `These fields are left out because the response would be too long: ${listed(leftOut)}`;
	return { ...item, json: Object.fromEntries([...fields, ['note', note.slice(0, MAX_NOTE / 2)]]) };
}

/** Returns the number of items that fit into an answer (at least one). */
function fitting(items: INodeExecutionData[]): number {
	let characters = 0;
	const last = items.findIndex(({ json }) => {
		characters += charactersOf(json);
		return characters > MAX_CHARACTERS;
	});
	return last === -1 ? items.length : Math.max(last, 1);
}

/** Returns an item's length as JSON, including the comma after the item. */
function charactersOf(json: IDataObject): number {
	return JSON.stringify(json).length + 1;
}
