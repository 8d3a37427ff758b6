import { testCredential } from '../harness';
import { exportFile } from '../export/exports';
import { listCourses } from '../lists';
import { outcomes, startService, storedFor } from '../service';

// The sandbox has a self-signed certificate.
const tls = { courses: 5, coursePageSize: 2, tls: true };

const nodeIgnores = {
	returnAll: true,
	options: { maxRetries: 0 },
	requestOptions: { allowUnauthorizedCerts: true },
};

const operations: [string, typeof listCourses | typeof exportFile][] = [
	['List', listCourses],
	['Export to File', exportFile],
];

async function ignoringCredential() {
	const sandbox = await startService(tls);
	const credential = storedFor(sandbox);
	credential.edit({ allowUnauthorizedCerts: true });
	return { sandbox, credential };
}

describe('Ignore SSL Issues in the credential', () => {
	it.each(operations)('applies to the token request and every page of %s', async (_name, run) => {
		const { sandbox, credential } = await ignoringCredential();
		const { status } = await run(credential, { returnAll: true });
		expect(status).toBe('success');
		expect(outcomes(sandbox)).toEqual(['token 200', ...Array<string>(3).fill('courses 200')]);
	});

	it('takes effect immediately when it is turned on or off', async () => {
		const { credential } = await ignoringCredential();
		expect((await testCredential(credential)).status).toBe('OK');
		credential.edit({ allowUnauthorizedCerts: false });
		const { error } = await listCourses(credential, { options: { maxRetries: 0 } });
		expect(error?.message).toContain("The platform's certificate is not trusted");
		expect((await testCredential(credential)).message).toContain('is not trusted');
	});
});

describe('Ignore SSL Issues in a node', () => {
	it('does not send the client secret', async () => {
		const sandbox = await startService(tls);
		const { error } = await listCourses(sandbox, nodeIgnores);
		expect(error?.message).toContain("The platform's certificate is not trusted");
		expect(error?.description).toContain('turn on Ignore SSL Issues in the credential');
		expect(sandbox.journal.entries).toEqual([]);
	});

	it.each(operations)('applies to the pages of %s if there is a token', async (_name, run) => {
		const { sandbox, credential } = await ignoringCredential();
		await listCourses(credential);
		credential.edit({ allowUnauthorizedCerts: false });
		sandbox.journal.clear();
		const { status } = await run(credential, nodeIgnores);
		expect(status).toBe('success');
		expect(outcomes(sandbox)).toEqual(Array<string>(3).fill('courses 200'));
	});
});
