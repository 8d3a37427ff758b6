import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pathOf } from '../install/program';
import { type Daemon, daemonFolder, startDaemon, unprivileged } from './daemon';
import { freePort } from './freePort';
import type { ImportedCredential } from './workflow';

/** An SFTP server. */
export interface Sftp extends Daemon {
	/** n8n's credential, which contains a key. */
	credential: ImportedCredential;
	/** A writable folder. */
	folder: string;
}

/** Starts OpenSSH's server on a free port of 127.0.0.1. It allows only file transfers. */
export async function startSftp(): Promise<Sftp> {
	const folder = await daemonFolder('sftp');
	const [hostKey, userKey] = [join(folder, 'host'), join(folder, 'user')];
	for (const key of [hostKey, userKey]) {
		const args = ['-q', '-t', 'ecdsa', '-m', 'PEM', '-N', '', '-f', key];
		await promisify(execFile)('ssh-keygen', args, { ...unprivileged, cwd: folder });
	}
	const port = await freePort();
	const settings = {
		Port: port,
		ListenAddress: '127.0.0.1',
		HostKey: hostKey,
		AuthorizedKeysFile: `${userKey}.pub`,
		PasswordAuthentication: 'no',
		StrictModes: 'no',
		// Otherwise, accounts without a password, such as `nobody`, are locked.
		UsePAM: 'yes',
		PidFile: 'none',
		ForceCommand: 'internal-sftp',
		Subsystem: 'sftp internal-sftp',
	};
	const config = join(folder, 'config');
	const lines = Object.entries(settings).map(([name, value]) => `${name} ${value}\n`);
	await writeFile(config, lines.join(''));
	const path = pathOf('OpenSSH');
	const options = { folder, ready: 'Server listening', stopSignal: 'SIGTERM' } as const;
	const daemon = await startDaemon(path, ['-D', '-e', '-f', config], options);
	// A server without root rights accepts only its own user.
	const username = unprivileged.uid === undefined ? userInfo().username : 'nobody';
	const privateKey = await readFile(userKey, 'utf8');
	const data = { host: '127.0.0.1', port, username, password: '', privateKey, passphrase: '' };
	return {
		...daemon,
		credential: { id: 'sftp', name: 'sftp', type: 'sftp', data },
		folder,
	};
}
