import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { selfSignedCertificate } from '../../sandbox/certificate';
import { Sheet } from './sheet';
import type { ImportedCredential } from './workflow';

const HOSTS = ['oauth2.googleapis.com', 'sheets.googleapis.com'];

/** A stand-in for Google Sheets with one spreadsheet of one sheet, which n8n finds by a proxy. */
export interface GoogleSheets {
	sheet: Sheet;
	/** A service account for n8n. */
	credential: ImportedCredential;
	/** What n8n needs to take it for Google. */
	env: NodeJS.ProcessEnv;
	/** Every request for the sheet, e.g. `POST values:batchUpdate`. */
	requests: string[];
	/** Has the next request that changes the sheet wait for a promise; resolves when that request has come. */
	holdNext(until: Promise<void>): Promise<void>;
	stop(): Promise<void>;
}

/**
 * Starts it: a proxy whose tunnels all end at a server of ours, with a certificate for Google's hosts.
 *
 * @param name of the sheet
 */
export async function startGoogleSheets(name: string): Promise<GoogleSheets> {
	const folder = await mkdtemp(join(tmpdir(), 'learning-platform-sheets-'));
	const certificate = await selfSignedCertificate(HOSTS);
	const certificateFile = join(folder, 'certificate.pem');
	await writeFile(certificateFile, certificate.cert);
	const sheet = new Sheet(name);
	const requests: string[] = [];
	const sockets = new Set<Socket>();

	let held: { until: Promise<void>; come: () => void } | undefined;
	const pass = async ({ headers, method }: IncomingMessage) => {
		if (held === undefined || headers.host === HOSTS[0] || method === 'GET') return;
		const { until, come } = held;
		held = undefined;
		come();
		await until;
	};

	const google = createHttpsServer(certificate, (request, response) => {
		void bodyOf(request).then(async (body) => {
			await pass(request);
			const { status, json } = answer(request, body);
			response.writeHead(status, { 'content-type': 'application/json' });
			response.end(JSON.stringify(json));
		});
	});
	const answer = ({ method = '', url = '', headers }: IncomingMessage, body: string) => {
		if (headers.host === HOSTS[0]) return { status: 200, json: { access_token: 'token' } };
		const { pathname, searchParams } = new URL(url, 'https://sheets.googleapis.com');
		const action = decodeURIComponent(pathname.replace(/^\/v4\/spreadsheets\/[^/:]+[/]?/, ''));
		requests.push(`${method} ${action.replace(/\/.*?(?=:append|$)/, '')}`);
		try {
			const content = body === '' ? {} : (JSON.parse(body) as object);
			return { status: 200, json: sheet.answer(method, action, searchParams, content) };
		} catch (error) {
			return { status: 400, json: { error: { code: 400, message: String(error) } } };
		}
	};

	const proxy = createHttpServer();
	proxy.on('connect', (_request: IncomingMessage, client: Socket) => {
		const { port } = google.address() as AddressInfo;
		const onward = connect(port, '127.0.0.1', () => {
			client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
			onward.pipe(client).pipe(onward);
		});
		for (const socket of [client, onward]) {
			sockets.add(socket);
			socket.on('error', () => socket.destroy());
		}
	});
	await Promise.all(
		[google, proxy].map((server) => once(server.listen(0, '127.0.0.1'), 'listening')),
	);
	const { port } = proxy.address() as AddressInfo;
	const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
	return {
		sheet,
		requests,
		holdNext: (until) =>
			new Promise((come) => {
				held = { until, come };
			}),
		credential: {
			id: 'google',
			name: 'google',
			type: 'googleApi',
			data: {
				email: 'n8n@example.com',
				privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }),
			},
		},
		env: {
			HTTPS_PROXY: `http://127.0.0.1:${port}`,
			NO_PROXY: '127.0.0.1,localhost',
			NODE_EXTRA_CA_CERTS: certificateFile,
		},
		stop: async () => {
			for (const socket of sockets) socket.destroy();
			google.closeAllConnections();
			for (const server of [google, proxy]) server.close();
			await rm(folder, { recursive: true, force: true });
		},
	};
}

async function bodyOf(request: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks).toString();
}
