import { runPoll, StoredCredential, credentialFor } from '../engine/harness';
import { start } from './outsider';
import type { Quirk, Outsider } from './service';
import { all, onPage, steps, unlinked } from './quirks/case';
import { jsonOf } from './truth';

const fortyCourses = () =>
	Array.from({ length: 40 }, (_, index) =>
		JSON.stringify({ _id: `c${10 + index}`, name: `Course ${index}`, tags: ['a', 'b'], size: 1.5 }),
	);

/** The trigger of an active workflow; each poll returns events or `error`. */
class Trigger {
	private readonly credential: StoredCredential;

	/** The polls share an activation. */
	private readonly activated = {};

	constructor(service: Outsider) {
		this.credential = new StoredCredential(credentialFor(service));
	}

	async poll(): Promise<string[]> {
		const { items, error } = await runPoll({
			parameters: { triggerOn: ['added', 'updated', 'removed'], options: { maxRetries: 0 } },
			credential: this.credential,
			activated: this.activated,
		});
		if (error) return ['error'];
		return jsonOf(items).map(
			({ triggerEvent, _id }) => `${triggerEvent as string} ${_id as string}`,
		);
	}
}

async function polledOnce(list: Quirk[] = []): Promise<{ service: Outsider; trigger: Trigger }> {
	const service = await start({ records: fortyCourses(), pageSize: 10, list });
	const trigger = new Trigger(service);
	expect(await trigger.poll()).toEqual([]);
	return { service, trigger };
}

const lackingRecord = (page: number): Quirk =>
	onPage(page, (answer) => answer.records.splice(3, 1));

const shifted: Quirk = (answer, { service }) => {
	answer.records = [...service.records.slice(1), ...service.records.slice(0, 1)];
};

/** Faulty responses during one poll of a list that does not change. */
const outages: [string, Quirk][] = [
	['returns an empty list', (answer) => Object.assign(answer, { records: [], links: () => [] })],
	['ends the list after the first page', unlinked],
	['returns no records on the second page', onPage(2, (answer) => answer.records.splice(0))],
	['omits one record', lackingRecord(2)],
	[
		'reports failure with an empty list',
		steps({ text: () => '{"success":false,"data":[]}', links: () => [] }),
	],
	['returns the records in a different order', onPage(1, all(shifted, unlinked))],
	[
		'sends a page twice',
		onPage(3, (answer, { service }) => (answer.records = service.records.slice(10, 20))),
	],
	[
		'sends a record twice',
		onPage(3, (answer, { service }) => answer.records.unshift(service.records[0] ?? '')),
	],
];

describe('a service that during one poll', () => {
	it.each(outages)('%s causes no missed or false events', async (_, quirk) => {
		const { service, trigger } = await polledOnce();
		const [gone = '', changed = '', ...rest] = service.records;
		const edited = changed.replace('Course', 'Edited');
		service.quirks.list = [quirk];
		const told = await trigger.poll();
		service.quirks.list = [];
		service.records = [edited, ...rest, '{"_id":"new","name":"New"}'];
		for (let polls = 0; polls < 3; polls += 1) told.push(...(await trigger.poll()));
		const { _id: goneId } = JSON.parse(gone) as { _id: string };
		const { _id: changedId } = JSON.parse(changed) as { _id: string };
		expect(told.filter((event) => event !== 'error').sort()).toEqual([
			'added new',
			`removed ${goneId}`,
			`updated ${changedId}`,
		]);
	});
});
