import type { IDataObject } from 'n8n-workflow';

import { findKnownList } from '../catalog/knownLists';
import { nameLists, type NameList, type NameOwner, type NamesBesideIds } from '../catalog/names';
import { withFacts } from '../failures/failure';
import { readList, readOne, type ListClient } from '../list';
import { ListingLog } from '../n8n/log';
import { shareAmongItems } from '../n8n/sharedByItems';
import { idOf } from '../values/identity';
import { abortable } from '../values/promises';
import { idsToName, namedOf, NOBODY, withNames, type Named } from './beside';
import { batchLoader } from './loader';

/**
 * Adds names next to the IDs in records, once for all input items. The name of a missing or unreadable record is empty.
 *
 * @returns `addTo`, which throws Failure if no names can be read; `emptyNames`, each with its reason; and
 * `close`, which writes these names to n8n's log and must be called once
 */
export function namesFor(client: ListClient, wanted: NamesBesideIds) {
	const { account, context, log, maxRetries, network, stopSignal } = client;
	const key = ['names', account.fingerprint, maxRetries, network];
	const { value: loaders, release } = shareAmongItems(context, key, (stop) =>
		nameLoaders((owner) =>
			client.with({
				log: new ListingLog(context, `names of ${owner}`),
				stopSignal: stop(),
				isWaitedFor: true,
			}),
		),
	);
	const emptyNames = new Set<string>();
	const managersOf = (userId: string) => loaders.managers.get(userId) ?? [];
	const isGone = (of: NameOwner, id: string) => /^4(04|10)$/.test(loaders[of].failureOf(id) ?? '');

	async function load(of: NameOwner, ids: ReadonlySet<string>, asked = of): Promise<void> {
		await loaders[of].load(ids).catch((error: unknown) => {
			throw forLabels(error, asked);
		});
		noteFailures(of, ids);
		if (of === 'managers') await load('users', new Set([...ids].flatMap(managersOf)), of);
	}

	function noteFailures(of: NameOwner, ids: Iterable<string>): void {
		for (const id of ids) {
			const reason = loaders[of].failureOf(id);
			if (reason !== undefined) emptyNames.add(`${of} ${id} (${reason})`);
		}
	}

	function find(of: NameOwner, id: string): readonly Named[] {
		if (of !== 'managers') return [loaders[of].get(id) ?? NOBODY];
		return (
			managersOf(id)
				.map((user) => loaders.users.get(user) ?? NOBODY)
				// Deleted managers should not receive emails about their teams.
				.filter(({ isDeleted }) => !isDeleted)
		);
	}

	/** A missing record has no name; any other failure may be temporary. */
	function isUnread(of: NameOwner, id: string): boolean {
		if (loaders[of].failureOf(id) !== undefined) return !isGone(of, id);
		return of === 'managers' && managersOf(id).some((user) => isUnread('users', user));
	}

	return {
		addTo: async (records: IDataObject[]): Promise<IDataObject[]> => {
			const ids = idsToName(records, wanted);
			const loaded = Promise.all(
				[...ids].map(async (one) => {
					await load(...one);
				}),
			);
			await abortable(loaded, stopSignal);
			return records.map((record) => withNames(record, wanted, find, isUnread));
		},
		emptyNames: emptyNames as ReadonlySet<string>,
		/** Returns a function that finds a user by ID, or `undefined` if the user is missing. @throws Failure */
		findUsers: async (ids: ReadonlySet<string>) => {
			const { users } = loaders;
			await abortable(users.load(ids), stopSignal);
			// A user whose record cannot be read with these credentials still exists.
			const present = [...ids].filter((id) => !isGone('users', id));
			noteFailures('users', present);
			return (id: string) => users.get(id) ?? (isGone('users', id) ? undefined : NOBODY);
		},
		close: (): void => {
			release();
			log.namesEmpty([...emptyNames]);
		},
	};
}

/** Creates a loader for each kind of name. The loader for managers returns the IDs of other users. */
function nameLoaders(clientFor: (owner: NameOwner) => ListClient) {
	async function* entriesOf(list: NameList) {
		const client = clientFor(list);
		for await (const { records } of readList(client, { path: list }, { overlap: true })) {
			yield records.map((record) => [idOf(record) ?? '', namedOf(record)] as const);
		}
		client.log.ended('listed');
	}

	async function managersOf(userId: string): Promise<string[]> {
		const listing = { path: `users/${encodeURIComponent(userId)}/managers` };
		const ids: string[] = [];
		for await (const { records } of readList(clientFor('managers'), listing, { overlap: false })) {
			ids.push(...records.map((record) => idOf(record)).filter((id) => id !== undefined));
		}
		return ids;
	}

	const loaderOf = (list: NameList) =>
		batchLoader({
			one: async (id) =>
				namedOf(await readOne(clientFor(list), { path: list }, encodeURIComponent(id))),
			all: () => entriesOf(list),
		});
	const loaders = nameLists.map((list) => [list, loaderOf(list)]);
	const names = Object.fromEntries(loaders) as Record<NameList, ReturnType<typeof loaderOf>>;
	const check = async (userId: string) => {
		await names.users.load([userId]);
	};
	return { ...names, managers: batchLoader({ one: managersOf, check }) };
}

/** Adds to a failure which labels it leaves empty. */
function forLabels(error: unknown, kind: NameOwner): unknown {
	const { scope = '' } = findKnownList(kind === 'managers' ? 'users' : kind) ?? {};
	return withFacts(error, { purpose: { action: 'addLabels', kind, scope } });
}
