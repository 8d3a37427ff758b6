import { type RequestKind, type Sandbox, type SandboxOptions, startSandbox } from '../sandbox';
import { credentialFor, StoredCredential } from './harness';

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

/** A credential for a service that stays stored from run to run. */
export const storedFor = (sandbox: Sandbox) => new StoredCredential(credentialFor(sandbox));

/** The requests that a service got, as they stood on the wire. */
export const requestLines = ({ journal }: Sandbox) =>
	journal.entries.map(({ method, url }) => `${method} ${url}`);

/** What a service was asked for and how it answered, such as `courses 200`. */
export const outcomes = ({ journal }: Sandbox) =>
	journal.entries.map(({ kind, status }) => `${kind} ${status ?? 'nothing'}`);

/** Waits until a service has been asked for something, such as page 2 of the courses, so many times. */
export async function requested(
	{ journal }: Sandbox,
	{ kind = 'courses', page, times }: { kind?: RequestKind; page?: number; times: number },
): Promise<void> {
	const arrived = () => journal.of(kind).filter((entry) => entry.page === page).length;
	await journal.waitFor(() => arrived() >= times);
}
