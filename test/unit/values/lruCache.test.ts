import { lruCache } from '../../../nodes/LearningPlatform/values/lruCache';

const SIZE = 1_000;

it('a value is the same for all who ask for its key, and another one for each key', () => {
	const cached = lruCache(() => ({}));
	expect(cached('same')).toBe(cached('same'));
	expect(cached('same')).not.toBe(cached('other'));
});

it('a value is forgotten when a thousand others have been used since', () => {
	const cached = lruCache(() => ({}));
	const forgotten = cached('forgotten');
	for (let one = 1; one < SIZE; one += 1) cached(`later ${one}`);
	expect(cached('forgotten')).toBe(forgotten);
	for (let one = 0; one < SIZE; one += 1) cached(`later ${one}`);
	expect(cached('forgotten')).not.toBe(forgotten);
});

it('a value is kept for as long as it is used', () => {
	const cached = lruCache(() => ({}));
	const used = cached('used');
	for (let one = 0; one < 2 * SIZE; one += 1) {
		cached(`beside ${one}`);
		expect(cached('used')).toBe(used);
	}
});
