import { listAll, start } from './outsider';
import type { Manner } from './service';
import { expectTruth } from './truth';

const HOUR = 3_600_000;

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
