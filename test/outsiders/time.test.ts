import { listAll, start } from './outsider';
import { credentialFor, StoredCredential } from '../engine/harness';
import type { Manner } from './service';
import { expectTruth } from './truth';

const HOUR = 3_600_000;

/** n8n's clock, which jest's own is not, unless it counts coverage. */
const outside = (globalThis as { outside?: { globalThis: typeof globalThis } }).outside;
function setClock(offset: number): void {
	const { now } = Date;
	for (const clock of new Set([Date, outside?.globalThis.Date ?? Date])) {
		jest.spyOn(clock, 'now').mockImplementation(() => now() + offset);
	}
}

/** The service's clock. */
const dated =
	(line: string): Manner =>
	(answer) => {
		answer.fields = [...answer.fields.filter((field) => !field.startsWith('Date:')), line];
	};

const clocks: [string, Manner][] = [
	['is a day behind', dated(`Date: ${new Date(Date.now() - 24 * HOUR).toUTCString()}`)],
	['is a century ahead', dated('Date: Sun, 06 Nov 2094 08:49:37 GMT')],
	['has the form of RFC 850', dated('Date: Sunday, 06-Nov-94 08:49:37 GMT')],
	['has the form of asctime', dated('Date: Sun Nov  6 08:49:37 1994')],
	['is none', dated('Date: soon')],
	['is not said', dated('X-No-Date: 1')],
];

it.each(clocks)("the service's clock %s: the user gets all", async (_, manner) => {
	const service = await start({ list: [manner], token: [manner] });
	expectTruth(await listAll(service), 'all', service.records);
});

it.each([
	['back by a day', -24 * HOUR],
	['forward by two hours', 2 * HOUR],
	['forward by a century', 876_000 * HOUR],
])("n8n's clock is set %s after a token was issued: the user gets all", async (_, offset) => {
	const service = await start();
	const credential = new StoredCredential(credentialFor(service));
	expectTruth(await listAll(credential), 'all', service.records);
	setClock(offset);
	expectTruth(await listAll(credential), 'all', service.records);
	// And the service forgets what it has issued.
	service.tokens.clear();
	expectTruth(await listAll(credential), 'all', service.records);
});
