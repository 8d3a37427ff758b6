import type { Sandbox } from '../../sandbox';
import { byPath } from '../lists';
import { startService } from '../service';
import { allEvents, polledOnce } from './poller';

let sandbox: Sandbox;

beforeEach(async () => {
	sandbox = await startService({ courses: 20, groups: 2 });
});

const other = (listPath: string, options = {}) => ({
	resource: 'other',
	listPath: byPath(listPath),
	...allEvents,
	options,
});

const groupId = () => sandbox.catalogue.records('groups').at(0)._id;

it('two fields together identify a membership because a user can have two memberships', async () => {
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
	await poller.emitted();
	expect(await poller.emitted()).toEqual([
		{
			triggerEvent: 'removed',
			userId: second?.userId,
			role: second?.role,
			...ofGroup,
		},
		{ triggerEvent: 'removed', userId, role: 'another', ...ofGroup },
	]);
});
