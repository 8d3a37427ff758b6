/** One figure over all repetitions of a run. */
export interface Series {
	median: number;
	min: number;
	max: number;
	samples: number[];
}

/** @throws Error without samples */
export function seriesOf(samples: number[]): Series {
	const sorted = [...samples].sort((left, right) => left - right);
	const [min, max] = [sorted[0], sorted.at(-1)];
	if (min === undefined || max === undefined) throw new Error('Nothing was measured.');
	const [lower = min, upper = max] = [
		sorted[Math.floor((sorted.length - 1) / 2)],
		sorted[Math.ceil((sorted.length - 1) / 2)],
	];
	return { median: (lower + upper) / 2, min, max, samples };
}
