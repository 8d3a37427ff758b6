import { accountOf } from '../../../nodes/LearningPlatform/token';

it('requests that replace the same token share the next exchange', async () => {
	const account = accountOf('shared');
	let exchanges = 0;
	const exchange = async () => {
		exchanges += 1;
		const times = { staleAt: Infinity, usableUntil: Infinity };
		return await Promise.resolve({ accessToken: `${exchanges}`, ...times, fingerprint: 'shared' });
	};
	const request = {
		replaced: undefined,
		mayReuse: false,
		settings: '',
		exchange,
		log: undefined,
	};
	const replaced = await account.obtain(request);
	const next = [1, 2, 3].map(async () => await account.obtain({ ...request, replaced }));
	expect((await Promise.all(next)).map(({ accessToken }) => accessToken)).toEqual(['2', '2', '2']);
});

const SIZE = 1_000;

it('an account is the same for the same fingerprint', () => {
	expect(accountOf('same')).toBe(accountOf('same'));
	expect(accountOf('same')).not.toBe(accountOf('other'));
});

it('an account is forgotten after a thousand others unless it was used in between', () => {
	const first = accountOf('used');
	for (let one = 1; one < SIZE; one += 1) accountOf(`later ${one}`);
	expect(accountOf('used')).toBe(first);
	for (let one = 1; one < SIZE; one += 1) accountOf(`even later ${one}`);
	expect(accountOf('used')).toBe(first);
	for (let one = 0; one < SIZE; one += 1) accountOf(`last ${one}`);
	expect(accountOf('used')).not.toBe(first);
});

it('an account keeps what other rooms remember of it, by the function that creates it', () => {
	const pace = () => ({});
	const account = accountOf('remembered');
	expect(account.memory(pace)).toBe(accountOf('remembered').memory(pace));
	expect(account.memory(pace)).not.toBe(account.memory(() => ({})));
	expect(account.memory(pace)).not.toBe(accountOf('other').memory(pace));
});
