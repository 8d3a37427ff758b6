import type { IDataObject } from 'n8n-workflow';

import { labelLists, type LabelKind, type LabelsById } from '../catalog/labels';
import { withFacts } from '../failures/failure';
import { readList, readOne } from '../list';
import { ListingLog } from '../n8n/log';
import { shareAmongItems } from '../n8n/sharedByItems';
import type { Client } from '../service';
import { idOf, nameOf, recordId } from '../values/identity';
import { abortable } from '../values/promises';
import { idsToLabel, withLabels } from './label';
import { batchLoader } from './loader';

/** Returns the name, and for a person the email address, of a record. The platform still lists some deleted records. */
function labelOf(record: IDataObject) {
	const mail = typeof record.mail === 'string' ? record.mail : '';
	return { name: nameOf(record), mail, isDeleted: record.status === 'deleted' };
}

const NO_LABEL = labelOf({});

/**
 * Adds names next to the IDs in records, once for all input items with the same scopes. The name of a missing or unreadable record is empty.
 *
 * @returns `addTo`, which throws Failure if no names can be read; `emptyLabels`, each with its reason; and
 * `close`, which writes these names to n8n's log and must be called once
 */
export function openLabels(client: Client<ListingLog>, wanted: LabelsById) {
	const { account, context, form, log, maxRetries, network, stopSignal } = client;
	const key = ['names', account.fingerprint, maxRetries, network, form.scopes];
	const { value: loaders, release } = shareAmongItems(context, key, (stop) =>
		labelLoaders((kind) =>
			client.with({
				log: new ListingLog(context, `names of ${kind}`),
				stopSignal: stop(),
				isInternal: true,
			}),
		),
	);
	const emptyLabels = new Set<string>();
	const managersOf = (userId: string) => loaders.managers.get(userId) ?? [];
	const isGone = (kind: LabelKind, id: string) =>
		/^4(04|10)$/.test(loaders[kind].failureOf(id) ?? '');

	async function load(
		kind: LabelKind,
		ids: ReadonlySet<string>,
		requestedKind = kind,
	): Promise<void> {
		await loaders[kind].load(ids).catch((error: unknown) => {
			throw withFacts(error, { purpose: { action: 'addLabels', labelKind: requestedKind } });
		});
		noteFailures(kind, ids);
		if (kind === 'managers') await load('users', new Set([...ids].flatMap(managersOf)), kind);
	}

	function noteFailures(kind: LabelKind, ids: Iterable<string>): void {
		for (const id of ids) {
			const reason = loaders[kind].failureOf(id);
			if (reason !== undefined) emptyLabels.add(`${kind} ${id} (${reason})`);
		}
	}

	function find(kind: LabelKind, id: string) {
		if (kind !== 'managers') return [loaders[kind].get(id) ?? NO_LABEL];
		return (
			managersOf(id)
				.map((user) => loaders.users.get(user) ?? NO_LABEL)
				// Deleted managers should not receive emails about their teams.
				.filter(({ isDeleted }) => !isDeleted)
		);
	}

	/** A missing record has no name; any other failure may be temporary. */
	function isUnread(kind: LabelKind, id: string): boolean {
		if (loaders[kind].failureOf(id) !== undefined) return !isGone(kind, id);
		return kind === 'managers' && managersOf(id).some((user) => isUnread('users', user));
	}

	return {
		addTo: async (records: IDataObject[]): Promise<IDataObject[]> => {
			const ids = idsToLabel(records, wanted);
			const loaded = Promise.all(
				[...ids].map(async (one) => {
					await load(...one);
				}),
			);
			await abortable(loaded, stopSignal);
			return records.map((record) => withLabels(record, wanted, find, isUnread));
		},
		emptyLabels: emptyLabels as ReadonlySet<string>,
		/** Returns a function that finds a user by ID, or `undefined` if the user is missing. @throws Failure */
		findUsers: async (ids: ReadonlySet<string>) => {
			const { users } = loaders;
			await abortable(users.load(ids), stopSignal);
			// A user whose record cannot be read with these credentials still exists.
			const present = [...ids].filter((id) => !isGone('users', id));
			noteFailures('users', present);
			return (id: string) => users.get(id) ?? (isGone('users', id) ? undefined : NO_LABEL);
		},
		close: (): void => {
			release();
			const names = [...emptyLabels];
			const areDeleted = names.every((name) => name.endsWith('(404)'));
			log.write(areDeleted ? 'labelsDeleted' : 'labelsUnread', { names });
		},
	};
}

/** The loader for managers returns the IDs of other users. */
function labelLoaders(clientFor: (kind: LabelKind) => Client<ListingLog>) {
	async function* entriesOf(list: LabelKind) {
		const client = clientFor(list);
		for await (const { records } of readList(client, { path: list }, { readsAhead: true })) {
			yield records.map((record) => [recordId(record), labelOf(record)] as const);
		}
		client.log.write('labelsListed');
	}

	async function managersOf(userId: string): Promise<string[]> {
		const client = clientFor('managers');
		const listing = { path: `users/${encodeURIComponent(userId)}/managers` };
		const ids: string[] = [];
		for await (const { records } of readList(client, listing, { readsAhead: false })) {
			ids.push(...records.map((record) => idOf(record)).filter((id) => id !== undefined));
		}
		return ids;
	}

	const loaderOf = (list: LabelKind) =>
		batchLoader({
			readOne: async (id) =>
				labelOf(await readOne(clientFor(list), { path: list }, encodeURIComponent(id))),
			readPages: () => entriesOf(list),
		});
	const loaders = labelLists.map((list) => [list, loaderOf(list)]);
	const names = Object.fromEntries(loaders) as Record<LabelKind, ReturnType<typeof loaderOf>>;
	const check = async (userId: string) => {
		await names.users.load([userId]);
	};
	return { ...names, managers: batchLoader({ readOne: managersOf, check }) };
}
