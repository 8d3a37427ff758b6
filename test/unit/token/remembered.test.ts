import { rememberedBy } from '../../../nodes/LearningPlatform/token';

const MANY = 1_000;

describe('what is remembered of a credential', () => {
	it('is the same for all who ask, and another one for each credential', () => {
		const stateOf = rememberedBy(() => ({}));
		expect(stateOf('same')).toBe(stateOf('same'));
		expect(stateOf('same')).not.toBe(stateOf('other'));
	});

	it('is forgotten when a thousand others have been used since', () => {
		const stateOf = rememberedBy(() => ({}));
		const forgotten = stateOf('forgotten');
		for (let one = 1; one < MANY; one += 1) stateOf(`later ${one}`);
		expect(stateOf('forgotten')).toBe(forgotten);
		for (let one = 0; one < MANY; one += 1) stateOf(`later ${one}`);
		expect(stateOf('forgotten')).not.toBe(forgotten);
	});

	it('is kept for as long as it is used', () => {
		const stateOf = rememberedBy(() => ({}));
		const used = stateOf('used');
		for (let one = 0; one < 2 * MANY; one += 1) {
			stateOf(`beside ${one}`);
			expect(stateOf('used')).toBe(used);
		}
	});
});
