import { canonicalJson, shortHash } from '../../../nodes/LearningPlatform/values/hash';
import type { Sandbox } from '../../sandbox';
import { startService } from '../service';
import { allEvents, Poller, polledOnce } from './poller';

let sandbox: Sandbox;

beforeEach(async () => {
	sandbox = await startService({ courses: 20, groups: 2 });
});

const byPath = (value: string) => ({ __rl: true, mode: 'path', value });
const other = (listPath: string, options = {}) => ({
	resource: 'other',
	listPath: byPath(listPath),
	...allEvents,
	options,
});

const groupId = () => sandbox.catalogue.records('groups').at(0)._id;

describe('memberships, which two fields identify together', () => {
	it('are told apart, since a user can have two of them', async () => {
		const path = `groups/${groupId()}/roles`;
		const poller = await polledOnce(sandbox, other(path));
		const { catalogue } = sandbox;
		const [first, second] = catalogue.list(path);
		const userId = String(first?.userId);
		const added = catalogue.add(path, { userId, role: 'another' });
		expect(await poller.emitted()).toMatchObject([
			{ triggerEvent: 'added', userId, role: 'another', groupId: groupId() },
		]);
		catalogue.remove(path, added._id);
		catalogue.remove(path, second?._id ?? '');
		const ofGroup = { groupId: groupId(), triggerTime: expect.any(String) as string };
		expect(await poller.emittedInTwo()).toEqual([
			{
				triggerEvent: 'removed',
				userId: second?.userId,
				role: second?.role,
				...ofGroup,
			},
			{ triggerEvent: 'removed', userId, role: 'another', ...ofGroup },
		]);
	});

	it('without one of the fields are an error that names it', async () => {
		const path = `groups/${groupId()}/roles`;
		const poller = new Poller(sandbox, other(path, { idField: 'userId, rank' }));
		const { error } = await poller.run();
		expect(error).toMatchObject({
			message: 'A record of the list has no ID, so its changes cannot be tracked',
			description: expect.stringContaining('has no "rank". It has userId, role') as string,
		});
	});
});

it.each([
	['raw', 'userId role groupId groupName'],
	['row', 'recordId userId role groupId groupName'],
])(
	'a membership has its group with the output %s, which is no change of it',
	async (output, fields) => {
		const path = `groups/${groupId()}/roles`;
		const poller = await polledOnce(sandbox, { ...other(path, { addNames: ['groups'] }), output });
		// What is remembered of a record is what the service sends.
		for (const record of sandbox.catalogue.shown(path)) {
			const remembered = shortHash(canonicalJson(record, new Set()), 6);
			expect(poller.state.records).toContain(remembered);
		}
		sandbox.catalogue.add(path, { userId: 'f'.repeat(24), role: 'coach' });
		const [item = {}] = await poller.emitted();
		expect(item).toMatchObject({ groupId: groupId(), groupName: expect.any(String) as string });
		expect(Object.keys(item).join(' ')).toContain(fields);
	},
);

it('a list of bare IDs is followed', async () => {
	const path = `groups/${groupId()}/library/course-ids`;
	const poller = await polledOnce(sandbox, other(path));
	const { _id } = sandbox.catalogue.add(path);
	expect(await poller.events()).toEqual([['added', _id]]);
});

it('a login is no change of a user, unless Ignore Fields says otherwise', async () => {
	const followed = await polledOnce(sandbox, other('users'));
	const strict = await polledOnce(sandbox, other('users', { ignoreFields: 'none' }));
	const { _id } = sandbox.catalogue.records('users').at(0);
	sandbox.catalogue.update('users', _id, { lastLoginDate: '2030-01-01T00:00:00.000Z' });
	expect(await followed.events()).toEqual([]);
	expect(await strict.events()).toEqual([['updated', _id]]);
});

it('another list is another beginning', async () => {
	const poller = await polledOnce(sandbox, other('tags'));
	poller.parameters = other('skills');
	expect(await poller.events()).toEqual([]);
});
