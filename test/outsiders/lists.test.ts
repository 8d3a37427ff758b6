import { charsets, codings } from './manners/encodings';
import { brokenFraming, hanging, legalFraming } from './manners/framing';
import { legalLinks, sloppyLinks } from './manners/links';
import { brokenPages, legalPages } from './manners/pages';
import { statuses } from './manners/statuses';
import { legalTokens, revocations, sloppyTokens } from './manners/tokens';
import { values } from './manners/values';
import { expectList, exportAll, listAll, start } from './outsider';
import { expectTruth, secretsOf } from './truth';

describe.each([
	['Link as RFC 9110 has it', legalLinks],
	['Link as it should not be', sloppyLinks],
	['forms of a page', legalPages],
	['pages that are others', brokenPages],
	['charsets', charsets],
	['content codings', codings],
	['messages as RFC 9112 has them', legalFraming],
	['messages that are broken', brokenFraming],
	['statuses', statuses],
	['values', values],
	['tokens that are revoked', revocations],
])('%s', (_, cases) => {
	it.each(cases)('%s: the user gets %s', async (_sentence, must, manner) => {
		await expectList({ list: [manner] }, must);
	});
});

describe.each([
	['tokens as RFC 6749 has them', legalTokens],
	['tokens as they should not be', sloppyTokens],
])('%s', (_, cases) => {
	it.each(cases)('%s: the user gets %s', async (_sentence, must, manner) => {
		await expectList({ token: [manner] }, must);
	});
});

describe('an answer that does not come', () => {
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
