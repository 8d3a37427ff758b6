import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProxy } from '../../proxy';
import { selfSignedCertificate } from '../../sandbox/certificate';
import { Sheet } from './sheet';
import type { ImportedCredential } from './workflow';

const HOST = 'sheets.googleapis.com';

/** A fake Google Sheets service with one sheet, which n8n reaches through a proxy. */
interface GoogleSheets {
	sheet: Sheet;
	/** An account for n8n. */
	credential: ImportedCredential;
	/** The settings that make n8n accept the service as Google. */
	env: NodeJS.ProcessEnv;
	stop(): Promise<void>;
}

/** Starts a server with a certificate for Google's host, and a proxy that routes requests to that server. */
export async function startGoogleSheets(name: string): Promise<GoogleSheets> {
	const folder = await mkdtemp(join(tmpdir(), 'learning-platform-sheets-'));
	const certificate = await selfSignedCertificate([HOST]);
	const certificateFile = join(folder, 'certificate.pem');
	await writeFile(certificateFile, certificate.cert);
	const sheet = new Sheet(name);

	const google = createServer(certificate, (request, response) => {
		void text(request).then((body) => {
			const { status, json } = answer(request, body);
			response.writeHead(status, { 'content-type': 'application/json' });
			response.end(JSON.stringify(json));
		});
	});
	const answer = ({ method = '', url = '' }: IncomingMessage, body: string) => {
		const { pathname, searchParams } = new URL(url, `https://${HOST}`);
		const action = decodeURIComponent(pathname.replace(/^\/v4\/spreadsheets\/[^/:]+[/]?/, ''));
		const content = body === '' ? {} : (JSON.parse(body) as object);
		try {
			return { status: 200, json: sheet.answer(method, action, searchParams, content) };
		} catch (error) {
			return { status: 400, json: { error: { code: 400, message: String(error) } } };
		}
	};
	await once(google.listen(0, '127.0.0.1'), 'listening');
	const { port } = google.address() as AddressInfo;
	const proxy = await startProxy({ [`${HOST}:443`]: `127.0.0.1:${port}` });
	return {
		sheet,
		credential: {
			id: 'google',
			name: 'google',
			type: 'googleSheetsOAuth2Api',
			data: {
				clientId: 'n8n',
				clientSecret: 'any',
				oauthTokenData: { access_token: 'token', refresh_token: 'any', token_type: 'Bearer' },
			},
		},
		env: {
			HTTPS_PROXY: proxy.url,
			NO_PROXY: '127.0.0.1,localhost',
			NODE_EXTRA_CA_CERTS: certificateFile,
		},
		stop: async () => {
			proxy.stop();
			google.closeAllConnections();
			google.close();
			await rm(folder, { recursive: true, force: true });
		},
	};
}
