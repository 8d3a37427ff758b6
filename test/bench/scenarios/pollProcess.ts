import type { IDataObject } from 'n8n-workflow';

import { credentialFor, InstalledPackage, runPoll } from '../../engine/harness';
import { type Account, countRecords } from '../extension/countRecords';
import { begin, end } from '../extension/measurement';
import { answerOnce } from '../harness/ownProcess';
import type { Figures } from '../harness/rows';

export interface PollRequest {
	contender: 'poll' | 'pollChanges' | 'loop';
	account: Account;
	/** The trigger's state; undefined for a first poll. */
	state?: IDataObject | undefined;
}

export interface PollAnswer {
	figures: Figures;
	state?: IDataObject;
}

answerOnce(answer);

async function answer({ contender, account, state }: PollRequest): Promise<PollAnswer> {
	// Loads modules before the measurement starts.
	await InstalledPackage.load();
	begin(contender);
	if (contender === 'loop') return { figures: { ...end(contender, await countRecords(account)) } };
	const { error, items, staticData } = await runPoll({
		parameters: {
			resource: 'course',
			triggerOn: ['added', 'updated', 'removed'],
			options: { readWholeList: contender === 'poll' ? 'poll' : 'day' },
		},
		credential: { ...credentialFor({ ...account, catalogue: undefined }) },
		...(state && { staticData: state }),
		activation: state ? 'update' : 'activate',
	});
	if (error) throw error;
	const stateBytes = JSON.stringify(staticData).length;
	return { figures: { ...end(contender, items?.length ?? 0), stateBytes }, state: staticData };
}
