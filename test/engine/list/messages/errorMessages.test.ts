import type { Fault, JournalEntry, Sandbox } from '../../../sandbox';
import { listCourses } from '../../lists';
import { startService } from '../../service';

let sandbox: Sandbox;

beforeEach(async () => {
	sandbox = await startService({ courses: 30, coursePageSize: 10 });
});

const everything = { returnAll: true, options: { maxRetries: 0 } };

it.each<
	[
		where: string,
		answer: (secret: string) => Pick<Fault, 'status' | 'body' | 'headers' | 'linkHeader'>,
	]
>([
	['an error', (secret) => ({ status: 400, body: { error: { code: 'odd', message: secret } } })],
	['an error with status 200', (secret) => ({ body: { error: `odd ${secret}` } })],
	['the name of a field', (secret) => ({ body: { [`a ${secret}`]: 1 } })],
	['the type of a file', (secret) => ({ headers: { 'content-type': `image/${secret}` } })],
	['a link', (secret) => ({ linkHeader: `broken ${secret}` })],
])('tokens and secrets are removed from %s sent by the service', async (_where, answer) => {
	const run = async (secret: (request: JournalEntry) => string) => {
		let sent = '';
		const fault: Fault = {
			on: { kind: 'courses' },
			before: (request) => {
				sent = secret(request);
				Object.assign(fault, answer(sent));
			},
		};
		sandbox.faults.add(fault);
		const { error } = await listCourses(sandbox, everything);
		return { text: `${error?.message} ${error?.description}`, sent };
	};
	for (const secret of [
		() => sandbox.clientSecret,
		({ headers }: JournalEntry) => (headers.authorization ?? '').replace('Bearer ', ''),
	]) {
		const { text, sent } = await run(secret);
		expect(sent).not.toBe('');
		expect(text).toContain('[removed]');
		expect(text).not.toContain(sent);
	}
});
