/**
 * A stream of pseudo-random numbers (mulberry32). Each record has its own stream, so records can be generated in any
 * order.
 */
export class Random {
	constructor(private state: number) {}

	/** A number in [0, 1). */
	next(): number {
		this.state = (this.state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
	}

	/** Returns an integer in [0, bound). */
	below(bound: number): number {
		return Math.floor(this.next() * bound);
	}

	pick<T>(choices: readonly [T, ...T[]]): T {
		return choices[this.below(choices.length)] ?? choices[0];
	}

	/** Returns the entries in random order (Fisher-Yates). */
	shuffled<T>(entries: readonly T[]): T[] {
		const all = [...entries];
		for (let last = all.length - 1; last > 0; last--) {
			const at = this.below(last + 1);
			[all[last], all[at]] = [all[at] as T, all[last] as T];
		}
		return all;
	}

	/** Returns lowercase hexadecimal digits. */
	hex(digits: number): string {
		let text = '';
		while (text.length < digits) text += this.below(16).toString(16);
		return text;
	}
}

/** Returns the stream for a seed and an index; neighboring streams are unrelated. */
export function randomFor(seed: number, index: number): Random {
	return new Random(Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35));
}

/** Hashes a string (FNV-1a). */
export function hashOf(text: string): number {
	let hash = 0x811c9dc5;
	for (let index = 0; index < text.length; index++) {
		hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
	}
	return hash >>> 0;
}
