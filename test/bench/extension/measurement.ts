const begun = new Map<string, { at: number; cpu: NodeJS.CpuUsage }>();

export function begin(run: string): void {
	begun.set(run, { at: performance.now(), cpu: process.cpuUsage() });
}

/**
 * Returns the figures since a run began: time in ms, CPU time in ms (all threads and garbage collection), and this
 * process's peak resident memory in MB.
 */
export function end(run: string, records: number) {
	const start = begun.get(run);
	begun.delete(run);
	const { user, system } = process.cpuUsage(start?.cpu);
	return {
		ms: performance.now() - (start?.at ?? NaN),
		cpuMs: (user + system) / 1000,
		peakMb: process.resourceUsage().maxRSS / 1024,
		records,
	};
}
