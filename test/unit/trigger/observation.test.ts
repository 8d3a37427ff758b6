import type { TriggerEvent } from '../../../nodes/LearningPlatform/trigger/changes';
import { observe } from '../../../nodes/LearningPlatform/trigger/observation';

type Settings = Parameters<typeof observe>[3];

const settings: Settings = {
	ignoreFields: new Set(),
	triggerOn: new Set<TriggerEvent>(['completed', 'failed', 'late']),
	passingScore: 0,
	onlyFirst: false,
	completionOf: ['userId', 'pathId'],
};

const completedAt = '2026-01-31T09:00:00.000Z';

const milestone = (record: object, others: Partial<Settings> = {}) => {
	const { _id = 'e', ...fields } = record as { _id?: string };
	return observe({ _id, ...fields }, _id, new Set(), { ...settings, ...others }).milestone;
};

it.each<[what: string, triggerOn: TriggerEvent[], hash: unknown]>([
	['nothing of records for milestones', ['completed'], undefined],
	['that it is there for additions and removals', ['added', 'removed'], ''],
	['its contents for updates', ['updated'], expect.stringMatching(/^.{6}$/)],
])('a poll sees of a record %s', (_, triggerOn, hash) => {
	const asked = { ...settings, triggerOn: new Set(triggerOn) };
	expect(observe({ _id: 'e' }, 'e', new Set(), asked)).toEqual({ hash });
});

it('what is ignored is no content', () => {
	const updated = { ...settings, triggerOn: new Set(['updated' as const]) };
	const ignored = new Set(['views', '_id']);
	const records = [{ a: 1, _id: 7 }, { a: 1, views: 7, _id: '7' }, { a: 2 }];
	const [one, same, other] = records.map((record) => observe(record, '7', ignored, updated).hash);
	expect([one === same, one === other]).toEqual([true, false]);
});

const enrolled = (type: string) => ({ status: { type }, completedAt });

it.each([
	['an attempt with a date of completion is completed', { completedAt }, 'completed'],
	['an attempt without one is open', {}, undefined],
	['an attempt whose date is null is open', { completedAt: null }, undefined],
	['successful is completed', enrolled('successful'), 'completed'],
	['successful is completed without a date, too', { status: { type: 'successful' } }, 'completed'],
	['unsuccessful is failed, although it has a date', enrolled('unsuccessful'), 'failed'],
	['late is late', enrolled('late'), 'late'],
	['toRetake is neither', enrolled('toRetake'), undefined],
	['awaitingCorrection is neither', enrolled('awaitingCorrection'), undefined],
	['onTime is neither', enrolled('onTime'), undefined],
	['notYetStarted is neither', enrolled('notYetStarted'), undefined],
	['sessionNotOpened is neither', enrolled('sessionNotOpened'), undefined],
	['a word that nobody knows is neither', enrolled('paused'), undefined],
])('%s', (_, record, event) => {
	expect(milestone(record)?.event).toBe(event);
});

it('what is not asked for is no milestone', () => {
	expect(milestone({ completedAt }, { triggerOn: new Set(['late']) })).toBeUndefined();
});

it.each([
	['a score below it does not count', 79, undefined],
	['the score itself counts', 80, 'completed'],
	['a score given as text counts', '95', 'completed'],
	['a missing score does not count yet', undefined, undefined],
	['a score of null does not count yet', null, undefined],
])('with a Passing Score of 80 %s', (_, score, event) => {
	expect(milestone({ completedAt, score }, { passingScore: 80 })?.event).toBe(event);
});

it('Passing Score says nothing of who failed', () => {
	expect(milestone(enrolled('unsuccessful'), { passingScore: 80 })?.event).toBe('failed');
});

describe('two records show the same milestone', () => {
	const [ana, ben] = [{ userId: 'ana' }, { userId: 'ben' }];
	const first = { _id: '1', pathId: 'p', ...ana, completedAt };
	it.each<[what: string, other: object, onlyFirst: boolean, isSame: boolean]>([
		['not as two attempts', { ...first, _id: '2' }, false, false],
		['as one attempt', { ...first, score: 1 }, false, true],
		[
			'not as one enrollment that fails and is successful',
			{ ...first, ...enrolled('late') },
			false,
			false,
		],
		['as two attempts with Only the First', { ...first, _id: '2' }, true, true],
		['not of two learners', { ...first, ...ben }, true, false],
		['not of two paths', { ...first, pathId: 'q' }, true, false],
		['not as another event', { ...first, _id: '2', ...enrolled('unsuccessful') }, true, false],
	])('%s', (_, other, onlyFirst, isSame) => {
		const keys = [first, other].map((record) => milestone(record, { onlyFirst })?.key);
		expect(keys[0] === keys[1]).toBe(isSame);
	});

	it.each([undefined, null, ''])(
		'not where the path of both is %j, and the learner one',
		(pathId) => {
			const keys = ['1', '2'].map(
				(_id) => milestone({ ...first, _id, pathId }, { onlyFirst: true })?.key,
			);
			expect(new Set(keys).size).toBe(2);
		},
	);

	it('with IDs that are numbers today and text tomorrow', () => {
		const keys = [7, '7'].map(
			(userId) => milestone({ ...first, userId }, { onlyFirst: true })?.key,
		);
		expect(new Set(keys).size).toBe(1);
	});

	it('as records of a list that nobody knows, only by their ID', () => {
		const keys = [first, { ...first, _id: '2' }].map(
			(record) => milestone(record, { onlyFirst: true, completionOf: [] })?.key,
		);
		expect(new Set(keys).size).toBe(2);
	});
});
