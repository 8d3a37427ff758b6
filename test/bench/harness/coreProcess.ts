import type { IDataObject } from 'n8n-workflow';

import { InstalledPackage, runNode, runPoll, StoredCredential } from '../../engine/harness';
import { begin, end } from '../extension/measurement';
import { fetchLoop } from '../extension/fetchLoop';
import type { Account, Job, Measurement } from './engine';

/** What the parent process asks for. */
export interface Request {
	/** The same number means the same stored credential and trigger state. */
	prepared: number;
	job: Job;
	/** What a trigger remembers; without it the poll is the first one. */
	state?: IDataObject;
}

/** What it is told. */
export interface Answer {
	measurement?: Measurement;
	state?: IDataObject;
	error?: string;
}

/** Read from disk once, before anything is measured. */
const installed = InstalledPackage.load();

const credentials = new Map<number, StoredCredential>();

// An exit of its own accord removes n8n's temporary folder, and writes a profile when one is asked for.
process.on('SIGTERM', () => process.exit());

process.on('message', (request: Request) => {
	void answer(request).then((result) => process.send?.(result));
});

async function answer(request: Request): Promise<Answer> {
	try {
		return await run(request);
	} catch (error) {
		return { error: String(error) };
	}
}

async function run({ prepared, job, state }: Request): Promise<Answer> {
	const { account, contender, items = 1 } = job;
	const credential = credentials.get(prepared) ?? credentialFor(account);
	credentials.set(prepared, credential);
	await installed;
	if (contender === 'poll') return await poll(prepared, credential, state, 'poll');
	if (contender === 'pollChanges') return await poll(prepared, credential, state, 'day');
	begin(prepared);
	const records =
		contender === 'loop' ? await loop(account) : await list(credential, contender, items);
	return { measurement: end(prepared, records) };
}

async function poll(
	prepared: number,
	credential: StoredCredential,
	state: IDataObject | undefined,
	readWholeList: 'poll' | 'day',
): Promise<Answer> {
	const triggerOn = ['added', 'updated', 'removed'];
	const parameters = { resource: 'course', triggerOn, options: { readWholeList } };
	begin(prepared);
	const { error, items, staticData } = await runPoll({
		parameters,
		credential,
		...(state && { staticData: state }),
		activation: state ? 'update' : 'activate',
	});
	if (error) throw error;
	const stateBytes = JSON.stringify(staticData).length;
	return {
		measurement: { ...end(prepared, items?.length ?? 0), stateBytes },
		state: staticData,
	};
}

async function list(
	credential: StoredCredential,
	contender: string,
	items: number,
): Promise<number> {
	const options = contender === 'nodeInParts' ? { splitBy: 'createdAt' } : {};
	const parameters = { resource: 'course', operation: 'list', returnAll: true, options };
	const run = await runNode({ parameters, credential, items });
	if (run.error) throw run.error;
	return run.items.length;
}

async function loop(account: Account): Promise<number> {
	const items: { json: IDataObject }[] = [];
	await fetchLoop(account, (records) => {
		for (const json of records) items.push({ json });
	});
	return items.length;
}

function credentialFor({ baseUrl, clientId, clientSecret }: Account): StoredCredential {
	return new StoredCredential({
		baseUrl,
		clientId,
		clientSecret,
		versionHeader: 'service-api-version',
		apiVersion: 'v2.0',
		accessToken: '',
	});
}
