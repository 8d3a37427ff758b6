import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startSandbox, type Sandbox } from '../../sandbox';
import { credentialFor } from '../harness/accounts';
import { attachmentsOf, type Mailbox, startMailbox } from '../harness/mailbox';
import { N8n } from '../harness/n8n';
import { exampleWithWebhook, type OnDemand, startOnDemand } from '../harness/onDemand';
import { type Sftp, startSftp } from '../harness/sftp';
import { storedFile } from '../harness/storedExecution';
import type { ImportedWorkflow } from '../harness/workflow';

let sandbox: Sandbox;
let sftp: Sftp;
let mailbox: Mailbox;
let n8n: N8n;
let runs: OnDemand;
let workflow: ImportedWorkflow;

beforeAll(async () => {
	[sandbox, sftp, mailbox] = await Promise.all([
		startSandbox({ courses: 600 }),
		startSftp(),
		startMailbox(),
	]);
	const account = credentialFor('account', sandbox);
	const using = (id: string) => ({ credentials: { [id]: { id, name: id } } });
	workflow = exampleWithWebhook('nightly-workbook', account, {
		'Replace the workbook': {
			...using('sftp'),
			parameters: { path: join(sftp.folder, 'hr', 'courses.xlsx') },
		},
		'Email the workbook': using('smtp'),
	});
	const credentials = [account, sftp.credential, mailbox.credential];
	n8n = await N8n.with({ credentials, workflows: [workflow] });
	runs = await startOnDemand(n8n);
	await runs.publish(workflow);
});

afterAll(async () => {
	await runs.stop();
	await Promise.all([sandbox.stop(), sftp.stop(), mailbox.stop()]);
	await n8n.remove();
});

/** Runs the workflow and returns the workbook on the server; `error` is part of the expected error message. */
async function night(error?: string): Promise<Buffer> {
	const execution = await runs.run(workflow.id);
	expect(execution.error?.message).toEqual(error && expect.stringContaining(error));
	const file = execution.items('Export all courses')[0]?.binary?.data;
	expect(file?.fileName).toBe('courses.xlsx');
	const workbook = await readFile(join(sftp.folder, 'hr', 'courses.xlsx'));
	expect(workbook.equals(await storedFile(n8n.home, file ?? { data: '', mimeType: '' }))).toBe(
		true,
	);
	return workbook;
}

const attachments = (mail = '') => attachmentsOf(mail, 'courses.xlsx');

it('replaces the workbook every night and emails it if the catalog has changed', async () => {
	const first = await night();
	expect(mailbox.mails).toHaveLength(1);
	expect(mailbox.mails[0]).toContain('600 courses');
	expect(attachments(mailbox.mails[0])).toEqual([first]);

	expect((await night()).equals(first)).toBe(true);
	expect(mailbox.mails).toHaveLength(1);

	const { _id } = sandbox.catalogue.add('courses', { name: 'One night only' });
	await night();
	sandbox.catalogue.remove('courses', _id);
	expect((await night()).equals(first)).toBe(true);
	expect(mailbox.mails.slice(1).map((mail) => /\d+ courses/.exec(mail)?.[0])).toEqual([
		'601 courses',
		'600 courses',
	]);
});

it('emails a workbook again if the mail server rejected it the previous night', async () => {
	const sent = mailbox.mails.length;
	sandbox.catalogue.add('courses', { name: 'New' });
	mailbox.refuse(true);
	const refused = await night('451');
	expect(mailbox.mails).toHaveLength(sent);

	mailbox.refuse(false);
	expect((await night()).equals(refused)).toBe(true);
	const [mail, ...others] = mailbox.mails.slice(sent);
	expect(attachments(mail).map((file) => file.equals(refused))).toEqual([true]);
	expect(others).toEqual([]);
});
