import { delimiter, dirname, join } from 'node:path';

/** What a process needs from the machine; everything else, n8n's own settings above all, comes from us. */
const INHERITED = ['PATH', 'LANG', 'TZ', 'TMPDIR', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE'];

/**
 * The environment of every n8n process: nothing of the user's n8n, no calls home, its data below `home`.
 *
 * @param home becomes N8N_USER_FOLDER and HOME
 */
export function n8nEnvironment(home: string, extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
	const { E2E_RUN_FOLDER: runFolder } = process.env;
	const inherited = INHERITED.filter((name) => process.env[name] !== undefined);
	return {
		...Object.fromEntries(inherited.map((name) => [name, process.env[name]])),
		PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
		HOME: home,
		// n8n has thousands of files; what one process has compiled serves those that start after it.
		...(runFolder !== undefined && { NODE_COMPILE_CACHE: join(runFolder, 'compiled') }),
		N8N_USER_FOLDER: home,
		N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'true',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		GENERIC_TIMEZONE: 'UTC',
		// As in n8n 2. Without a pool n8n 1 has one connection for everything: what one execution rolls back takes
		// the end of another one with it, and whoever reads the database, as tests do, keeps n8n from writing.
		DB_SQLITE_POOL_SIZE: '3',
		// n8n 2 connects again when its database has not answered for 5 s, as on a busy machine.
		DB_PING_TIMEOUT_MS: '60000',
		...extra,
	};
}
