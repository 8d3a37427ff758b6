import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { IDataObject } from 'n8n-workflow';
import sharp from 'sharp';

import { fieldLabelsOf } from '../../../nodes/LearningPlatform/catalog/knownLists';
import { namesBesideIds, type NameOwner } from '../../../nodes/LearningPlatform/catalog/names';
import { nameOf } from '../../../nodes/LearningPlatform/values/identity';
import { formats } from '../../../nodes/LearningPlatform/file/formats';
import { withNames } from '../../../nodes/LearningPlatform/names';
import { startSandbox } from '../../sandbox';
import { pathOf } from '../install/program';

// Takes docs/images/workbook.png: a workbook in LibreOffice. Needs Debian's xvfb, imagemagick and libreoffice-gtk3:
// npx tsx test/e2e/spreadsheet/picture.ts

const DISPLAY = ':97';

const COLUMNS = ['name', 'groupName', 'authorName', 'status', 'createdAt', 'duration'];

async function workbook(): Promise<Buffer> {
	const sandbox = await startSandbox({ courses: 400, seed: 73 });
	// Other names of the sandbox are hard to show.
	const isPlain = ({ name, groupName, authorName }: IDataObject) =>
		[name, groupName, authorName].every(
			(text) => typeof text === 'string' && /^[\wÀ-ÿ\u2013 ,:&-]+$/.test(text),
		);
	const names = namesBesideIds('courses', ['groups', 'users']);
	const find = (list: NameOwner, id: string) => {
		const all = sandbox.catalogue.list(list) as IDataObject[];
		return all
			.filter(({ _id }) => _id === id)
			.map((record) => ({ name: nameOf(record), mail: '' }));
	};
	const records = (sandbox.catalogue.list('courses') as IDataObject[])
		.map((record) => withNames(record, names, find))
		.filter(isPlain);
	await sandbox.stop();
	const { content } = formats.xlsx.file({
		...{ columns: COLUMNS, fields: COLUMNS, hasMore: false, labels: fieldLabelsOf('courses') },
		...{ listName: 'courses', convertDates: true, timeZone: 'UTC' },
		// Those of CSV.
		...{ addByteOrderMark: false, delimiter: ',', escapeFormulas: false },
	});
	async function* pages() {
		yield await Promise.resolve({ records });
	}
	const chunks: Buffer[] = [];
	for await (const chunk of content(pages())) chunks.push(chunk);
	return Buffer.concat(chunks);
}

/** Takes a picture of the display when it is not empty and no longer changes. */
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
			// Includes its own processes.
			if (one.pid !== undefined) process.kill(-one.pid, 'SIGKILL');
			if (one.exitCode === null) await once(one, 'exit');
		}
		await rm(folder, { recursive: true, force: true, maxRetries: 3 });
	}
}

void main();
