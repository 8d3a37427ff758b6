import type { IDataObject } from 'n8n-workflow';

import { runPoll, StoredCredential, credentialFor } from '../engine/harness';
import { isFullCampaign } from '../campaign';
import { start } from './outsider';
import type { Manner, Outsider } from './service';
import { all, onPage, steps, unlinked } from './manners/case';
import { jsonOf } from './truth';

/** Forty courses on pages of ten: enough for most of them to be missed. */
const fortyCourses = () =>
	Array.from({ length: 40 }, (_, index) =>
		JSON.stringify({ _id: `c${10 + index}`, name: `Course ${index}`, tags: ['a', 'b'], size: 1.5 }),
	);

/** A trigger of an active workflow, which says of each poll what it told: events, or `error`. */
class Trigger {
	private readonly credential: StoredCredential;

	private staticData: IDataObject = {};

	constructor(
		service: Outsider,
		private readonly triggerOn = ['added', 'updated', 'removed'],
	) {
		this.credential = new StoredCredential(credentialFor(service));
	}

	async poll(): Promise<string[]> {
		const { items, error, staticData } = await runPoll({
			parameters: { triggerOn: this.triggerOn, options: { maxRetries: 0 } },
			credential: this.credential,
			staticData: this.staticData,
		});
		this.staticData = staticData;
		if (error) return ['error'];
		return jsonOf(items).map(
			({ triggerEvent, _id }) => `${triggerEvent as string} ${_id as string}`,
		);
	}
}

async function polledOnce(list: Manner[] = []): Promise<{ service: Outsider; trigger: Trigger }> {
	const service = await start({ records: fortyCourses(), pageSize: 10, list });
	const trigger = new Trigger(service);
	expect(await trigger.poll()).toEqual([]);
	return { service, trigger };
}

const lackingRecord = (page: number): Manner =>
	onPage(page, (answer) => answer.records.splice(3, 1));

const shifted: Manner = (answer, { service }) => {
	answer.records = [...service.records.slice(1), ...service.records.slice(0, 1)];
};

/** What a service may answer for the time of one poll, although nothing has changed. */
const outages: [string, Manner][] = [
	[
		'answers with an empty list',
		(answer) => Object.assign(answer, { records: [], links: () => [] }),
	],
	['answers with an empty envelope', steps({ text: () => '{"data":[]}', links: () => [] })],
	['ends after the first page', unlinked],
	['ends after the third page', onPage(3, unlinked)],
	['has no record on the second page', onPage(2, (answer) => answer.records.splice(0))],
	['lacks one record', lackingRecord(2)],
	[
		'says that it failed, with an empty list',
		steps({ text: () => '{"success":false,"data":[]}', links: () => [] }),
	],
	['answers with 503', steps({ status: '503 Service Unavailable', links: () => [] })],
	['answers with another order', onPage(1, all(shifted, unlinked))],
	[
		'sends a page twice',
		onPage(3, (answer, { service }) => (answer.records = service.records.slice(10, 20))),
	],
	[
		'sends a record twice',
		onPage(3, (answer, { service }) => answer.records.unshift(service.records[0] ?? '')),
	],
	[
		'breaks a letter',
		steps({ bytes: (json) => Buffer.from(json.replaceAll('Course', 'Cours\xe9'), 'latin1') }),
	],
];

/** A third, unless in test:all, for new records alone, which are among the changes that are looked for in all outages. */
const someOutages = outages.filter((_, at) => isFullCampaign || at % 3 === 0);

describe('a service that, for the time of a poll,', () => {
	it.each(someOutages)('%s, makes no old record a new one', async (_, manner) => {
		const service = await start({ records: fortyCourses(), pageSize: 10 });
		const trigger = new Trigger(service, ['added']);
		expect(await trigger.poll()).toEqual([]);
		service.manners.list = [manner];
		const during = await trigger.poll();
		service.manners.list = [];
		service.records.push('{"_id":"new","name":"New"}');
		const told = [...during, ...(await trigger.poll()), ...(await trigger.poll())];
		expect(told.filter((event) => event !== 'error')).toEqual(['added new']);
	});

	it.each(outages)('%s, hides no change that came meanwhile, and makes none', async (_, manner) => {
		const { service, trigger } = await polledOnce();
		const [gone = '', changed = '', ...rest] = service.records;
		const edited = changed.replace('Course', 'Edited');
		service.manners.list = [manner];
		const told = await trigger.poll();
		service.manners.list = [];
		service.records = [edited, ...rest, '{"_id":"new","name":"New"}'];
		for (let polls = 0; polls < 3; polls += 1) told.push(...(await trigger.poll()));
		const { _id: goneId } = JSON.parse(gone) as { _id: string };
		const { _id: changedId } = JSON.parse(changed) as { _id: string };
		expect(told.filter((event) => event !== 'error').sort()).toEqual([
			...['added new', `removed ${goneId}`, `updated ${changedId}`],
		]);
	});
});

/** Other words for the same records. */
const spellings: [string, (record: string) => string][] = [
	[
		'the order of fields',
		(json) =>
			JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(json) as object).reverse())),
	],
	['white space', (json) => json.replaceAll(':', ' :\n\t')],
	['escapes', (json) => json.replaceAll('o', '\\u006f').replaceAll('/', '\\/')],
	['forms of numbers', (json) => json.replace('1.5', '15.0e-1')],
];

it.each(spellings)('%s is no change of a record', async (_, spelled) => {
	const { service, trigger } = await polledOnce();
	service.records = service.records.map(spelled);
	expect(await trigger.poll()).toEqual([]);
});

it.each([
	['the order of records', (records: string[]) => [...records].reverse()],
	['where pages end', (records: string[]) => [...records.slice(7), ...records.slice(0, 7)]],
])('%s is no change of a list', async (_, changed) => {
	const { service, trigger } = await polledOnce();
	service.records = changed(service.records);
	expect(await trigger.poll()).toEqual([]);
});

/** Values that look alike. */
it.each([
	['1', '"1"'],
	['1', 'true'],
	['null', 'false'],
	['[0]', '[false]'],
	['0', '-1e-320'],
	['"a\\u0000"', '"a"'],
	['"\\u00e9"', '"e\\u0301"'],
	['{"__proto__":1}', '{}'],
	['9007199254740992', '9007199254740993'],
	['12345678901234567890', '12345678901234567891'],
])('a record whose %s becomes %s is updated, or there is an error', async (before, after) => {
	const record = (value: string) => `{"_id":"c1","value":${value}}`;
	const service = await start({ records: [record(before)] });
	const trigger = new Trigger(service);
	const first = await trigger.poll();
	service.records = [record(after)];
	const second = await trigger.poll();
	expect([
		[[], ['updated c1']],
		[['error'], ['error']],
	]).toContainEqual([first, second]);
});

it.each([
	['two IDs that a double cannot tell apart', '9007199254740992', '9007199254740993'],
	['words of the language', '"__proto__"', '"constructor"'],
	['upper and lower case', '"A"', '"a"'],
	['spaces', '"a"', '"a "'],
	['two ways to write a letter', '"\\u00e9"', '"e\\u0301"'],
])('%s are two records, or there is an error', async (_, one, two) => {
	const record = (id: string) => `{"_id":${id},"name":"a"}`;
	const service = await start({ records: [record(one)] });
	const trigger = new Trigger(service);
	expect([[], ['error']]).toContainEqual(await trigger.poll());
	service.records = [record(one), record(two)];
	const told = await trigger.poll();
	expect(told).toHaveLength(1);
	expect(told[0]).toMatch(/^added |^error$/);
});
