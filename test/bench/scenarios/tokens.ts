import { setTimeout as pause } from 'node:timers/promises';

import { attempt } from '../harness/attempt';
import type { Contender, Engine } from '../harness/engine';
import { rowOf, type Row } from '../harness/row';
import { enginesFor, type Scenario } from '../harness/scenario';
import { withService } from '../harness/service';
import { comparisons, range } from '../report/cells';

const LIFETIME_SECONDS = 4;

const LIFETIMES = 3;

const BETWEEN_LISTS_MS = 250;

const RECORDS = 10;

const CONTENDERS: Contender[] = ['node', 'httpRequestWithOurCredential', 'httpRequest'];

const NAMES = ['this node', 'HTTP Request, this credential', 'HTTP Request, plain credential'];

/** A short list, again and again, while three tokens come to their end. */
export const tokens: Scenario = {
	name: 'tokens',
	async run(bench) {
		const seconds = LIFETIME_SECONDS * (bench.quick ? 1 : LIFETIMES);
		// What is counted does not depend on how fast it goes, so all run at once.
		const runs = enginesFor(bench, 'httpRequest').flatMap((engine) =>
			CONTENDERS.map(async (contender) => await listFor(seconds, engine, contender)),
		);
		return await Promise.all(runs);
	},
	table: (rows) => [
		[
			'n8n',
			...NAMES.map((name) => `Refused (401): ${name}`),
			...NAMES.map((name) => `Token requests: ${name}`),
			...NAMES.map((name) => `Lists: ${name}`),
		],
		...comparisons(rows).map(({ engine, of }) => [
			engine,
			...['refused', 'tokenRequests', 'lists'].flatMap((figure) =>
				CONTENDERS.map((contender) => range(of(contender, figure), '')),
			),
		]),
	],
};

async function listFor(seconds: number, engine: Engine, contender: Contender): Promise<Row> {
	const service = { courses: RECORDS, tokenLifetimeSeconds: LIFETIME_SECONDS };
	const { result: lists, traffic } = await withService(service, async (account) => {
		const prepared = await engine.prepare({ contender, account });
		const end = Date.now() + seconds * 1_000;
		let completed = 0;
		while (Date.now() < end) {
			completed += (await attempt(prepared, RECORDS)).completed;
			await pause(BETWEEN_LISTS_MS);
		}
		return completed;
	});
	const refused = traffic.statuses['401'] ?? 0;
	const figures = { lists, refused, tokenRequests: traffic.requests.token ?? 0 };
	const setting = `${seconds / LIFETIME_SECONDS} lifetimes`;
	return rowOf({ engine: engine.name, setting, contender }, [figures]);
}
