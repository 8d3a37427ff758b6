import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startProxy } from '../../proxy';
import { selfSignedCertificate } from '../../sandbox/certificate';
import { daemonFolder, startDaemon } from './daemon';
import { freePort } from './freePort';

/** The address that n8n requests: other registries require a license. */
const HOST = 'registry.npmjs.org';

/** n8n asks this host whether a package is banned, and installs the package if the host does not respond. */
const N8N_HOST = 'api.n8n.io:443';

const VERDACCIO = join(__dirname, '../node_modules/verdaccio/bin/verdaccio');

/** An empty npm registry at the address of npm's own, for processes that have its settings. */
export interface Registry {
	/** The settings as environment variables. */
	environment: NodeJS.ProcessEnv;
	/** The settings as a `.npmrc`. */
	npmrc: string;
	/** The publisher's `.npmrc`, as `npm login` leaves it behind. */
	login: string;
	stop(): Promise<void>;
}

/** Starts a registry, and a proxy that leads npm's address to it. */
export async function startRegistry(): Promise<Registry> {
	const folder = await daemonFolder('registry');
	const { key, cert } = await selfSignedCertificate([HOST]);
	const certificate = join(folder, 'certificate.pem');
	await writeFile(certificate, cert);
	await writeFile(join(folder, 'key.pem'), key);
	const hash = createHash('sha1').update(PASSWORD).digest('base64');
	await writeFile(join(folder, 'htpasswd'), `${USER}:{SHA}${hash}\n`);
	const config = join(folder, 'config.yaml');
	await writeFile(config, JSON.stringify(CONFIG));
	const port = await freePort();
	const address = `https://127.0.0.1:${port}`;
	const daemon = await startDaemon(
		process.execPath,
		[VERDACCIO, '--config', config, '--listen', address],
		{ folder, ready: `127.0.0.1:${port}`, stopSignal: 'SIGKILL', user: {} },
	);
	const proxy = await startProxy({
		[`${HOST}:443`]: `127.0.0.1:${port}`,
		[N8N_HOST]: '127.0.0.1:9',
	});
	const registry = `https://${HOST}/`;
	return {
		environment: {
			HTTPS_PROXY: proxy.url,
			NODE_EXTRA_CA_CERTS: certificate,
			NO_PROXY: '',
			// The machine's own settings might name a different registry.
			npm_config_registry: registry,
		},
		npmrc: `registry=${registry}\nhttps-proxy=${proxy.url}\ncafile=${certificate}\n`,
		login: `//${HOST}/:_auth=${Buffer.from(`${USER}:${PASSWORD}`).toString('base64')}\n`,
		stop: async () => {
			proxy.stop();
			await daemon.stop();
		},
	};
}

const USER = 'owner';
const PASSWORD = 'Learning-4-all';

const CONFIG = {
	storage: './storage',
	auth: { htpasswd: { file: './htpasswd' } },
	packages: { '**': { access: '$all', publish: '$authenticated' } },
	https: { key: './key.pem', cert: './certificate.pem', ca: './certificate.pem' },
	web: { enable: false },
	log: { type: 'stdout', format: 'pretty', level: 'warn' },
};
