import type { RequestKind, Sandbox } from '../../sandbox';

/** Waits for readings of a list to begin, so that all before the last of them are over: they never overlap. */
export async function readings(
	{ journal }: Sandbox,
	kind: RequestKind,
	count: number,
): Promise<void> {
	let begun = 0;
	journal.clear();
	await journal.waitFor((entry) => {
		if (entry.kind === kind && entry.page === 1) begun += 1;
		return begun === count;
	});
}
