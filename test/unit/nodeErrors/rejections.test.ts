import { withFacts } from '../../../nodes/LearningPlatform/failures/failure';
import { responseFailure } from '../../../nodes/LearningPlatform/failures/classify';
import { wordedForNode } from '../../../nodes/LearningPlatform/nodeErrors';
import { WRITES } from '../../contract';

/** Returns what a user reads after a rejected change in a list. */
const read = (list: string, status: number, error: unknown) => {
	const failure = responseFailure(status, JSON.stringify({ error }));
	const purpose = { action: 'write', list } as never;
	const { message, description = '' } = wordedForNode(withFacts(failure, { purpose })) as Error & {
		description?: string;
	};
	return { message, description };
};

const rejections = Object.entries(WRITES)
	// The node never replaces a personnel number.
	.filter(([kind]) => kind !== 'PUT external-ids/{mappingId}')
	.flatMap(([kind, { errors }]) => {
		const [, list = ''] = /^\S+ ([^/]+)/.exec(kind) ?? [];
		return ['400', '404'].flatMap((status) =>
			(errors[status] ?? []).map((code) => [code, kind, Number(status), list] as const),
		);
	});

it.each(rejections)('%s of %s has words of its own', (code, _kind, status, list) => {
	const { message, description } = read(list, status, { code, message: 'Never mind' });
	expect(message).toMatch(/^(Another|Several|The|Too) (?!service |platform rejected the r)[^"]+$/);
	expect(description).toMatch(/^[A-Z].+ The service returned 4/);
	expect(description).toContain(`"${code}: Never mind"`);
});

describe.each([
	['users', 'create or change users'],
	['groups', 'add or remove members of groups'],
	['paths', 'change the audiences of path sessions'],
	['external-ids', 'store personnel numbers'],
])('a service without changes of %s', (list, what) => {
	it.each([404, 405, 501])('is explained (%d)', (status) => {
		expect(read(list, status, 'notFound').message).toBe(`The service has no way to ${what}`);
	});
});
