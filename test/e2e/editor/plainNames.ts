import type { Sandbox } from '../../sandbox';

/** Characters that every machine's fonts include. */
const PLAIN = /^[\x20-\u017F\u2013]*$/;

/** Removes courses and groups whose names contain other characters, which pictures would show as boxes. */
export function keepPlainNames({ catalogue }: Sandbox): void {
	for (const list of ['courses', 'groups']) {
		for (const { _id, name } of catalogue.list(list)) {
			if (!PLAIN.test(String(name))) catalogue.remove(list, _id);
		}
	}
}
