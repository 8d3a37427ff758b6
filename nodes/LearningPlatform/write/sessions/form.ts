import { recordField, type Values } from '../../form';
import { foldId } from '../../values/identity';
import { user, writeOptions } from '../form';

/** A required record. The value is its ID, decoded. */
function idField(idName: 'pathId' | 'sessionId') {
	const { properties, read } = recordField(idName);
	const decoded: typeof read = (...form) => foldId(decodeURIComponent(read(...form)));
	return { properties, read: decoded };
}

export const enrollmentScopes = () => ['users:read', 'paths:read', 'paths:write'];

export const enrollmentForm = {
	pathId: idField('pathId'),
	sessionId: idField('sessionId'),
	user,
	options: writeOptions({}),
};

export type EnrollmentEntry = Values<typeof enrollmentForm>;
