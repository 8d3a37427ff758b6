import { type RequestKind, type Sandbox, type SandboxOptions, startSandbox } from '../sandbox';
import { credentialFor, StoredCredential } from './harness';

// The set-up of every engine test: what a test starts ends with it, however it ends.

const running = new Map<Sandbox, SandboxOptions>();
const cleanUps: (() => unknown)[] = [];

/**
 * Starts a service for one test. The test fails when a fault that it added did not go off, and when the
 * service was asked for what the contract does not have; who provokes that takes it from the journal.
 */
export async function startService(options: SandboxOptions = {}): Promise<Sandbox> {
	const sandbox = await startSandbox(options);
	running.set(sandbox, options);
	return sandbox;
}

/** How many courses a page of a service has. */
export const coursesOnPage = (sandbox: Sandbox) => running.get(sandbox)?.coursePageSize ?? 500;

/** Has something done, and waited for, when the test has ended and its services have stopped. */
export function atEndOfTest(cleanUp: () => unknown): void {
	cleanUps.push(cleanUp);
}

afterEach(async () => {
	jest.restoreAllMocks();
	const services = [...running.keys()];
	running.clear();
	const missed = services.flatMap((sandbox) => sandbox.faults.pending());
	for (const sandbox of services) await sandbox.stop();
	for (const cleanUp of cleanUps.splice(0)) await cleanUp();
	const invented = services.flatMap(({ journal }) => journal.takeOffContract());
	// A fault that did not go off means that the test has shown something else than it says.
	expect(missed).toEqual([]);
	expect(invented).toEqual([]);
});

/** The globals of n8n and of the package, which run outside of jest unless it counts coverage. */
export const n8nGlobal =
	(globalThis as { outside?: { globalThis: typeof globalThis } }).outside?.globalThis ?? globalThis;

/** What time it is, in milliseconds, for n8n and for services, until the test ends. */
export function setClock(now: () => number): void {
	for (const clock of [Date, n8nGlobal.Date]) jest.spyOn(clock, 'now').mockImplementation(now);
}

/** Has n8n wait for a tenth of the time until the test ends, such as before a request is sent again. */
export function shortenWaits(): void {
	const { setTimeout: wait } = n8nGlobal;
	jest
		.spyOn(n8nGlobal, 'setTimeout')
		.mockImplementation((run: () => void, ms = 0) => wait(run, ms / 10));
}

/** A credential for a service that stays stored from run to run. */
export const storedFor = (sandbox: Sandbox) => new StoredCredential(credentialFor(sandbox));

/** The requests that a service got, as they stood on the wire. */
export const requestLines = ({ journal }: Sandbox) =>
	journal.entries.map(({ method, url }) => `${method} ${url}`);

/** What a service was asked for and how it answered, such as `courses 200`. */
export const outcomes = ({ journal }: Sandbox) =>
	journal.entries.map(({ kind, status }) => `${kind} ${status ?? 'nothing'}`);

/** Waits until a page of courses is asked for. */
export async function arrivalOfPage({ journal }: Sandbox, page: number): Promise<void> {
	await journal.waitFor((request) => request.kind === 'courses' && request.page === page);
}

/** Sends a page of courses by half, and the rest when `until` has ended. */
export function holdBodyOfPage(
	{ faults }: Sandbox,
	page: number,
	until: () => Promise<void>,
): void {
	faults.add({ on: { kind: 'courses', page }, inBody: until });
}

/** Waits until a service has been asked for something, such as page 2 of the courses, so many times. */
export async function requested(
	{ journal }: Sandbox,
	{ kind = 'courses', page, times }: { kind?: RequestKind; page?: number; times: number },
): Promise<void> {
	const arrived = () => journal.of(kind).filter((entry) => entry.page === page).length;
	await journal.waitFor(() => arrived() >= times);
}
