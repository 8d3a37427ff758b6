/** Finds the users and groups that a table names. Only reads. */
export { customValuesIn, type CustomField, type CustomValues } from './customFields';
export { Directory } from './directory';
export { findLeavers } from './leavers';
export { findByNumber, numberOf, numberOfAnother, type Found } from './numbers';
export {
	asRowError,
	factsOf,
	isForbidden,
	isRowError,
	rowError,
	unknownUser,
	type RowError,
} from './rowErrors';
export { readRoles, roleKey, rolesIn, rolesOf, rolesWith } from './roles';
export { foldNumber, isDeleted, keysOf, refKey, segment } from './records';
