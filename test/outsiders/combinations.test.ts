import fc from 'fast-check';

import { campaign, SEED } from '../campaign';
import type { Case } from './manners/case';
import { charsets, codings } from './manners/encodings';
import { brokenFraming, legalFraming } from './manners/framing';
import { legalLinks, sloppyLinks } from './manners/links';
import { brokenPages, legalPages } from './manners/pages';
import { statuses } from './manners/statuses';
import { legalTokens, revocations, sloppyTokens } from './manners/tokens';
import { values } from './manners/values';
import { exportAll, listAll } from './outsider';
import { startOutsider } from './service';
import { expectTruth, secretsOf } from './truth';

const RUNS = campaign(14, 200);

const legal = (table: Case[]) => table.filter(([, must]) => must === 'all');

/** At most one habit from each table, because each table changes a different step on the way to the wire. */
const oneOfEach = (tables: Case[][]) =>
	fc.tuple(...tables.map((cases) => fc.option(fc.constantFrom(...cases), { nil: undefined })));

interface Combination {
	list: (Case | undefined)[];
	token: (Case | undefined)[];
	reads: 'list' | 'limit' | 'export';
}

/** Reads a service with these habits, and expects the promised outcome. */
async function expectTruthOf({ list, token, reads }: Combination, isLegal: boolean): Promise<void> {
	const habits = (cases: (Case | undefined)[]) => cases.filter((habit) => habit !== undefined);
	const manners = (cases: (Case | undefined)[]) => habits(cases).map(([, , manner]) => manner);
	const service = await startOutsider({ list: manners(list), token: manners(token) });
	try {
		const some = reads === 'limit' ? { returnAll: false, limit: 3 } : {};
		const told = await (reads === 'export' ? exportAll(service) : listAll(service, some));
		const must = isLegal ? 'all' : 'all or an error';
		const truth = reads === 'limit' ? service.records.slice(0, 3) : service.records;
		expectTruth(told, must, truth, secretsOf(service));
	} catch (cause) {
		const sentences = habits([...list, ...token]).map(([sentence]) => sentence);
		throw new Error(`${reads}: ${sentences.join(' + ')}\n${(cause as Error).message}`, { cause });
	} finally {
		await service.stop();
	}
}

const reads = fc.constantFrom('list' as const, 'limit' as const, 'export' as const);

/** Runs services with one habit of each table. */
async function runCombinations(list: Case[][], token: Case[], isLegal: boolean): Promise<void> {
	const combination = fc.record({ list: oneOfEach(list), token: oneOfEach([token]), reads });
	const property = fc.asyncProperty(combination, async (services) => {
		await expectTruthOf(services, isLegal);
	});
	await fc.assert(property, { numRuns: RUNS, seed: SEED });
}

it(`${RUNS} legal services give all records (SEED=${SEED})`, async () => {
	const tables = [values, legalPages, charsets, codings, legalLinks, legalFraming].map(legal);
	await runCombinations(tables, legal(legalTokens), true);
}, 3_600_000);

it(`${RUNS} services with any habits give all records or an error (SEED=${SEED})`, async () => {
	const tables = [
		[...legalPages, ...brokenPages],
		charsets,
		codings,
		[...legalLinks, ...sloppyLinks],
		[...legalFraming, ...brokenFraming],
		[...statuses, ...revocations],
	];
	await runCombinations(tables, [...legalTokens, ...sloppyTokens], false);
}, 3_600_000);
