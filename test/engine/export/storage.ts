import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

import { Container } from '@n8n/di';
import { BinaryDataConfig, BinaryDataService } from 'n8n-core';

import { atEndOfTest } from '../service';

type Manager = Parameters<BinaryDataService['setManager']>[1];

/** Gives n8n a folder for this test's binary data and removes the folder at the end. */
export async function ownBinaryDataFolder(): Promise<{ files: () => string[] }> {
	const folder = await mkdtemp(join(tmpdir(), 'binary-data-'));
	const config = Container.get(BinaryDataConfig);
	const before = config.localStoragePath;
	config.localStoragePath = folder;
	atEndOfTest(async () => {
		config.localStoragePath = before;
		await rm(folder, { recursive: true });
	});
	return { files: () => filesBelow(folder) };
}

/** Stores binary data with the test's function, in a storage mode that n8n core does not implement. */
export function storeWith(
	store: (file: Readable) => Promise<{ fileId: string; fileSize: number }>,
	mode: 'database' | 's3' = 's3',
) {
	const manager = { store: async (_location: unknown, file: Readable) => await store(file) };
	Container.get(BinaryDataService).setManager(mode, manager as unknown as Manager);
}

function filesBelow(folder: string): string[] {
	if (!existsSync(folder)) return [];
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => entry.name);
}
