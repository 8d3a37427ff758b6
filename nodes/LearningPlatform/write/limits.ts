/** Checks a limit. Some changes are always allowed: in a short table, a few are a large share. */
export const isOver = (count: number, always: number, [percent, all]: [number, number]) =>
	count > Math.max(always, Math.floor((all * percent) / 100));
