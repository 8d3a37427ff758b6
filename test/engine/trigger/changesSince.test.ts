import type { INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import { setClock } from '../service';
import { asked, edit, EDITED, LATER, readOnce, sinceEdited, startDated } from './model/datedList';
import { courseIdAt } from './poller';

const HOUR_MS = 3_600_000;

let sandbox: Sandbox;
let now: number;

/** What time it is for the service, and for n8n unless a test says otherwise. */
let serviceNow: () => number;

beforeEach(async () => {
	now = Date.parse(LATER);
	serviceNow = () => now;
	setClock(() => now);
	sandbox = await startDated(() => serviceNow());
});

describe('between two readings of the whole list a poll', () => {
	it('asks for what was changed since with one request, and stores nothing when nothing was', async () => {
		const poller = await readOnce(sandbox);
		for (let polls = 0; polls < 3; polls += 1) {
			expect(await poller.run()).toMatchObject({ items: null, isToBeStored: false });
			expect(asked(sandbox)).toEqual([sinceEdited]);
		}
	});

	it("asks by the service's date, even if n8n's clock is years off", async () => {
		serviceNow = () => Date.parse(LATER);
		now = Date.parse('1999-01-01T00:00:00Z');
		const poller = await readOnce(sandbox);
		for (let position = 0; position < 25; position += 1) edit(sandbox, position);
		expect(await poller.emitted()).toHaveLength(25);
		expect(asked(sandbox)[0]).toBe(sinceEdited);
	});

	it.each<[string, () => number]>([
		["by the service's clock", () => now],
		["by n8n's clock where the service does not say what time it is", () => NaN],
	])(
		'does not take a date that is yet to come for what was changed by now, %s',
		async (_, clock) => {
			serviceNow = clock;
			const { _id: ahead } = edit(sandbox, 7, { modifiedAt: '2031-01-31T00:00:00.000Z' });
			const poller = await readOnce(sandbox);
			const { _id: edited } = edit(sandbox, 3);
			const { items, log } = await poller.run();
			expect((items ?? []).map(({ json }) => [json.triggerEvent, json._id])).toEqual([
				['updated', edited],
			]);
			expect(asked(sandbox)).toEqual([sinceEdited]);
			expect(log.map(({ level, message }) => `${level} ${message}`)).toContainEqual(
				expect.stringMatching(
					new RegExp(
						`^warn .*record ${ahead} has the modifiedAt 2031-01-31T00:00:00.000Z, later than the service's clock \\(2026-01-28T12:30:00.000Z\\)`,
					),
				),
			);
			expect(await poller.emitted()).toEqual([]);
		},
	);

	it.each<[string, INodeParameters, string]>([
		['an earlier bound gives way', { modifiedAfter: '2026-01-01' }, sinceEdited],
		[
			'a later bound holds',
			{ modifiedAfter: '2026-01-28T11:55:00Z' },
			'modifiedAt[gte]=2026-01-28T11:55:00.000Z',
		],
		[
			'an end stays, and so do other filters',
			{ modifiedBefore: '2026-01-29T00:00:00Z', status: 'published' },
			`modifiedAt[lt]=2026-01-29T00:00:00.000Z&status[eq]=published&${sinceEdited}`,
		],
	])("combines the user's filters with its own: %s", async (_, filters, query) => {
		edit(sandbox, 12, { status: 'published', modifiedAt: EDITED });
		const poller = await readOnce(sandbox, { filters });
		expect(await poller.emitted()).toEqual([]);
		expect(asked(sandbox)).toEqual([query]);
	});

	describe('with Name Contains', () => {
		const filters = { nameContains: 'strasse' };

		it('reports a record that is renamed to match, and not yet one that no longer does', async () => {
			const { _id: left } = edit(sandbox, 12, { name: 'Am Straßenrand', modifiedAt: EDITED });
			const poller = await readOnce(sandbox, { filters });
			const { _id: added } = edit(sandbox, 3, { name: 'STRASSE' });
			edit(sandbox, 12, { name: 'Am Weg' });
			expect(await poller.events()).toEqual([['added', added]]);
			expect(asked(sandbox)).toEqual([sinceEdited]);
			now += HOUR_MS;
			expect(await poller.emitted()).toEqual([]);
			expect(await poller.events()).toEqual([['removed', left]]);
			expect(await poller.emitted()).toEqual([]);
		});

		it('keeps the columns of the whole list in rows, although no record has matched before', async () => {
			sandbox.catalogue.update('courses', courseIdAt(sandbox, 7), {
				onlyHere: 'x',
				modifiedAt: EDITED,
			});
			const poller = await readOnce(sandbox, { filters, output: 'row' });
			edit(sandbox, 3, { name: 'Straße' });
			const [row] = await poller.emitted();
			expect(asked(sandbox)).toEqual([sinceEdited]);
			expect(row).toMatchObject({ name: 'Straße', onlyHere: '' });
		});
	});
});
