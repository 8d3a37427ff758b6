import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import type { Answer, Request } from './coreProcess';
import type { Contender, Engine, Job, Measurement, Prepared } from './engine';

const projectDirectory = join(__dirname, '../../..');

/** n8n's engine without n8n around it, in a process of its own. */
export class CoreEngine implements Engine {
	readonly contenders: readonly Contender[] = [
		'node',
		'nodeInParts',
		'loop',
		'poll',
		'pollChanges',
	];

	private prepared = 0;

	private constructor(
		readonly name: string,
		private readonly process: ChildProcess,
	) {}

	static start(version: string): CoreEngine {
		return new CoreEngine(`n8n-core ${version}`, startProcess());
	}

	async prepare(job: Job): Promise<Prepared> {
		this.prepared += 1;
		const request: Request = { prepared: this.prepared, job };
		if (job.contender === 'poll' || job.contender === 'pollChanges') {
			request.state = (await ask(this.process, request)).state ?? {};
		}
		return {
			run: async () => measurementOf(await ask(this.process, request)),
			runInOwnProcess: async () => {
				const child = startProcess();
				try {
					return measurementOf(await ask(child, request));
				} finally {
					await end(child);
				}
			},
		};
	}

	async stop(): Promise<void> {
		await end(this.process);
	}
}

function startProcess(): ChildProcess {
	return spawn(process.execPath, ['--import', 'tsx', 'test/bench/harness/coreProcess.ts'], {
		cwd: projectDirectory,
		env: { ...process.env, NODE_OPTIONS: process.env.BENCH_NODE_OPTIONS ?? '' },
		stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
	});
}

async function ask(child: ChildProcess, request: Request): Promise<Answer> {
	child.send(request);
	const [answer] = (await once(child, 'message')) as [Answer];
	if (answer.error !== undefined) throw new Error(answer.error);
	return answer;
}

function measurementOf({ measurement }: Answer): Measurement {
	if (!measurement) throw new Error('The engine measured nothing.');
	return measurement;
}

async function end(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	child.kill('SIGTERM');
	await once(child, 'exit');
}
