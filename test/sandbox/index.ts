import type { Catalogue } from './catalogue';
import { selfSignedCertificate } from './certificate';
import type { Faults } from './faults';
import type { Journal } from './journal';
import { settingsFrom, type SandboxOptions } from './options';
import { listen } from './server';
import { Service } from './service';
import type { Tokens } from './tokens';

export type { RoutePath } from '../contract';
export type { Catalogue } from './catalogue';
export type { Fault, Faults } from './faults';
export type { Journal, JournalEntry, RequestKind } from './journal';
export type { SandboxOptions } from './options';
export type { ListRecord } from './records/record';
export type { Tokens } from './tokens';

/** A running service. */
export interface Sandbox {
	/** What a user enters as base URL: origin and path prefix. */
	baseUrl: string;
	origin: string;
	clientId: string;
	clientSecret: string;
	versionHeader: string;
	apiVersion: string;
	/** The self-signed certificate as PEM, with `tls`. */
	certificate?: string;
	catalogue: Catalogue;
	journal: Journal;
	faults: Faults;
	tokens: Tokens;
	/** Cuts all connections at once and frees the port. Calling it again does no harm. */
	stop(): Promise<void>;
}

/**
 * Starts the learning-platform service on a real socket.
 *
 * @throws {InvalidOption} for an option out of range.
 * @throws {NodeJS.ErrnoException} when the port cannot be had (EADDRINUSE, EACCES).
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const settings = settingsFrom(options);
	const service = new Service(settings);
	const certificate = settings.tls ? await selfSignedCertificate() : undefined;
	const listening = await listen(
		settings,
		(request, response) => void service.handle(request, response),
		certificate,
	);
	const scheme = certificate ? 'https' : 'http';
	const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host;
	const origin = `${scheme}://${host}:${listening.port}`;
	return {
		baseUrl: origin + settings.pathPrefix,
		origin,
		clientId: settings.clientId,
		clientSecret: settings.clientSecret,
		versionHeader: settings.versionHeader,
		apiVersion: settings.apiVersion,
		...(certificate ? { certificate: certificate.cert } : {}),
		catalogue: service.catalogue,
		journal: service.journal,
		faults: service.faults,
		tokens: service.tokens,
		stop: () => listening.close(),
	};
}
