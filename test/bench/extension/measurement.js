/** What Begin notes for the End of the same execution. */
const begun = new Map();

/** Notes the time and the CPU time that this process has used. */
exports.begin = (executionId) => {
	begun.set(executionId, { at: performance.now(), cpu: process.cpuUsage() });
};

/**
 * What has passed since Begin: ms of time, ms of CPU (all threads, garbage collection included), and the
 * most memory that this process has ever had resident, in MB.
 */
exports.end = (executionId, records) => {
	const { at, cpu } = begun.get(executionId);
	begun.delete(executionId);
	const { user, system } = process.cpuUsage(cpu);
	return {
		ms: performance.now() - at,
		cpuMs: (user + system) / 1000,
		peakMb: process.resourceUsage().maxRSS / 1024,
		records,
	};
};
