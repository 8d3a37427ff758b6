/** The operations that change users and group members. Each reads the current state and sends only the differences. */
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Resource } from '../catalog/resources';
import { parameterOf, readForm, readRequestOptions, type Field, type Form } from '../form';
import { ListingLog } from '../n8n/log';
import { failedItem } from '../nodeErrors';
import { openClient } from '../service';
import { markAsHandled } from '../values/promises';
import { memberAddition, memberRemoval } from './members';
import { onceARun, type Input } from './send';
import { update, upsert } from './users';

type WriteForm = Form & { options: Field<Input['entry']['options'] & { maxRetries: number }> };

type InputOf<F extends WriteForm> = Input<ReturnType<typeof readForm<F>>>;

interface WriteRow<F extends WriteForm, Known> {
	name: string;
	value: string;
	resource: 'group' | 'user';
	action: string;
	description: string;
	form: F;
	/** Returns the key of a lookup. Items with the same key share one lookup. */
	subjectOf: (entry: InputOf<F>['entry']) => string;
	/** @param together the items in the same lookup */
	look: (input: InputOf<F>, together: readonly InputOf<F>[]) => Promise<Known>;
	/** Sends the differences and updates the known state. @returns the record and its outcome */
	perform: (input: InputOf<F>, known: Known) => Promise<IDataObject>;
}

export const writeOperations = [
	operationOf({
		...{ name: 'Add Member', value: 'addMember', resource: 'group', ...memberAddition },
		action: 'Add member to group',
		description: 'Give a user a role in a group, unless the user already has it',
	}),
	operationOf({
		...{ name: 'Remove Member', value: 'removeMember', resource: 'group', ...memberRemoval },
		action: 'Remove member from group',
		description:
			"Remove a user's role in a group. If the role is Learner, the platform also removes the role in public subgroups.",
	}),
	operationOf({
		...{ name: 'Create or Update', value: 'upsert', resource: 'user', ...upsert },
		action: 'Create or update user',
		description:
			'Find a user by email, and create, restore, or update the user if anything differs',
	}),
	operationOf({
		...{ name: 'Update', value: 'update', resource: 'user', ...update },
		action: 'Update user',
		description: 'Change the user fields that differ, e.g. the deactivation date',
	}),
];

function operationOf<F extends WriteForm, Known>(row: WriteRow<F, Known>) {
	const { name, value, resource, action, description, form } = row;
	return {
		...{ name, value, action: () => action, description: () => description, form: () => form },
		isFor: (one: Resource) => one.value === resource,
		execute: async (context: IExecuteFunctions) => await writeItems(context, row),
	};
}

/** The number of items looked up together: their email addresses form a query of about 4,000 characters. */
const TOGETHER = 50;

async function writeItems<F extends WriteForm, Known>(
	context: IExecuteFunctions,
	{ resource, form, subjectOf, look, perform }: WriteRow<F, Known>,
): Promise<INodeExecutionData[][]> {
	const log = new ListingLog(context, `${resource}s`);
	const known: Input['known'] = new Map();
	const items: INodeExecutionData[] = [];
	const counts: Record<string, number> = {};
	const inputs: InputOf<F>[] = [];
	// Read all forms first: an invalid one stops the run before anything is written.
	for (const itemIndex of context.getInputData().keys()) {
		try {
			const parameter = parameterOf(context, itemIndex);
			const entry = readForm(form, parameter, context);
			const network = readRequestOptions(parameter);
			const { maxRetries } = entry.options;
			const options = { itemIndex, network, maxRetries, log, isWaitedFor: true };
			inputs.push({ client: await openClient(context, options), itemIndex, known, entry });
		} catch (error) {
			items[itemIndex] = failedItem(context, error, log, itemIndex);
		}
	}
	while (inputs.length > 0) {
		const some = inputs.splice(0, TOGETHER);
		const lookUp = async (input: InputOf<F>) =>
			await onceARun(input, subjectOf(input.entry), async () => await look(input, some));
		const found = some.map((input) => ({ input, state: lookUp(input) }));
		for (const { state } of found) markAsHandled(state);
		for (const { input, state } of found) {
			const { itemIndex } = input;
			try {
				const record = await perform(input, await state);
				const { dryRun } = input.entry.options;
				const json = { ...record, ...(dryRun && { dryRun }) };
				items[itemIndex] = { json, pairedItem: { item: itemIndex } };
				const outcome = record.outcome as string;
				counts[outcome] = (counts[outcome] ?? 0) + 1;
			} catch (error) {
				items[itemIndex] = failedItem(context, error, log, itemIndex);
			}
		}
	}
	log.write('wrote', { items: items.length, counts });
	return [items];
}
