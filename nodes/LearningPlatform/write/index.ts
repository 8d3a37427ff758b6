/** The operations that write: users and members of groups. Each operation looks first, and sends only what differs. */
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Resource } from '../catalog/resources';
import { readForm, readRequestOptions, type Form, type ReadParameter } from '../form';
import { ListingLog } from '../n8n/log';
import { failedItem } from '../n8n/nodeError';
import { CREDENTIAL_TYPE, fingerprintOf, readCredentialFields } from '../token';
import { markAsHandled } from '../values/promises';
import { membershipForm, updateForm, upsertForm } from './form';
import { addMember, readRoles, removeMember } from './members';
import type { Input } from './send';
import { findUsers, foldMail, readUser, updateUser, upsertUser } from './users';

type InputOf<F extends Form> = Input<ReturnType<typeof readForm<F>>>;

interface WriteRow<F extends Form, Known> {
	name: string;
	value: string;
	resource: 'group' | 'user';
	action: string;
	description: string;
	form: F;
	/** The subject of an item: items with the same subject are looked up once. */
	keyOf: (entry: InputOf<F>['entry']) => string;
	/** @param together the items that are looked up at once; all have the same credential */
	look: (together: readonly InputOf<F>[]) => (input: InputOf<F>) => Promise<Known>;
	/** Writes the differences from the known state, and updates that state. @returns the record and its outcome */
	perform: (input: InputOf<F>, known: Known) => Promise<IDataObject>;
}

/** The operations that write, in the order of the menu. */
export const writeOperations = [
	operationOf({
		...{ name: 'Add Member', value: 'addMember', resource: 'group', form: membershipForm },
		action: 'Add member to group',
		description: 'Give a user a role in a group, unless the user has it already',
		keyOf: ({ userId }) => userId,
		look: () => readRoles,
		perform: addMember,
	}),
	operationOf({
		...{ name: 'Remove Member', value: 'removeMember', resource: 'group', form: membershipForm },
		action: 'Remove member from group',
		description:
			'Take a role in a group from a user. With the role Learner, the platform also takes it in the public groups below.',
		keyOf: ({ userId }) => userId,
		look: () => readRoles,
		perform: removeMember,
	}),
	operationOf({
		...{ name: 'Create or Update', value: 'upsert', resource: 'user', form: upsertForm },
		action: 'Create or update user',
		description: 'Find a user by email, and create, restore or update the user if anything differs',
		keyOf: ({ mail }) => foldMail(mail),
		look: findUsers,
		perform: upsertUser,
	}),
	operationOf({
		...{ name: 'Update', value: 'update', resource: 'user', form: updateForm },
		action: 'Update user',
		description: 'Change the fields of a user that differ, e.g. the date of deactivation',
		keyOf: ({ userId }) => userId,
		look: () => readUser,
		perform: updateUser,
	}),
];

function operationOf<F extends Form, Known>(row: WriteRow<F, Known>) {
	const { name, value, resource, action, description, form } = row;
	return {
		...{ name, value, action: () => action, description: () => description, form: () => form },
		isFor: (one: Resource) => one.value === resource,
		execute: async (context: IExecuteFunctions) => await writeItems(context, row),
	};
}

/** Items looked up together, before the first of them writes: their emails make a query of 4,000 characters. */
const TOGETHER = 50;

async function writeItems<F extends Form, Known>(
	context: IExecuteFunctions,
	row: WriteRow<F, Known>,
): Promise<INodeExecutionData[][]> {
	const log = new ListingLog(context, `${row.resource}s`);
	const items: INodeExecutionData[] = [];
	const counts: Record<string, number> = {};
	const inputs: InputOf<F>[] = [];
	const known = new Map<string, Promise<Known>>();
	const keyOf = ({ account, entry }: InputOf<F>) => `${account} ${row.keyOf(entry)}`;
	// All forms, before the first item writes.
	for (const itemIndex of context.getInputData().keys()) {
		try {
			inputs.push(await readInput(context, row.form, log, itemIndex));
		} catch (error) {
			items[itemIndex] = failedItem(context, error, log, itemIndex);
		}
	}
	while (inputs.length > 0) {
		const isOther = ({ account }: InputOf<F>) => account !== inputs[0]?.account;
		const others = inputs.findIndex((input, at) => at === TOGETHER || isOther(input));
		const some = inputs.splice(0, others === -1 ? inputs.length : others);
		const look = row.look(some);
		for (const input of some) {
			if (known.has(keyOf(input))) continue;
			const found = look(input);
			markAsHandled(found);
			known.set(keyOf(input), found);
		}
		for (const input of some) {
			const { entry, itemIndex } = input;
			try {
				const json = await row.perform(input, await (known.get(keyOf(input)) ?? look(input)));
				const { dryRun } = entry.options as { dryRun: boolean };
				items[itemIndex] = {
					json: { ...json, ...(dryRun && { dryRun }) },
					pairedItem: { item: itemIndex },
				};
				counts[json.outcome as string] = (counts[json.outcome as string] ?? 0) + 1;
			} catch (error) {
				items[itemIndex] = failedItem(context, error, log, itemIndex);
			}
		}
	}
	log.wrote(items.length, counts);
	return [items];
}

async function readInput<F extends Form>(
	context: IExecuteFunctions,
	form: F,
	log: ListingLog,
	itemIndex: number,
): Promise<InputOf<F>> {
	const parameter: ReadParameter = (name, ifLeftOut) =>
		context.getNodeParameter(name, itemIndex, ifLeftOut);
	const entry = readForm(form, parameter, context);
	const network = readRequestOptions(parameter);
	const credential = await context.getCredentials(CREDENTIAL_TYPE, itemIndex);
	const account = fingerprintOf(readCredentialFields(credential));
	return { context, itemIndex, network, log, entry, account };
}
