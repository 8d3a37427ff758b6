import { readTriggerForm, triggerProperties } from '../../../nodes/LearningPlatform/trigger/form';
import { entered, nodeWith } from '../form/entered';
import type { TriggerEvent } from '../../../nodes/LearningPlatform/trigger/events';

const read = (parameters: Record<string, unknown>) =>
	readTriggerForm(entered(parameters), nodeWith());
const options = (given: Record<string, unknown>) => read({ options: given }).options;

const untouched = {
	addNames: [],
	emitOnFirstRun: false,
	escapeFormulas: true,
	idField: [],
	ignoreFields: [],
	maxRetries: 4,
	onlyFirst: false,
	passingScore: 0,
	readWholeList: 0,
	removalLimit: 50,
};

it('a trigger with default settings reports every added record', () => {
	expect(read({})).toMatchObject({
		triggerOn: new Set(['added']),
		target: { path: 'courses' },
		filters: { filters: [], nameContains: '' },
		output: { shape: 'raw' },
		options: untouched,
	});
});

it('an expression without a result leaves an option at its default', () => {
	const { maxRetries, passingScore, ...others } = untouched;
	const nothing = Object.fromEntries(Object.keys(others).map((name) => [name, null]));
	expect(options(nothing)).toEqual({ ...others, maxRetries, passingScore });
});

it.each([
	['removed, added', ['removed', 'added']],
	[['updated'], ['updated']],
])('Trigger On %j is read', (triggerOn, events) => {
	expect([...read({ triggerOn }).triggerOn]).toEqual(events);
});

it.each([
	['idField', ' userId, role ', ['userId', 'role']],
	['ignoreFields', ['a.b', 'c'], ['a.b', 'c']],
	['removalLimit', 0, 0],
] as const)('%s is read from %j', (name, given, value) => {
	expect(options({ [name]: given })[name]).toEqual(value);
});

it('Ignore Fields combines chosen and typed fields', () => {
	const given = { ignoreFields: 'a.b', ignoreFieldsFromList: ['duration'] };
	expect(options(given).ignoreFields).toEqual(['duration', 'a.b']);
	expect(options({ ...given, ignoreFields: '' }).ignoreFields).toEqual(['duration']);
});

it.each([
	['triggerOn', [], 'Trigger On must be one or more of Added, Removed, Updated for courses'],
	['triggerOn', ['updated', 'late'], 'Trigger On must be one or more of'],
	['options', { removalLimit: 101 }, 'Removal Limit must be a whole number from 0 to 100'],
])('%s %j is rejected', (name, given, message) => {
	expect(() => read({ [name]: given })).toThrow(message);
});

it.each([
	['passingScore', 80],
	['removalLimit', 50],
])('a %s of 0.8 is rejected, and the error gives a percentage as an example', (name, example) => {
	const completions = { resource: 'courseCompletion', options: { [name]: 0.8 } };
	expect(() => read(completions)).toThrow(
		expect.objectContaining({
			description: expect.stringContaining(`Enter a percentage, e.g. ${example}.`) as string,
		}) as Error,
	);
});

it('the notice that every poll reads the whole list appears only with Every Poll', () => {
	const notice = triggerProperties.find(({ name }) => name === 'pollNotice');
	expect(notice?.displayOptions?.hide).toEqual({
		'/options.readWholeList': ['hour', 'sixHours', 'day'],
	});
});

it.each([
	['poll', 0],
	['hour', 1],
	['sixHours', 6],
	['day', 24],
])('Read the Whole List is read as hours: %s', (readWholeList, hours) => {
	expect(options({ readWholeList }).readWholeList).toBe(hours * 3_600_000);
});

it.each<[TriggerEvent, path: string, isPossible: boolean]>([
	['completed', 'paths/stats', true],
	['failed', 'paths/7/sessions/8/user-stats', true],
	['failed', 'courses/stats', false],
])('%s is possible for the %s list: %s', (event, path, isPossible) => {
	const listPath = { mode: 'path', value: path };
	const check = () => read({ resource: 'other', triggerOn: [event], listPath });
	if (isPossible) expect(check).not.toThrow();
	else expect(check).toThrow(/^Trigger On has no event "\w+" for the list /);
});
