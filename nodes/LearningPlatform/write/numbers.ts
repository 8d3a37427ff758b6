import { hasNumber } from '../people';
import type { UserEntry } from './differences';
import type { Row } from './operation';
import { codeOf } from './refusals';
import { send } from './send';

/** Lets the platform find the user by the personnel number. @returns true */
export async function storeNumber(row: Row<UserEntry>, targetId: string): Promise<boolean> {
	const { client, directory, entry } = row;
	const { who } = entry;
	if (who?.by !== 'externalId') return false;
	const { platform, value } = who;
	const mapping = { platform, targetId, targetType: 'user', value };
	const look = async () =>
		(await hasNumber(directory, platform, { id: targetId, number: value })) ? mapping : undefined;
	const taken = ['mappingAlreadyExists', 'valueAlreadyUsed'];
	await send(client, {
		...{ path: 'external-ids', method: 'POST', body: mapping, look, repeated: taken },
		isConfirmed: ({ status, record }) =>
			status === 201 && record.targetId === targetId && record.value === value,
	}).catch(async (error: unknown) => {
		const code = codeOf(error) ?? '';
		if (code === 'reservedPlatformName') directory.reservedPlatforms.add(platform);
		// Another run may have stored it.
		if (!taken.includes(code) || !(await look())) throw error;
	});
	client.log.write('userAdded', { id: targetId, outcome: 'numbered' });
	return true;
}
