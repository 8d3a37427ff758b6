/** Polls a list and reports what has changed since the last poll. */
import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { ListingLog } from '../n8n/log';
import { checkNodeId } from '../n8n/publishing';
import { runExclusively } from '../n8n/scheduler';
import { openStaticData } from '../n8n/staticData';
import { logFailure } from '../nodeErrors';
import { pollList, sampleOf } from './poll';
import { readPoll } from './settings';

export { triggerProperties, triggerSubtitle } from './form';

/** Polls the list, or returns a sample in the editor. Logs any error and shows it in n8n. */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	let log = new ListingLog(context, 'records');
	try {
		const settings = await readPoll(context);
		({ log } = settings.client);
		if (context.getMode() === 'manual') return await sampleOf(settings);

		checkNodeId(context);
		return await runExclusively(context, settings.client, async () => {
			const staticData = openStaticData(context);
			const { items, state } = await pollList(settings, staticData.newest());
			if (state) staticData.store(state);
			return items;
		});
	} catch (error) {
		throw logFailure(context.getNode(), error, log);
	}
}
