import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { installCommunityPackage } from '../../e2e/harness/home';
import { n8nCommand } from '../../e2e/harness/n8nCommand';
import { createOwner, ownersCall } from '../../e2e/harness/owner';
import { startN8n } from '../../e2e/harness/server';
import { until } from '../../e2e/harness/storedExecution';
import { n8nVersion, type Major } from '../../e2e/install/majors';
import type { Account } from '../extension/countRecords';
import type { Figures } from './rows';
import { type Contender, credentialFor, measuringWorkflow } from './workflow';

export interface Job {
	contender: Contender;
	account: Account;
	/** The number of input items; 1 by default. */
	items?: number;
	/** The number of rows that differ from the list; 0 by default. */
	edited?: number;
	/** The number of records that every run must return. */
	records: number;
	/** True if each run gets a fresh process with its own memory. */
	isCold?: boolean;
}

/** A running n8n instance. */
export interface N8n {
	name: string;
	/**
	 * Prepares a job with a new credential.
	 *
	 * @returns a function that runs the job once and throws an Error unless all records arrive
	 */
	prepare(job: Job): Promise<() => Promise<Figures>>;
	stop(): Promise<void>;
}

const SETTINGS = {
	N8N_CUSTOM_EXTENSIONS: join(__dirname, '../extension'),
	N8N_SECURE_COOKIE: 'false',
	N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem',
};

/**
 * Creates a home folder with the packed package and starts n8n there.
 *
 * @throws {Error} with n8n's output if n8n does not start
 */
export async function startMeasuringN8n(major: Major, tarball: string): Promise<N8n> {
	const name = `n8n ${n8nVersion(major)}`;
	const home = await mkdtemp(join(tmpdir(), `n8n-bench-${major}-`));
	await installCommunityPackage(home, tarball);
	const server = await startN8n(major, home, { env: SETTINGS });
	const call = ownersCall(server.url, await createOwner(server.url));

	const fetchWebhook = async (path: string) => {
		// n8n 2 reports a webhook as open shortly before it actually is.
		const response = await until(
			async () => {
				const answer = await fetch(`${server.url}/webhook/${path}`);
				return answer.status !== 404 && answer;
			},
			50,
			() => server.said(),
		);
		const said = await response.text();
		if (!response.ok) throw new Error(`${name}: ${said}`);
		return said;
	};

	const execute = async (id: string) => {
		const { said } = await n8nCommand(major, home, ['execute', '--id', id], SETTINGS);
		const measured = /^Measured (.*)$/m.exec(said)?.[1];
		if (measured === undefined) throw new Error(`${name}: ${said}`);
		return measured;
	};

	return {
		name,
		prepare: async ({ contender, account, records, isCold = false, ...given }) => {
			const path = randomUUID();
			const credential = credentialFor(contender, account);
			const { id: credentialId } = await call<{ id: string }>('credentials', credential);
			const workflow = measuringWorkflow(contender, given, path, {
				...credential,
				id: credentialId,
			});
			const { id, versionId } = await call<{ id: string; versionId: string }>(
				'workflows',
				workflow,
			);
			await call(`workflows/${id}/activate`, { versionId });
			return async () => {
				const answer = isCold ? await execute(id) : await fetchWebhook(path);
				const { records: found, ...figures } = JSON.parse(answer) as Figures;
				if (found === records) return figures;
				throw new Error(`${name}, ${contender}: ${found} records instead of ${records}`);
			};
		},
		stop: async () => {
			await server.kill();
			await rm(home, { recursive: true, force: true, maxRetries: 3 });
		},
	};
}
