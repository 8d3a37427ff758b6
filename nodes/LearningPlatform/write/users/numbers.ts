import { foldNumber, numberOf, type Found } from '../../people';
import { codeOf, sendConfirmed } from '../confirm';
import type { FieldGroup, UserRow } from './person';

const TAKEN = ['mappingAlreadyExists', 'valueAlreadyUsed'];

/** The personnel number, which lets the platform find the user even if the email has changed. */
export const numberWrites: FieldGroup = {
	plan: (row, person) => {
		const number = numberToStore(row, person);
		if (number === undefined) return { changes: [], state: {} };
		const change = { name: 'externalId', value: number, isStored: false, before: null };
		return { changes: [change], state: { number } };
	},

	store: async ({ client, directory, entry }, _person, targetId, [change]) => {
		const { platform = '' } = entry.who?.by === 'externalId' ? entry.who : {};
		const { value = '' } = change ?? {};
		const mapping = { platform, targetId, targetType: 'user', value };
		await sendConfirmed(client, {
			path: 'external-ids',
			method: 'POST',
			body: mapping,
			isConfirmed: ({ status, record }) =>
				status === 201 && record.targetId === targetId && record.value === value,
			look: async () => {
				const number = await numberOf(directory, platform, targetId);
				return number === value ? mapping : undefined;
			},
			repeated: TAKEN,
			raced: { codes: TAKEN, run: directory },
		}).catch((error: unknown) => {
			if (codeOf(error) === 'reservedPlatformName') directory.reservedPlatforms.add(platform);
			throw error;
		});
		client.log.write('userAdded', { id: targetId, outcome: 'numbered' });
		return { state: { number: value } };
	},
};

/** Returns the number that the platform does not have yet. */
function numberToStore({ entry, directory }: UserRow, { number }: Found): string | undefined {
	const { who } = entry;
	const isStored = who?.by !== 'externalId' || foldNumber(who.value) === foldNumber(number);
	return isStored || directory.reservedPlatforms.has(who.platform) ? undefined : who.value;
}
