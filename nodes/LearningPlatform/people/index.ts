/** Finds the users and groups that a table names. Only reads. */
export { customValuesIn, type CustomField, type CustomValues } from './customFields';
export { Directory } from './directory';
export { findLeavers } from './leavers';
export { findByNumber, numberOf, numberOfAnother, type Found } from './numbers';
export {
	asProblem,
	factsOf,
	impossible,
	isForbidden,
	isProblem,
	unknownUser,
	type Problem,
} from './problems';
export { readRoles, roleKey, rolesIn, rolesOf, rolesWith } from './roles';
export { foldNumber, isDeleted, keysOf, recordId, refKey, segment } from './records';
