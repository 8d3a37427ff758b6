import './environment';

import { Container } from '@n8n/di';
import { BinaryDataConfig, BinaryDataService } from 'n8n-core';
import type { IBinaryData } from 'n8n-workflow';

/** Where n8n keeps binary data: in the items themselves, in files of the instance, or elsewhere. */
export type BinaryDataMode = BinaryDataConfig['mode'];

/** Switches the whole process, as n8n's setting does: runs of different modes cannot overlap. */
export async function useBinaryDataMode(mode: BinaryDataMode): Promise<void> {
	Container.get(BinaryDataConfig).mode = mode;
	await Container.get(BinaryDataService).init();
}

/** The bytes of an item's binary field, wherever they are kept. */
export async function readBinaryData(binaryData: IBinaryData): Promise<Buffer> {
	return await Container.get(BinaryDataService).getAsBuffer(binaryData);
}
