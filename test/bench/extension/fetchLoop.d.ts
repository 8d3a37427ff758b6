import type { IDataObject } from 'n8n-workflow';

import type { Account } from '../harness/engine';

export function fetchLoop(
	account: Account,
	onPage: (records: IDataObject[]) => void,
): Promise<void>;
