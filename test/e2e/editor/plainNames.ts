import type { Sandbox } from '../../sandbox';

/** What the fonts of any machine can write, so that pictures show no boxes. */
const PLAIN = /^[\x20-\u017F\u2013]*$/;

/** Removes the courses and groups whose names a picture could not show. */
export function keepPlainNames({ catalogue }: Sandbox): void {
	for (const list of ['courses', 'groups']) {
		for (const { _id, name } of catalogue.list(list)) {
			if (!PLAIN.test(String(name))) catalogue.remove(list, _id);
		}
	}
}
