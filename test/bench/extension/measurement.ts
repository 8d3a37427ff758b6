const begun = new Map<string, { at: number; cpu: NodeJS.CpuUsage }>();

export function begin(run: string): void {
	begun.set(run, { at: performance.now(), cpu: process.cpuUsage() });
}

/**
 * Says what a run took since it began: ms of time, ms of CPU (all threads, garbage collection included), and the
 * most memory that this process has ever had resident, in MB.
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
