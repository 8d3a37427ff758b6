import { type Sandbox, type SandboxOptions, startSandbox } from '../sandbox';

const running = new Set<Sandbox>();

/** Starts a service for one test: it stops when the test has ended. */
export async function startService(options: SandboxOptions = {}): Promise<Sandbox> {
	const sandbox = await startSandbox(options);
	running.add(sandbox);
	return sandbox;
}

afterEach(async () => {
	const services = [...running];
	running.clear();
	const missed = services.flatMap((sandbox) => sandbox.faults.pending());
	for (const sandbox of services) await sandbox.stop();
	// A fault that did not go off means that the test has shown something else than it says.
	expect(missed).toEqual([]);
});
