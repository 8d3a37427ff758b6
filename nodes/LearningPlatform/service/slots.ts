import { abortable, deferred } from '../values/promises';
import type { Client } from './client';

/** Many input items and executions may read lists at the same time. Each list may keep four pages of up to 0.5 MB. */
const SLOTS = 20;

/** An account's open lists, oldest first; only the first `SLOTS` lists are read. Lists that other lists wait for have their own slots. */
const openLists = () => {
	const none = (): ReturnType<typeof deferred<undefined>>[] => [];
	return { ordinary: none(), waitedFor: none() };
};

/** Waits until an account may read another list. @returns a function that frees the slot @throws `signal.reason` */
export async function takeListingSlot({
	account,
	isWaitedFor,
	signal,
}: Pick<Client, 'account' | 'isWaitedFor' | 'signal'>): Promise<() => void> {
	const lists = account.memory(openLists)[isWaitedFor ? 'waitedFor' : 'ordinary'];
	const turn = deferred<undefined>();
	const grant = () => lists.slice(0, SLOTS).at(-1)?.resolve(undefined);
	const release = () => {
		const at = lists.indexOf(turn);
		if (at !== -1) lists.splice(at, 1);
		grant();
	};
	lists.push(turn);
	grant();
	await abortable(turn.promise, signal).catch(() => {
		release();
		signal.throwIfAborted();
	});
	return release;
}
