import type { OpenApi } from './openapi';

/** Returns the event types in a document: the names of its webhooks and all values of `eventType`. */
export function eventTypesIn(document: OpenApi): string[] {
	const found = new Set(Object.keys(document.webhooks ?? {}));
	const [seen, seenAsEventType] = [new Set(), new Set()];
	const look = (value: unknown, isEventType: boolean): void => {
		const visited = isEventType ? seenAsEventType : seen;
		if (typeof value !== 'object' || value === null || visited.has(value)) return;
		visited.add(value);
		const isParameter = 'name' in value && value.name === 'eventType';
		for (const [key, part] of Object.entries(value) as [string, unknown][]) {
			const isType = isEventType || isParameter || key === 'eventType';
			if (isType && key === 'enum') for (const type of part as string[]) found.add(type);
			look(part, isType);
		}
	};
	look(document, false);
	return [...found];
}

/**
 * Returns the event types in a text: words joined by dots that end in a past participle or in the last word of a known
 * event type.
 */
export function eventTypesInText(text: string, known: readonly string[]): string[] {
	const lastWord = (type: string) => type.slice(type.lastIndexOf('.') + 1);
	const ends = new Set(known.map(lastWord));
	const found = text.match(/(?<![\w./@-])[a-z]+(?:\.[a-z]+)+(?![\w/@-])/g) ?? [];
	return found.filter((name) => /[a-z]ed$/.test(name) || ends.has(lastWord(name)));
}
