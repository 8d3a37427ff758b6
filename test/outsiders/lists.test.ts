import { charsets, codings } from './quirks/encodings';
import { brokenFraming, hanging, legalFraming } from './quirks/framing';
import { legalLinks, sloppyLinks } from './quirks/links';
import { legalTokens, revocations, sloppyTokens } from './quirks/tokens';
import { values } from './quirks/values';
import { expectList, exportAll, listAll, start } from './outsider';
import { expectTruth, secretsOf } from './truth';

describe.each([
	['valid links (RFC 9110)', legalLinks],
	['broken links', sloppyLinks],
	['charsets', charsets],
	['content codings', codings],
	['valid messages (RFC 9112)', legalFraming],
	['broken messages', brokenFraming],
	['values', values],
	['revoked tokens', revocations],
])('%s', (_, cases) => {
	it.each(cases)('%s: the user gets %s', async (_sentence, must, quirk) => {
		await expectList({ list: [quirk] }, must);
	});
});

describe.each([
	['valid tokens (RFC 6749)', legalTokens],
	['broken tokens', sloppyTokens],
])('%s', (_, cases) => {
	it.each(cases)('%s: the user gets %s', async (_sentence, must, quirk) => {
		await expectList({ token: [quirk] }, must);
	});
});

describe('a response that never ends', () => {
	it.each(hanging)('%s: the user gets %s', async (_, must, quirk) => {
		const service = await start({ list: [quirk] });
		const told = await listAll(service, { requestOptions: { timeout: 300 } });
		expectTruth(told, must, service.records, secretsOf(service));
	});
});

describe('a file', () => {
	it.each(values)('%s: the user gets %s', async (_, must, quirk) => {
		const service = await start({ list: [quirk] });
		expectTruth(await exportAll(service), must, service.records, secretsOf(service));
	});
});
