import type { IDataObject } from 'n8n-workflow';

import { quoted, type GroupRef } from '../form';
import { foldBlanks } from '../values/cells';
import { asProblem, impossible, isProblem, type Problem } from './problems';
import { recordId } from './records';

/** The groups that a run has looked up. */
export class Groups {
	private all: readonly IDataObject[] = [];

	private readonly ids = new Map<string, string | Problem>();

	/** @param read reads all groups, at most once */
	constructor(private readonly read: () => Promise<readonly IDataObject[]>) {}

	/** Finds the IDs of groups that are given by name. One list contains them all. */
	async find(refs: readonly (GroupRef | undefined)[]): Promise<void> {
		const named = refs.filter((ref) => ref?.by === 'name') as GroupRef[];
		await Promise.all(
			named.map(async (ref) => {
				this.ids.set(foldBlanks(ref.value), await this.idNamed(ref.value).catch(asProblem));
			}),
		);
	}

	/** Returns the ID of a group after `find`, or why there is none. */
	idOf({ by, value }: GroupRef): string | Problem {
		return by === 'id' ? value : (this.ids.get(foldBlanks(value)) ?? impossible('unknownGroup'));
	}

	/** Does the same. @throws Problem if there is none */
	get(ref: GroupRef): string {
		const id = this.idOf(ref);
		if (isProblem(id)) throw id;
		return id;
	}

	private async idNamed(value: string): Promise<string> {
		const groups = await this.readAll();
		const nameOf = ({ name }: IDataObject) => foldBlanks(typeof name === 'string' ? name : '');
		const name = foldBlanks(value);
		const exact = groups.filter((group) => nameOf(group) === name);
		const folded = groups.filter((group) => nameOf(group).toLowerCase() === name.toLowerCase());
		const [group, ...others] = exact.length > 0 ? exact : folded;
		if (!group) throw impossible('unknownGroup', `The name is ${quoted(value)}.`);
		if (others.length === 0) return recordId(group);
		const parents = [group, ...others].map((one) => {
			const parent = groups.find((other) => recordId(other) === one.parentId);
			return `"${nameOf(one)}" ${parent ? `in "${nameOf(parent)}" ` : ''}(${recordId(one)})`;
		});
		throw impossible('severalGroups', `These are ${parents.join(', ')}.`);
	}

	/** Reads all groups, once. */
	async readAll(): Promise<readonly IDataObject[]> {
		this.all = await this.read();
		return this.all;
	}

	/** Returns the public groups below a group, which its learners leave as well, if the groups have been read. */
	publicBelow(id: string): string[] {
		const below = [id];
		for (const parent of below) {
			const children = this.all.filter((group) => group.parentId === parent && group.public);
			below.push(...children.map(recordId).filter((own) => !below.includes(own)));
		}
		return below.slice(1);
	}
}
