import type { IDataObject } from 'n8n-workflow';

import { quoted, type GroupRef } from '../form';
import { foldBlanks } from '../values/cells';
import { groupedBy } from '../values/grouped';
import { foldId, recordId } from '../values/identity';
import { asRowError, isRowError, rowError, type RowError } from './rowErrors';

/** The groups that a run has looked up. */
export class Groups {
	private all: readonly IDataObject[] = [];

	private byId: ReadonlyMap<string, IDataObject> = new Map();

	private byParent: ReadonlyMap<string, readonly IDataObject[]> = new Map();

	private readonly ids = new Map<string, string | RowError>();

	/** @param read reads all groups, at most once */
	constructor(private readonly read: () => Promise<readonly IDataObject[]>) {}

	/** Finds the IDs of groups that are given by name. One list contains them all. @param parentId the only group below which to look */
	async find(refs: readonly (GroupRef | undefined)[], parentId?: string): Promise<void> {
		const named = refs.flatMap((ref) => (ref?.by === 'name' ? ref.value : []));
		await Promise.all(
			[...new Set(named)].map(async (name) => {
				this.ids.set(foldBlanks(name), await this.idNamed(name, parentId).catch(asRowError));
			}),
		);
	}

	/** Returns the ID of a group after `find`, or why there is none. */
	idOf({ by, value }: GroupRef): string | RowError {
		return by === 'id' ? value : (this.ids.get(foldBlanks(value)) ?? rowError('unknownGroup'));
	}

	/** @throws RowError if `find` has found no group */
	get(ref: GroupRef): string {
		const id = this.idOf(ref);
		if (isRowError(id)) throw id;
		return id;
	}

	private async idNamed(value: string, parentId?: string): Promise<string> {
		const all = await this.readAll();
		const groups = parentId === undefined ? all : this.below(parentId);
		const nameOf = ({ name }: IDataObject) => foldBlanks(typeof name === 'string' ? name : '');
		const name = foldBlanks(value);
		const exact = groups.filter((group) => nameOf(group) === name);
		const folded = groups.filter((group) => nameOf(group).toLowerCase() === name.toLowerCase());
		const [group, ...duplicates] = exact.length > 0 ? exact : folded;
		const where =
			parentId === undefined ? '' : ', and the group must be directly below Groups Under';
		if (!group) throw rowError('unknownGroup', `The name is ${quoted(value)}${where}.`);
		if (duplicates.length === 0) return recordId(group);
		const parents = [group, ...duplicates].map((namesake) => {
			const parent = all.find((other) => recordId(other) === namesake.parentId);
			return `"${nameOf(namesake)}" ${parent ? `in "${nameOf(parent)}" ` : ''}(${recordId(namesake)})`;
		});
		throw rowError('severalGroups', `These are ${parents.join(', ')}.`);
	}

	async readAll(): Promise<readonly IDataObject[]> {
		const all = await this.read();
		if (this.all === all) return all;
		this.byId = new Map(all.map((group) => [foldId(recordId(group)), group]));
		this.byParent = groupedBy(all, ({ parentId }) => foldId(parentId as string));
		this.all = all;
		return all;
	}

	/** Returns the groups directly below a group, if the groups have been read. */
	below(id: string): readonly IDataObject[] {
		return this.byParent.get(foldId(id)) ?? [];
	}

	/** Returns the public groups below a group, which its learners leave as well, if the groups have been read. */
	publicBelow(id: string): string[] {
		const below = new Set([id]);
		for (const parent of below) {
			for (const group of this.below(parent)) if (group.public) below.add(recordId(group));
		}
		return [...below].slice(1);
	}

	/** Returns the groups above a public group that its learners join as well, up to the first private one, if the groups have been read. */
	joinedAbove(id: string): string[] {
		const joined = [id];
		for (const groupId of joined) {
			const group = this.byId.get(foldId(groupId));
			const parentId = group?.public ? group.parentId : undefined;
			if (typeof parentId === 'string' && !joined.includes(parentId)) joined.push(parentId);
		}
		return joined.slice(1);
	}
}
