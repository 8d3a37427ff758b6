import type { HostileText } from './hostileTexts';

/** Short texts first: an expression that tries all combinations would never finish a long one. */
const LENGTHS = [20, 28, 40, 56, 80, 110, 150, 200, 1_600, 12_800, 102_400];

/** Times below these prove nothing. */
const MIN_SLOW_MS = 10;
const MIN_FAST_MS = 0.05;

/** If time grows with the square of the length, a character of the longest text takes at least 64 times as long. */
const MAX_GROWTH = 8;

const ATTEMPTS = 3;

/**
 * Returns true if a character of a long text takes much more time than a character of a short text. Other programs
 * cannot change the result: only CPU time counts, and only the shortest of several measurements.
 */
export function growsTooFast(
	{ source, flags }: RegExp,
	{ start, repeated, end }: HostileText,
	maxLength: number,
): boolean {
	// Also searches the rest of the text after each match, as some callers do.
	const everywhere = new RegExp(source, [...new Set(`${flags}g`)].join(''));
	let msPerCharacter = 0;
	for (const length of LENGTHS.filter((one) => one <= maxLength)) {
		const text = start + repeated.repeat(Math.ceil(length / repeated.length)) + end;
		const maxMs = Math.max(MIN_SLOW_MS, MAX_GROWTH * msPerCharacter * length);
		let ms = Infinity;
		for (let attempt = 0; attempt < ATTEMPTS && ms > maxMs; attempt += 1) {
			ms = Math.min(
				ms,
				cpuMs(() => text.replace(everywhere, '')),
			);
		}
		if (ms > maxMs) return true;
		const own = Math.max(ms, MIN_FAST_MS) / length;
		msPerCharacter = Math.min(own, msPerCharacter || own);
	}
	return false;
}

function cpuMs(run: () => unknown): number {
	const before = process.cpuUsage();
	run();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1_000;
}
