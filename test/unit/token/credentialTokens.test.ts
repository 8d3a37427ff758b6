import { tokensOf } from '../../../nodes/LearningPlatform/token';

const silent = () => undefined;

it('requests that replace the same token share the next exchange', async () => {
	const tokens = tokensOf('shared');
	let exchanges = 0;
	const exchange = async () => {
		exchanges += 1;
		const times = { staleAt: Infinity, usableUntil: Infinity };
		return await Promise.resolve({ accessToken: `${exchanges}`, ...times, fingerprint: 'shared' });
	};
	const request = {
		...{ replaced: undefined, mayReuse: false, settings: '', exchange },
		log: { info: silent, warn: silent },
	};
	const replaced = await tokens.obtain(request);
	const next = [1, 2, 3].map(async () => await tokens.obtain({ ...request, replaced }));
	expect((await Promise.all(next)).map(({ accessToken }) => accessToken)).toEqual(['2', '2', '2']);
});
