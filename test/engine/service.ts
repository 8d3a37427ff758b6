import { type RequestKind, type Sandbox, type SandboxOptions, startSandbox } from '../sandbox';
import { credentialFor, StoredCredential } from './harness';

// The setup of every engine test. Everything that a test starts is stopped when the test ends.

const running = new Map<Sandbox, SandboxOptions>();
const cleanUps: (() => unknown)[] = [];

/**
 * Starts a service for one test. The test fails if a scripted fault did not happen, or if a request violates the
 * contract and the test does not remove it from the journal.
 */
export async function startService(options: SandboxOptions = {}): Promise<Sandbox> {
	const sandbox = await startSandbox(options);
	running.set(sandbox, options);
	return sandbox;
}

/** Returns the number of courses on each of a service's pages. */
export const coursesOnPage = (sandbox: Sandbox) => running.get(sandbox)?.coursePageSize ?? 500;

/** Runs a function after the test and its services have ended. */
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
	// If the fault never happened, the test proved nothing.
	expect(missed).toEqual([]);
	expect(invented).toEqual([]);
});

/** The globals of n8n and the package, which run outside jest in most test files. */
export const n8nGlobal =
	(globalThis as { outside?: { globalThis: typeof globalThis } }).outside?.globalThis ?? globalThis;

/** Sets the clock of n8n and the services, in milliseconds, until the test ends. */
export function setClock(now: () => number): void {
	for (const clock of [Date, n8nGlobal.Date]) jest.spyOn(clock, 'now').mockImplementation(now);
}

/** Stops the clock of n8n and the services until the test ends. @returns the clock's time in ms */
export function stopClock(): number {
	const now = Date.now();
	setClock(() => now);
	return now;
}

/**
 * Shortens n8n's waits, e.g. before retries, to a hundredth of their length until the test ends. The clock that measures
 * pauses goes on as if they had lasted in full. Anything above a minute is a request's time limit, which stays: a busy
 * machine may need more than a hundredth of it.
 */
export function shortenWaits(): void {
	const { setTimeout: wait, performance } = n8nGlobal;
	if (jest.isMockFunction(wait)) return;
	const now = performance.now.bind(performance);
	let skippedMs = 0;
	jest.spyOn(performance, 'now').mockImplementation(() => now() + skippedMs);
	jest.spyOn(n8nGlobal, 'setTimeout').mockImplementation((run: () => void, ms = 0) => {
		const part = ms > 60_000 ? 1 : 0.01;
		return wait(() => {
			skippedMs += ms * (1 - part);
			run();
		}, ms * part);
	});
}

/** A credential that remains stored between runs. */
export const storedFor = (sandbox: Sandbox) => new StoredCredential(credentialFor(sandbox));

/** A service's request lines. */
export const requestLines = ({ journal }: Sandbox) =>
	journal.entries.map(({ method, url }) => `${method} ${url}`);

/** A service's requests and response statuses, such as `courses 200`. */
export const outcomes = ({ journal }: Sandbox) =>
	journal.entries.map(({ kind, status }) => `${kind} ${status ?? 'nothing'}`);

/** Waits for the request for a page of courses. */
export async function arrivalOfPage({ journal }: Sandbox, page: number): Promise<void> {
	await journal.waitFor((request) => request.kind === 'courses' && request.page === page);
}

/** Sends half of a page of courses and, after `until` ends, the rest. */
export function holdBodyOfPage(
	{ faults }: Sandbox,
	page: number,
	until: () => Promise<void>,
): void {
	faults.add({ on: { kind: 'courses', page }, inBody: until });
}

/** Waits for `times` requests of a kind, e.g. for page 2 of the courses. */
export async function requested(
	{ journal }: Sandbox,
	{ kind = 'courses', page, times }: { kind?: RequestKind; page?: number; times: number },
): Promise<void> {
	const arrived = () => journal.of(kind).filter((entry) => entry.page === page).length;
	await journal.waitFor(() => arrived() >= times);
}
