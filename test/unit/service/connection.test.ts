import type { NetworkOptions } from '../../../nodes/LearningPlatform/service';
import { connectionTo } from './answers';

const connect = async (timeout: unknown) =>
	await connectionTo({ body: '' }, { timeout } as NetworkOptions);

const standard = 300_000;

it.each([
	['a number', 5_000, 5_000],
	['text', '5000', 5_000],
	['text between spaces', ' 5000 ', 5_000],
	['a fraction, up to the next ms', 1_500.2, 1_501],
	['less than a ms', 0.01, 1],
	['0 as n8n’s default', 0, standard],
	['-0 as n8n’s default', -0, standard],
	['0 in text as n8n’s default', '0', standard],
	['nothing as n8n’s default', undefined, standard],
	['null as n8n’s default', null, standard],
	['empty text as n8n’s default', ' ', standard],
	['the most that a timer takes', 2 ** 31 - 1, 2 ** 31 - 1],
	['more than a timer takes as that', 2 ** 31, 2 ** 31 - 1],
	['2^32 as that', 2 ** 32, 2 ** 31 - 1],
	['infinity as that', Infinity, 2 ** 31 - 1],
])('a timeout is read from %s', async (_what, value, ms) => {
	expect((await connect(value)).network.timeout).toBe(ms);
});

it.each([-1, '-1', NaN, 'soon', '5s', true, {}, [5_000], -Infinity])(
	'%p is refused as a timeout',
	async (value) => {
		await expect(connect(value)).rejects.toThrow('Timeout must be a number of milliseconds');
	},
);
