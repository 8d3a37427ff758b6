import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';

import { readBinaryData, runNode } from '../../engine/harness';
import { startSandbox } from '../../sandbox';
import { nameOfUser } from '../harness/catalogueRows';
import { pathOf } from '../install/program';

// Takes the picture docs/images/workbook.png: a workbook in LibreOffice. Needs the Debian packages xvfb,
// imagemagick, and libreoffice-gtk3. To run it: npx tsx test/e2e/spreadsheet/picture.ts

const DISPLAY = ':97';

const COLUMNS = ['name', 'groupName', 'authorName', 'status', 'createdAt', 'duration'];

async function workbook(): Promise<Buffer> {
	const sandbox = await startSandbox({ courses: 400, seed: 73 });
	const { catalogue } = sandbox;
	// Names with other characters are hard to display.
	const isPlain = (text: unknown) => typeof text === 'string' && /^[\wÀ-ÿ\u2013 ,:&-]+$/.test(text);
	for (const { _id, name, groupId, authorId } of catalogue.list('courses')) {
		const group = catalogue.get('groups', String(groupId)).name;
		const names = [name, group, nameOfUser(sandbox, authorId)];
		if (!names.every(isPlain)) catalogue.remove('courses', _id);
	}
	const parameters = {
		...{ resource: 'course', operation: 'export', format: 'xlsx' },
		options: { columns: COLUMNS.join(), addNames: ['groups', 'users'] },
	};
	const { items, error } = await runNode({ credential: sandbox, parameters });
	await sandbox.stop();
	const file = items[0]?.binary?.data;
	if (!file) throw new Error('The export has no file', { cause: error });
	return await readBinaryData(file);
}

/** Takes a picture of the display once it is not empty and no longer changes. */
async function picture(path: string): Promise<void> {
	let before = Buffer.alloc(0);
	for (;;) {
		await pause(5_000);
		await promisify(execFile)('import', ['-display', DISPLAY, '-window', 'root', '-strip', path]);
		const now = await readFile(path);
		if (now.length > 20_000 && now.equals(before)) break;
		before = now;
	}
	await writeFile(path, await sharp(before).trim().png({ palette: true, effort: 10 }).toBuffer());
}

async function main(): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), 'learning-platform-picture-'));
	const file = join(folder, 'courses.xlsx');
	await writeFile(file, await workbook());
	const started: ChildProcess[] = [];
	try {
		started.push(
			spawn('Xvfb', [DISPLAY, '-screen', '0', '1440x620x24'], { stdio: 'ignore', detached: true }),
		);
		const args = [
			...['--norestore', '--nologo', '--nofirststartwizard', file],
			`-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`,
		];
		const env = { ...process.env, DISPLAY, SAL_USE_VCLPLUGIN: 'gtk3' };
		started.push(spawn(pathOf('LibreOffice'), args, { stdio: 'ignore', detached: true, env }));
		await picture(join(__dirname, '../../../docs/images/workbook.png'));
	} finally {
		for (const one of started.reverse()) {
			// A negative ID also kills the process's children.
			if (one.pid !== undefined) process.kill(-one.pid, 'SIGKILL');
			if (one.exitCode === null) await once(one, 'exit');
		}
		await rm(folder, { recursive: true, force: true, maxRetries: 3 });
	}
}

void main();
