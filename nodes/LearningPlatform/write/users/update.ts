import { isProblem, unknownUser } from '../../people';
import { rowByRow } from '../changes';
import type { WriteOperation } from '../operation';
import { changeUser } from './change';
import { findPeople } from './find';
import type { UpdateEntry } from './form';
import type { Person } from './person';
import { planUser } from './plan';

export const update: WriteOperation<UpdateEntry, Person> = {
	find: async (directory, rows) => {
		const userOf = await directory.find(rows.map(({ entry }) => entry.user));
		const found = rows.map((row) => {
			const user = userOf(row.entry.user) ?? unknownUser(row.entry.user);
			return [row, isProblem(user) ? user : { user }] as const;
		});
		return await findPeople(directory, new Map(found));
	},
	differences: planUser,
	apply: rowByRow<UpdateEntry, Person>(planUser, changeUser),
};
