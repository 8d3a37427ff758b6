import { charsets, codings } from './manners/encodings';
import { brokenFraming, hanging, legalFraming } from './manners/framing';
import { legalLinks, sloppyLinks } from './manners/links';
import { legalTokens, revocations, sloppyTokens } from './manners/tokens';
import { values } from './manners/values';
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
	it.each(cases)('%s: the user gets %s', async (_sentence, must, manner) => {
		await expectList({ list: [manner] }, must);
	});
});

describe.each([
	['valid tokens (RFC 6749)', legalTokens],
	['broken tokens', sloppyTokens],
])('%s', (_, cases) => {
	it.each(cases)('%s: the user gets %s', async (_sentence, must, manner) => {
		await expectList({ token: [manner] }, must);
	});
});

describe('a response that never ends', () => {
	it.each(hanging)('%s: the user gets %s', async (_, must, manner) => {
		const service = await start({ list: [manner] });
		const told = await listAll(service, { requestOptions: { timeout: 300 } });
		expectTruth(told, must, service.records, secretsOf(service));
	});
});

describe('a file', () => {
	it.each(values)('%s: the user gets %s', async (_, must, manner) => {
		const service = await start({ list: [manner] });
		expectTruth(await exportAll(service), must, service.records, secretsOf(service));
	});
});
