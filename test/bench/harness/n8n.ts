import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { installCommunityPackage } from '../../e2e/harness/home';
import { n8nCommand } from '../../e2e/harness/n8nCommand';
import { createOwner, ownersCall } from '../../e2e/harness/owner';
import { startN8n } from '../../e2e/harness/server';
import { n8nVersion, type Major } from '../../e2e/install/majors';
import type { Account } from '../extension/countRecords';
import type { Figures } from './rows';
import { type Contender, credentialFor, measuringWorkflow } from './workflow';

export interface Job {
	contender: Contender;
	account: Account;
	/** How many input items the contender is given; 1 unless told otherwise. */
	items?: number;
	/** How many rows of the contender's table differ from the list; none unless told otherwise. */
	edited?: number;
	/** What every run has to come to; anything else is no measurement. */
	records: number;
	/** Runs in a fresh process, whose memory is the run's alone, and not in one that is warm after a few runs. */
	isCold?: boolean;
}

/** A real n8n that runs all the time. */
export interface N8n {
	name: string;
	/**
	 * Makes a job ready to be run, with a credential that was never used before.
	 *
	 * @returns what runs it once; it throws an Error unless all records come
	 */
	prepare(job: Job): Promise<() => Promise<Figures>>;
	stop(): Promise<void>;
}

const OPENS_WITHIN_MS = 10_000;

const SETTINGS = {
	N8N_CUSTOM_EXTENSIONS: join(__dirname, '../extension'),
	N8N_SECURE_COOKIE: 'false',
	N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem',
};

/**
 * Makes a home with the packed package in it and starts n8n there.
 *
 * @throws Error with what n8n said when it does not start
 */
export async function startMeasuringN8n(major: Major, tarball: string): Promise<N8n> {
	const name = `n8n ${n8nVersion(major)}`;
	const home = await mkdtemp(join(tmpdir(), `n8n-bench-${major}-`));
	await installCommunityPackage(home, tarball);
	const server = await startN8n(major, home, { env: SETTINGS });
	const call = ownersCall(server.url, await createOwner(server.url));

	/** n8n 2.x opens a webhook a moment after it said so. */
	const fetchWebhook = async (path: string) => {
		const deadline = Date.now() + OPENS_WITHIN_MS;
		for (;;) {
			const response = await fetch(`${server.url}/webhook/${path}`);
			const said = await response.text();
			if (response.ok) return said;
			if (response.status !== 404 || Date.now() > deadline) throw new Error(`${name}: ${said}`);
			await pause(50);
		}
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
