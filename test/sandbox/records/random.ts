/** A stream of pseudo-random numbers that is cheap to start: one is started per record. */
export interface Random {
	/** A number in [0, 1). */
	next(): number;
	/** A whole number in [0, bound). */
	below(bound: number): number;
	pick<T>(choices: readonly [T, ...T[]]): T;
	/** Lower-case hexadecimal digits. */
	hex(digits: number): string;
}

/**
 * Starts the stream that belongs to a seed and an index (mulberry32 over a mixed start value).
 * Neighbouring indexes give unrelated streams, so records can be generated in any order.
 */
export function randomFor(seed: number, index: number): Random {
	let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35);
	const next = (): number => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
	};
	const below = (bound: number): number => Math.floor(next() * bound);
	return {
		next,
		below,
		pick: (choices) => choices[below(choices.length)] ?? choices[0],
		hex: (digits) => {
			let text = '';
			while (text.length < digits) text += below(0x10000).toString(16).padStart(4, '0');
			return text.slice(0, digits);
		},
	};
}
