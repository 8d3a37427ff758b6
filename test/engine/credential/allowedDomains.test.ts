import { listCourses } from '../lists';
import { startService, storedFor } from '../service';

// n8n itself lets a person restrict a credential to some hosts.
const restricted = (allowedDomains: string) => ({
	allowedHttpRequestDomains: 'domains',
	allowedDomains,
});

it('a credential that may reach the service works', async () => {
	const sandbox = await startService({ courses: 5, coursePageSize: 2 });
	const credential = storedFor(sandbox);
	credential.edit(restricted('other.example, 127.0.0.1'));
	const { items } = await listCourses(credential, { returnAll: true });
	expect(items).toHaveLength(5);
});

it('a credential that may not reach the service says so, and nothing is sent', async () => {
	const sandbox = await startService({ courses: 1 });
	const credential = storedFor(sandbox);
	credential.edit(restricted('other.example'));
	const { error } = await listCourses(credential);
	expect(error?.message).toBe(
		'n8n does not allow this credential to reach the service (courses, page 1). Check Allowed HTTP Request Domains in the credential.',
	);
	expect(error?.description).toContain('Domain not allowed');
	expect(sandbox.journal.entries).toEqual([]);
});
