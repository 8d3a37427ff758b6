import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import sharp from 'sharp';

import { readBinaryData, runNode } from '../../engine/harness';
import { startSandbox, type Sandbox } from '../../sandbox';
import { pathOf } from '../install/program';

// Takes the pictures of workbooks in LibreOffice. Needs the Debian packages xvfb, imagemagick,
// libreoffice-gtk3, fonts-crosextra-carlito, and fonts-wqy-microhei. To run it: npx tsx test/e2e/spreadsheet/picture.ts

const DISPLAY = ':97';

interface Workbook {
	/** The size of the display. */
	screen: string;
	parameters: (sandbox: Sandbox) => IDataObject;
}

const COURSES = ['name', 'groupName', 'authorName', 'status', 'createdAt', 'duration'];
const PEOPLE = ['userName', 'userMail', 'status', 'dueDate', 'progress', 'managerNames'];

/** The statuses of a path's learners. */
const STATUSES = ['late', 'onTime', 'notYetStarted', 'onTime', 'late', 'toRetake'];

/** The pictures in docs/images/ by name, and how to export their workbooks. */
const WORKBOOKS: Readonly<Record<string, Workbook>> = {
	workbook: {
		screen: '1440x620x24',
		parameters: () => ({
			resource: 'course',
			options: { columns: COURSES.join(), headerInWords: true, addNames: ['groups', 'users'] },
		}),
	},
	unfinished: {
		screen: '1180x540x24',
		parameters: ({ catalogue }) => {
			const [path] = catalogue.list('paths');
			catalogue.clear('paths/stats');
			const users = catalogue.list('users').filter(({ status }) => status === 'active');
			for (const [at, { _id: userId }] of users.slice(1, 13).entries()) {
				const type = STATUSES[at % STATUSES.length] ?? '';
				const record = { userId, pathId: path?._id, status: { type }, unenrolledAt: undefined };
				const progress = type === 'notYetStarted' ? 0 : 20 + 5 * at;
				const days = type === 'late' ? -at - 3 : at + 9;
				const dueDate = DateTime.utc().startOf('day').plus({ days, hours: 17 }).toISO();
				catalogue.add('paths/stats', { ...record, progress, dueDate, completedAt: undefined });
			}
			const options = { addNames: ['managers'], headerInWords: true, columns: PEOPLE.join() };
			const pathId = { __rl: true, mode: 'id', value: path?._id };
			return { resource: 'trainingStatus', training: 'path', people: 'enrolled', pathId, options };
		},
	},
};

async function fileOf({ parameters }: Workbook): Promise<Buffer> {
	const sandbox = await startSandbox({ courses: 16, users: 60 });
	const { items, error } = await runNode({
		credential: sandbox,
		workflowSettings: { timezone: 'UTC' },
		parameters: { operation: 'export', format: 'xlsx', ...parameters(sandbox) },
	});
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

async function take(name: string, workbook: Workbook): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), 'learning-platform-picture-'));
	const file = join(folder, `${name}.xlsx`);
	await writeFile(file, await fileOf(workbook));
	const started: ChildProcess[] = [];
	try {
		started.push(
			spawn('Xvfb', [DISPLAY, '-screen', '0', workbook.screen], {
				stdio: 'ignore',
				detached: true,
			}),
		);
		const args = [
			'--norestore',
			'--nologo',
			'--nofirststartwizard',
			file,
			`-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`,
		];
		const env = { ...process.env, DISPLAY, SAL_USE_VCLPLUGIN: 'gtk3' };
		started.push(spawn(pathOf('LibreOffice'), args, { stdio: 'ignore', detached: true, env }));
		await picture(join(__dirname, '../../../docs/images', `${name}.png`));
	} finally {
		for (const one of started.reverse()) {
			// A negative ID also kills the process's children.
			if (one.pid !== undefined) process.kill(-one.pid, 'SIGKILL');
			if (one.exitCode === null) await once(one, 'exit');
		}
		await rm(folder, { recursive: true, force: true, maxRetries: 3 });
	}
}

async function main(): Promise<void> {
	for (const [name, workbook] of Object.entries(WORKBOOKS)) await take(name, workbook);
}

void main();
