import { hasNumber, type Found } from '../people';
import type { FurtherFields, UserRow } from './person';
import { codeOf } from './refusals';
import { send } from './send';

/** The personnel number, which lets the platform find the user even if the email has changed. */
export const numberWrites: FurtherFields = {
	plan: (row, person) => {
		const number = numberToStore(row, person);
		if (number === undefined) return { wishes: [], state: {} };
		const wish = { name: 'externalId', value: number, isStored: false, before: null };
		return { wishes: [wish], state: { number } };
	},

	store: async (row, person, targetId) => {
		const { client, directory, entry } = row;
		const { platform = '' } = entry.who?.by === 'externalId' ? entry.who : {};
		const value = numberToStore(row, person) ?? '';
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
		return { state: { number: value } };
	},
};

/** Returns the number that the platform does not have yet. */
function numberToStore({ entry, directory }: UserRow, { number }: Found): string | undefined {
	const { who } = entry;
	const isStored = who?.by !== 'externalId' || who.value === number;
	return isStored || directory.reservedPlatforms.has(who.platform) ? undefined : who.value;
}
