import { lruCache } from '../../../nodes/LearningPlatform/values/lruCache';

const SIZE = 1_000;

it('returns the same value for the same key', () => {
	const cached = lruCache(() => ({}));
	expect(cached('same')).toBe(cached('same'));
	expect(cached('same')).not.toBe(cached('other'));
});

it('drops a value after a thousand others unless the value was used in between', () => {
	const cached = lruCache(() => ({}));
	const first = cached('used');
	for (let one = 1; one < SIZE; one += 1) cached(`later ${one}`);
	expect(cached('used')).toBe(first);
	for (let one = 1; one < SIZE; one += 1) cached(`even later ${one}`);
	expect(cached('used')).toBe(first);
	for (let one = 0; one < SIZE; one += 1) cached(`last ${one}`);
	expect(cached('used')).not.toBe(first);
});
