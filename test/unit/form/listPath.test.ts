import fc from 'fast-check';

import { anyCharacter } from '../anyCharacter';
import { repeats } from '../../repeats';
import { targetOf } from '../../../nodes/LearningPlatform/form';
import { UserFacingError } from '../../../nodes/LearningPlatform/failures/userFacingError';
import { entered, nodeWith, other } from './entered';

const IDS = { groupId: '5f01', contentType: 'course', pathId: 'oauth2' };
const target = targetOf(other);
const pathOf = (listPath: unknown) => target.read(entered({ ...IDS, listPath }), nodeWith()).path;

describe('a list path', () => {
	it.each([
		['a name', 'users', 'users'],
		['a name with surrounding spaces', ' users\n', 'users'],
		["an address's path", '/api/v2/users', 'users'],
		["an address's path without the leading slash", 'api/v2/users', 'users'],
		['an ID in the middle', 'groups/5f01/roles', 'groups/5f01/roles'],
		['an ID field in braces', 'groups/{groupId}/roles', 'groups/5f01/roles'],
		[
			'braces within a part',
			'groups/{groupId}/library/{contentType}-ids',
			'groups/5f01/library/course-ids',
		],
		['text that must be escaped', 'users/a b;c=é', 'users/a%20b%3Bc%3D%C3%A9'],
		['escaped text', 'users/a%20b%40c', 'users/a%20b%40c'],
		['dots within a part', 'users/..a', 'users/..a'],
		['a name that starts like the prefix', 'apix', 'apix'],
		['a name that ends like the prefix', 'my-api', 'my-api'],
		['the prefix in the middle', 'x/api/v2/users', 'x/api/v2/users'],
	])('is taken from %s', (_what, entered, path) => {
		expect(pathOf(entered)).toBe(path);
	});

	it.each([
		['nothing', '', 'is empty'],
		['a number', 5, 'is empty'],
		['a URL', 'https://app.example.com/api/v2/users', 'looks like a URL or contains "@"'],
		['a URL with one slash', 'https:/app.example.com', 'looks like a URL or contains "@"'],
		['another host', '//app.example.com/users', 'looks like a URL or contains "@"'],
		['a different host after the prefix', '/api/v2//app.example.com', 'is not below'],
		['user info', 'me@app.example.com/users', 'looks like a URL or contains "@"'],
		['a query', 'users?status[eq]=active', 'contains "?" or "#"'],
		['a fragment', 'users#top', 'contains "?" or "#"'],
		['a backslash', 'users\\..\\x', 'cannot be sent'],
		['a control character', 'users/\u0000', 'cannot be sent'],
		['another prefix', '/users', 'is not below "/api/v2/"'],
		['another version', 'api/v1/users', 'is not below "/api/v2/"'],
		['the prefix twice', '/api/v2/api/v2/users', 'is not below "/api/v2/"'],
		['half the prefix', 'api', 'is not below "/api/v2/"'],
		['an empty part', 'groups//roles', 'an empty part'],
		['a trailing slash', 'users/', 'an empty part'],
		['a parent folder', 'users/../courses', 'cannot be sent'],
		['an encoded parent folder', 'users/%2e%2E/courses', 'cannot be sent'],
		['a parent folder encoded twice', 'users/%252e%252e', 'percent sign'],
		['a parent folder in overlong UTF-8', 'users/%c0%ae%c0%ae', 'percent sign'],
		['the current folder', 'users/./roles', 'cannot be sent'],
		['an encoded slash', 'users%2F..%2Fx', 'cannot be sent'],
		['an encoded backslash', 'users/%5C', 'cannot be sent'],
		['half an emoji', 'users/\ud83d', 'cannot be sent'],
		['braces that match no field', 'skills/{skillId}/x', 'contains "{skillId}"'],
		['a single brace', 'users/{', 'contains a stray brace'],
		['the token endpoint', 'oauth2/token', 'the token endpoint'],
		['the token endpoint in a different case', 'OAuth2/Token', 'the token endpoint'],
		['the encoded token endpoint', '%6fauth2/token', 'the token endpoint'],
		['the token endpoint through an ID field', '{pathId}/token', 'the token endpoint'],
	])('is not taken from %s', (_what, entered, complaint) => {
		expect(() => pathOf(entered)).toThrow(UserFacingError);
		expect(() => pathOf(entered)).toThrow(/^List to Read /);
		expect(() => pathOf(entered)).toThrow(complaint);
	});
});

/** Strings built mostly from parts that could redirect the request. */
const attack = fc
	.array(
		fc.oneof(
			fc.constantFrom(
				'/',
				'//',
				'\\',
				'.',
				'..',
				'%2e',
				'%2E',
				'%252e',
				'%2f',
				'%5c',
				'%00',
				'%',
				'?',
				'#',
				'@',
				':',
				'http://',
				'evil.example',
				'{groupId}',
				'{pathId}',
				'{',
				'}',
				'\t',
				'\n',
				'api',
				'v2',
				'/api/v2/',
				'oauth2',
				'OAUTH2',
				'token',
				'users',
				'%6f',
				';',
				'\ud800',
			),
			fc.string({ unit: anyCharacter, maxLength: 3 }),
		),
		{ maxLength: 12 },
	)
	.map((parts) => parts.join(''));

it('any input stays below the base URL and never reaches the token endpoint', () => {
	const base = 'https://app.example.com/platform/api/v2/';
	fc.assert(
		fc.property(attack, (entered) => {
			let path: string;
			try {
				path = pathOf(entered);
			} catch (error) {
				expect(error).toBeInstanceOf(UserFacingError);
				return;
			}
			const url = new URL(`${base}${path}`);
			expect(url.href).toBe(`${base}${path}`);
			expect(decodeURIComponent(path).split('/')).toHaveLength(path.split('/').length);
			expect(path).not.toMatch(/^oauth2(\/|$)/i);
		}),
		{ numRuns: repeats(500, 5_000) },
	);
});
