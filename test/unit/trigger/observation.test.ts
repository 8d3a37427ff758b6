import type { TriggerEvent } from '../../../nodes/LearningPlatform/trigger/events';
import { observe } from '../../../nodes/LearningPlatform/trigger/observation';

type Settings = Parameters<typeof observe>[3];

const settings: Settings = {
	ignoreFields: new Set(),
	triggerOn: new Set<TriggerEvent>(['completed', 'failed', 'late']),
	passingScore: 0,
	onlyFirst: false,
	completionIdentity: ['userId', 'pathId'],
};

const completedAt = '2026-01-31T09:00:00.000Z';

const milestone = (record: object, others: Partial<Settings> = {}) => {
	const { _id = 'e', ...fields } = record as { _id?: string };
	return observe({ _id, ...fields }, _id, new Set(), { ...settings, ...others }).milestone;
};

it('ignored fields do not change the hash', () => {
	const updated = { ...settings, triggerOn: new Set(['updated' as const]) };
	const ignored = new Set(['views', '_id']);
	const records = [{ a: 1, _id: 7 }, { a: 1, views: 7, _id: '7' }, { a: 2 }];
	const [one, same, other] = records.map((record) => observe(record, '7', ignored, updated).hash);
	expect([one === same, one === other]).toEqual([true, false]);
});

const enrolled = (type: string) => ({ status: { type }, completedAt });

it.each([
	['a lower score does not count', 79, undefined],
	['a score of exactly 80 counts', 80, 'completed'],
	['a score given as text counts', '85,00 %', 'completed'],
	['a missing score does not count yet', undefined, undefined],
	['a score of null does not count yet', null, undefined],
])('with a Passing Score of 80, %s', (_, score, event) => {
	expect(milestone({ completedAt, score }, { passingScore: 80 })?.event).toBe(event);
});

it.each([
	['successful', 'completed'],
	['unsuccessful', undefined],
	['late', undefined],
])('the status %s of a learner who is no longer enrolled is the milestone %s', (type, event) => {
	expect(milestone({ ...enrolled(type), unenrolledAt: completedAt })?.event).toBe(event);
});

it('Passing Score does not apply to failures', () => {
	expect(milestone(enrolled('unsuccessful'), { passingScore: 80 })?.event).toBe('failed');
});

describe('two records produce', () => {
	const first = { _id: '1', userId: '7', pathId: 'p', completedAt };
	const second = { ...first, _id: '2' };

	it.each<[what: string, other: object, onlyFirst: boolean, milestones: number]>([
		['two milestones for two attempts', second, false, 2],
		['one milestone for two versions of one attempt', { ...first, score: 1 }, false, 1],
		['two milestones for two events in an enrollment', { ...first, ...enrolled('late') }, false, 2],
		['one milestone for two attempts with Only the First', second, true, 1],
		['one milestone for a learner whose ID became a number', { ...second, userId: 7 }, true, 1],
		['two milestones for two learners', { ...second, userId: 'ben' }, true, 2],
		['two milestones for two paths', { ...second, pathId: 'q' }, true, 2],
		['two milestones for two events', { ...second, ...enrolled('unsuccessful') }, true, 2],
	])('%s', (_, other, onlyFirst, count) => {
		const keys = [first, other].map((record) => milestone(record, { onlyFirst })?.key);
		expect(new Set(keys).size).toBe(count);
	});

	it.each([undefined, null, ''])('two milestones if their path is %j', (pathId) => {
		const records = [first, second].map((record) => ({ ...record, pathId }));
		const keys = records.map((record) => milestone(record, { onlyFirst: true })?.key);
		expect(new Set(keys).size).toBe(2);
	});

	it('two milestones in an unknown list', () => {
		const asked = { onlyFirst: true, completionIdentity: [] };
		const keys = [first, second].map((record) => milestone(record, asked)?.key);
		expect(new Set(keys).size).toBe(2);
	});
});
