import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { ListRecord, Sandbox, SandboxOptions } from '../../sandbox';
import { type NodeOptions, runNode } from '../harness';
import { jsonOf } from '../lists';
import { shortenWaits, startService } from '../service';

type Options = Omit<NodeOptions, 'parameters' | 'credential'>;

export const ofItem = (name: string) => `={{ $json.${name} }}`;

export const byId = (value: string) => ({ __rl: true, mode: 'id', value });

const MEMBERSHIP = {
	resource: 'group',
	groupId: byId(ofItem('groupId')),
	userId: byId(ofItem('userId')),
	role: ofItem('role'),
};

const ENROLLMENT = {
	resource: 'pathSession',
	userId: byId(ofItem('userId')),
	pathId: byId(ofItem('pathId')),
	sessionId: byId(ofItem('sessionId')),
};

/** The forms of the operations that write, whose values come from the input items. */
export const FORMS: Record<string, INodeParameters> = {
	upsert: {
		resource: 'user',
		mail: ofItem('mail'),
		fields: { firstName: ofItem('firstName'), job: ofItem('job'), phone: ofItem('phone') },
		groupId: byId(ofItem('groupId')),
	},
	update: { resource: 'user', userId: byId(ofItem('userId')), fields: { job: ofItem('job') } },
	addMember: MEMBERSHIP,
	removeMember: MEMBERSHIP,
	setMembers: MEMBERSHIP,
	enroll: ENROLLMENT,
	unenroll: ENROLLMENT,
	notInTable: { resource: 'user', mail: ofItem('mail') },
};

/** Runs a write operation for input rows. */
export async function write(
	credential: NodeOptions['credential'],
	operation: string,
	rows: IDataObject[],
	parameters: INodeParameters = {},
	options: Options = {},
) {
	const run = await runNode({
		credential,
		parameters: { operation, ...FORMS[operation], ...parameters },
		items: rows.map((json) => ({ json })),
		workflowSettings: { timezone: 'Europe/Paris' },
		...options,
	});
	return {
		...run,
		found: jsonOf(run.items),
		lines: run.log.map(({ message }) => message),
		/** The hints as plain text. */
		told: run.hints.map(({ message }) => message),
	};
}

/** Lets failed items continue, each with its own error. */
export const CONTINUE = { onError: 'continueRegularOutput' } as const;

/** An item's outcome; for a failed item, `!` and the error. */
export const outcomeOf = ({ outcome, error }: IDataObject): string =>
	error === undefined ? (outcome as string) : `!${error as string}`;

/**
 * A platform with two groups and three users: Ana, Ben (deleted), and Cem. Waits are short unless it limits the rate of
 * writes.
 */
export async function startPlatform(options: SandboxOptions = {}) {
	if (options.writesPerSecond === undefined) shortenWaits();
	const sizes = { courses: 1, users: 0, groups: 2, writesPerSecond: 0 };
	const sandbox = await startService({ ...sizes, ...options });
	const { catalogue } = sandbox;
	const [group, other = ''] = catalogue.list('groups').map(({ _id }) => _id);
	catalogue.update('groups', other, { name: 'Elsewhere' });
	const add = (firstName: string, more: Partial<ListRecord> = {}) => {
		const user = catalogue.add('users', {
			firstName,
			mail: `${firstName.toLowerCase()}@example.com`,
			status: 'active',
			job: 'Nurse',
			phone: '1',
			organization: undefined,
			username: undefined,
			toBeDeactivatedAt: undefined,
			...more,
		});
		catalogue.clear(`users/${user._id}/roles`);
		return user._id;
	};
	const [ana, ben, cem] = [add('Ana'), add('Ben', { status: 'deleted' }), add('Cem')];
	catalogue.add(`users/${ana}/roles`, { groupId: group, role: 'learner' });
	return { sandbox, group, other, ana, ben, cem, add };
}

/** Returns a service's write requests. */
export const writesTo = ({ journal }: Sandbox) =>
	journal.entries
		.filter(({ method, kind }) => method !== 'GET' && kind !== 'token')
		.map(({ method, url, body }) => ({
			line: `${method} ${url.replace('/api/v2/', '')}`,
			...(body !== '' && { body: JSON.parse(body) as unknown }),
		}));
