import { cellOf } from '../shape';
import { isObject } from '../values/fieldPath';
import { titleOf } from '../values/words';

/** Returns the header in words. Columns with the same words also show the field: "Name (name)" and "Name (_name)". */
export function headerInWords(columns: string[], labels: ReadonlyMap<string, string>): string[] {
	const titles = columns.map((name) => {
		const label = labels.get(name) ?? labels.get(name.replaceAll('_', '.'));
		// Without the hash that distinguishes columns whose names a table refuses.
		return label ?? (titleOf(name.replace(/__[\da-f]{8}$/, '')) || name);
	});
	const times = new Map<string, number>();
	for (const title of titles.map(lower)) times.set(title, (times.get(title) ?? 0) + 1);
	return titles.map((title, at) =>
		times.get(lower(title)) === 1 ? title : `${title} (${columns[at]})`,
	);
}

const lower = (text: string) => text.toLowerCase();

/** Names of status columns: `status`, `status.type`, `status_type`, `enrollmentStatus`. */
const IS_STATUS = /(^|[._])status([._]type)?$|Status$/;

/** Returns a value as people write it: a list as text, a status such as `notYetStarted` in words. */
export function valueInWords(name: string, value: unknown): unknown {
	if (Array.isArray(value)) {
		return value.some((entry) => typeof entry === 'object' && entry !== null)
			? value
			: cellOf(value);
	}
	if (!IS_STATUS.test(name)) return value;
	// The status of an enrollment may have a reason: {"type":"toRetake","reason":"mandatoryReplay"}.
	const words = (isObject(value) ? Object.values(value) : [value]).map(wordsOf);
	return words.length > 0 && words.every((one) => one !== undefined) ? words.join(', ') : value;
}

/** Returns e.g. "Not yet started" for `notYetStarted`; `undefined` if the value is not such a word. */
function wordsOf(value: unknown): string | undefined {
	if (typeof value !== 'string' || !/^[a-z]+([A-Z][a-z]+)*$/.test(value)) return undefined;
	const words = value.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
	return words.charAt(0).toUpperCase() + words.slice(1);
}
