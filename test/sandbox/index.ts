import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { selfSignedCertificate } from './certificate';
import { settingsFrom, type SandboxOptions, type Settings } from './options';
import { EVENTS_PATH, Service } from './service';

export type { RoutePath } from '../contract';
export type { Catalogue } from './catalogue';
export { ODD_ANSWERS } from './faults';
export type { Fault, Faults } from './faults';
export type { Journal, JournalEntry, RequestKind } from './journal';
export type { SandboxOptions } from './options';
export type { Audience } from './records/audiences';
export type { Company } from './records/company';
export type { ListRecord } from './records/world';

/** Public hosts whose requests a proxy can redirect to the sandbox. */
const PUBLIC_HOSTS = ['app.360learning.com', 'app.us.360learning.com'];

/** A running service. */
export interface Sandbox
	extends
		Pick<Settings, 'apiVersion' | 'clientId' | 'clientSecret' | 'versionHeader'>,
		Pick<Service, 'catalogue' | 'company' | 'faults' | 'journal' | 'tokens' | 'webhooks'> {
	/** The credential's Base URL: origin and path prefix. */
	baseUrl: string;
	origin: string;
	/** The HTTPS certificate that clients must trust, in PEM format. */
	certificate: string | undefined;
	/** Closes all connections and frees the port. Safe to call twice. */
	stop(): Promise<void>;
}

/**
 * Starts the learning-platform service on a real socket.
 *
 * @throws {NodeJS.ErrnoException} if the port is unavailable (EADDRINUSE, EACCES)
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const settings = settingsFrom(options);
	const service = new Service(settings);
	const certificate = settings.tls ? await selfSignedCertificate(PUBLIC_HOSTS) : undefined;
	const handle: RequestListener = (request, response) => void service.handle(request, response);
	const server = certificate ? createTlsServer(certificate, handle) : createServer(handle);
	// Longer than any client keeps an idle connection open: a request must not arrive on a connection that is closing.
	server.keepAliveTimeout = 75_000;
	server.listen(settings.port, settings.host);
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	const close = promisify(server.close.bind(server));
	let closing: Promise<void> | undefined;
	const scheme = certificate ? 'https' : 'http';
	const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host;
	const origin = `${scheme}://${host}:${port}`;
	const { clientId, clientSecret, versionHeader, apiVersion } = settings;
	const { catalogue, company, journal, faults, tokens, webhooks } = service;
	return {
		baseUrl: origin + settings.pathPrefix,
		origin,
		certificate: certificate?.cert,
		clientId,
		clientSecret,
		versionHeader,
		apiVersion,
		catalogue,
		company,
		journal,
		faults,
		tokens,
		webhooks,
		stop: () => {
			closing ??= close();
			webhooks.stop();
			server.closeAllConnections();
			return closing;
		},
	};
}

/** Returns instructions for sending an event from a running sandbox. */
export function eventHint({ origin }: Sandbox): string {
	return `To send an event to all subscribers:
  curl ${origin}${EVENTS_PATH} -d '{"type":"user.created"}'`;
}
