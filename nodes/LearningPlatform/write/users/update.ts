import { rowByRow } from '../changes';
import type { WriteOperation } from '../operation';
import { findSubjects } from '../subjects';
import { changeUser } from './change';
import { findPeople } from './find';
import { preflight } from './preflight';
import type { UpdateEntry } from './form';
import type { Person } from './person';
import { planUser } from './plan';
import { tableRemarks } from './remarks';

export const update: WriteOperation<UpdateEntry, Person> = {
	find: async (directory, rows) =>
		await findPeople(directory, await findSubjects(directory, rows, () => true)),
	differences: planUser,
	apply: rowByRow<UpdateEntry, Person>(planUser, changeUser),
	preflight,
	remarksOn: tableRemarks,
};
