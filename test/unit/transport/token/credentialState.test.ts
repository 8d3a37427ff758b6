import {
	isUsable,
	stateOf,
} from '../../../../nodes/LearningPlatform/transport/token/credentialState';

const MANY = 1_000;

const useMany = (name: string) => {
	for (let one = 0; one < MANY; one += 1) stateOf(`${name} ${one}`);
};

describe('the state of a credential', () => {
	it('is the same for all who ask', () => {
		expect(stateOf('same')).toBe(stateOf('same'));
		expect(stateOf('same')).not.toBe(stateOf('other'));
	});

	it('is forgotten when a thousand others have been used since', () => {
		const forgotten = stateOf('forgotten');
		useMany('later');
		expect(stateOf('forgotten')).not.toBe(forgotten);
	});

	it('is kept for as long as it is used', () => {
		const used = stateOf('used');
		for (let one = 0; one < 2 * MANY; one += 1) {
			stateOf(`beside ${one}`);
			expect(stateOf('used')).toBe(used);
		}
	});

	it('is kept while a listing is under way, so that none begins to count again', () => {
		const busy = stateOf('busy');
		busy.listings.running = 1;
		useMany('meanwhile');
		expect(stateOf('busy')).toBe(busy);
		busy.listings.running = 0;
		useMany('afterwards');
		expect(stateOf('busy')).not.toBe(busy);
	});

	it('is kept when it is new and listings are under way for all others', () => {
		const running = Array.from({ length: MANY }, (_, one) => stateOf(`running ${one}`));
		for (const { listings } of running) listings.running = 1;
		const fresh = stateOf('fresh');
		expect(stateOf('fresh')).toBe(fresh);
		for (const { listings } of running) listings.running = 0;
	});
});

describe('a token can be used', () => {
	const token = { accessToken: 'a', staleAt: Date.now() + 60_000, fingerprint: 'mine' };

	it.each([
		['when it is the credential’s own, in time and not refused', token, undefined, true],
		['not when there is none', undefined, undefined, false],
		['not when it is another credential’s', { ...token, fingerprint: 'theirs' }, undefined, false],
		['not when it is about to expire', { ...token, staleAt: Date.now() }, undefined, false],
		['not when the service has refused it', token, 'a', false],
		['when the service has refused another one', token, 'b', true],
	])('%s', (_when, candidate, refusedToken, expected) => {
		stateOf('mine').refusedToken = refusedToken;
		expect(isUsable(candidate, 'mine')).toBe(expected);
	});
});
