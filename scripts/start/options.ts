import { parseArgs } from 'node:util';

export const help = `Exports the published courses to out/published-courses.csv, using the Learning Platform
node in n8n's engine.

  npm start                                  from a sandbox that runs only during the export
  npm start -- --base-url https://...        from a service, with its API credentials in
                                             LEARNING_PLATFORM_CLIENT_ID and
                                             LEARNING_PLATFORM_CLIENT_SECRET

Options
  --base-url <url>          address of the service, without "/api/v2"
  --version-header <name>   name of its version header (default: service-api-version)
  --api-version <value>     value of its version header (default: v2.0)
  --help                    print this text
`;

/**
 * Reads the command line and the environment.
 *
 * @returns the service at --base-url, as entered in n8n's credential form; `sandbox` if no address is given; or `help`
 * @throws {Error} if an option is unknown, the address is malformed, or the API credentials are missing
 */
export function readOptions(args: string[], env: NodeJS.ProcessEnv) {
	const { values } = parseArgs({
		args,
		options: {
			'base-url': { type: 'string' },
			'version-header': { type: 'string', default: 'service-api-version' },
			'api-version': { type: 'string', default: 'v2.0' },
			help: { type: 'boolean' },
		},
	});
	if (values.help) return 'help';
	const baseUrl = values['base-url'];
	if (baseUrl === undefined) return 'sandbox';
	if (!/^https?:$/.test(URL.parse(baseUrl)?.protocol ?? '')) {
		throw new Error(`--base-url must start with https:// or http://, but is "${baseUrl}".`);
	}
	return {
		baseUrl,
		clientId: fromEnvironment(env, 'LEARNING_PLATFORM_CLIENT_ID'),
		clientSecret: fromEnvironment(env, 'LEARNING_PLATFORM_CLIENT_SECRET'),
		versionHeader: values['version-header'],
		apiVersion: values['api-version'],
		accessToken: '',
	};
}

function fromEnvironment(env: NodeJS.ProcessEnv, name: string): string {
	const value = env[name]?.trim();
	if (!value) throw new Error(`Set ${name} to a value from the service's API credentials.`);
	return value;
}
