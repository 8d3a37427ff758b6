import { startSandbox, type Sandbox } from '../../../sandbox';
import { credentialFor } from '../../harness/accounts';
import { ourNode, workflow } from '../../harness/workflow';
import { CredentialForm } from '../credentialForm';
import { OwnersEditor } from '../ownersEditor';

// Tests our credential form in both major versions, for a new credential and for a credential that was stored without
// a service.

const FEW = ['Service', 'Client ID', 'Client Secret'];
const ALL = [
	'Service',
	'Base URL',
	'Client ID',
	'Client Secret',
	'Version Header Name',
	'API Version',
	'Ignore SSL Issues (Insecure)',
];
const OF_N8N = 'Allowed HTTP Request Domains';

let sandbox: Sandbox;
let editor: OwnersEditor;

beforeAll(async () => {
	sandbox = await startSandbox({ courses: 3 });
	const stored = credentialFor('stored', sandbox);
	const courses = workflow('courses', ourNode('List', stored, { operation: 'list' }));
	editor = await OwnersEditor.with({ credentials: [stored], workflows: [courses] });
});

afterAll(async () => {
	await editor.stop();
	await sandbox.stop();
});

describe('a new credential', () => {
	it('is found by platform name', async () => {
		await editor.at('home/credentials/create', async (page) => {
			const words = ['360', '360learning', 'LMS', 'learning platform'];
			for (const part of words) {
				await (await CredentialForm.search(page, part)).waitFor();
			}
			const none = await CredentialForm.search(page, 'no such platform');
			await none.waitFor({ state: 'hidden' });
		});
	});

	it('asks for a service, a client ID, and a secret, and for a URL only if the service is Other', async () => {
		await editor.at('home/credentials/create', async (page) => {
			const form = await CredentialForm.open(page);
			expect(await form.labels()).toEqual([...FEW, OF_N8N]);
			await form.choose('service', '360Learning (EU)');
			expect(await form.labels()).toEqual([...FEW, OF_N8N]);
			await form.fill({ clientId: '65a1f0c2b4d8e9f001234567', clientSecret: 'the client secret' });
			await editor.picture(page, 'credential-service', form.dialog);
			await form.choose('service', 'Other');
			await form.dialog.getByText('Base URL').waitFor();
			expect(await form.labels()).toEqual([...ALL.slice(0, 4), OF_N8N]);
			await form.fill({ baseUrl: sandbox.baseUrl });
			await form.dialog.getByText('API Version').waitFor();
			expect(await form.labels()).toEqual([...ALL, OF_N8N]);
		});
	});

	it('asks for a service if the credential is saved without one', async () => {
		await editor.at('home/credentials/create', async (page) => {
			const form = await CredentialForm.open(page);
			await form.fill({ clientId: 'id', clientSecret: 'secret' });
			await form.save();
			await form.dialog.getByText('More details').click();
			await form.dialog.getByText('No service is chosen in the credential. Choose your').waitFor();
		});
	});
});

it('a stored credential without a service shows its base URL, can be saved, and lists courses', async () => {
	await editor.at('home/credentials/stored', async (page) => {
		const form = await CredentialForm.shown(page);
		expect(await form.labels()).toEqual([...ALL, OF_N8N]);
		expect(await form.value('baseUrl')).toBe(sandbox.baseUrl);
		// n8n 1 confuses simultaneous tests of a credential, and opening the form starts a test.
		await form.dialog.getByText('Connection tested successfully').waitFor();
		await form.fill({ apiVersion: `${sandbox.apiVersion} ` });
		const tested = page.waitForResponse(/\/credentials\/test$/);
		await form.save();
		expect(await (await tested).json()).toMatchObject({ data: { status: 'OK' } });
	});
	await editor.inNode(['courses', 'List'], async (panel) => {
		await panel.run();
		await panel.output.getByText('3 items', { exact: true }).waitFor();
	});
});
