import { cellOf } from '../shape';
import { isObject } from '../values/fieldPath';
import { titleOf } from '../values/words';

/**
 * Names columns as people call them. Columns with the same name, whatever the case, have the names of their fields beside
 * it: "Name (name)" and "Name (_name)".
 *
 * @param labels by the path of a field, where the name does not follow from it
 */
export function headerInWords(columns: string[], labels: ReadonlyMap<string, string>): string[] {
	const titles = columns.map((name) => {
		const label = labels.get(name) ?? labels.get(name.replaceAll('_', '.'));
		// Without the end by which a row tells columns apart whose names a table does not take.
		return label ?? (titleOf(name.replace(/__[\da-f]{8}$/, '')) || name);
	});
	const times = new Map<string, number>();
	for (const title of titles.map(lower)) times.set(title, (times.get(title) ?? 0) + 1);
	return titles.map((title, at) =>
		times.get(lower(title)) === 1 ? title : `${title} (${columns[at]})`,
	);
}

const lower = (text: string) => text.toLowerCase();

/** The names of columns that hold a status: `status`, `status.type`, `status_type`, `enrollmentStatus`. */
const IS_STATUS = /(^|[._])status([._]type)?$|Status$/;

/** Returns the value of a column as people write it: a list as text, a status such as `notYetStarted` in words. */
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

/** Returns e.g. "Not yet started" for `notYetStarted`, and `undefined` for what is no such word. */
function wordsOf(value: unknown): string | undefined {
	if (typeof value !== 'string' || !/^[a-z]+([A-Z][a-z]+)*$/.test(value)) return undefined;
	const words = value.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
	return words.charAt(0).toUpperCase() + words.slice(1);
}
