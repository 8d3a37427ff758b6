import type { NetworkOptions } from '../../../nodes/LearningPlatform/service';
import { connectionTo } from './answers';

const connect = async (timeout: unknown) =>
	await connectionTo({ body: '' }, { timeout } as NetworkOptions);

const standard = 300_000;

it.each([
	['a number', 5_000, 5_000],
	['text', ' 5000 ', 5_000],
	['a fraction, rounded up', 0.01, 1],
	["0 as n8n's default", 0, standard],
	["the text 0 as n8n's default", '0', standard],
	["null as n8n's default", null, standard],
	["blank text as n8n's default", ' ', standard],
	["a timer's maximum", 2 ** 31 - 1, 2 ** 31 - 1],
	['a longer timeout as the maximum', 2 ** 31, 2 ** 31 - 1],
	['infinity as the maximum', Infinity, 2 ** 31 - 1],
])('reads a timeout from %s', async (_what, value, ms) => {
	expect((await connect(value)).network.timeout).toBe(ms);
});

it.each([-1, '-1', NaN, '5s', true, {}, [5_000]])('rejects the timeout %p', async (value) => {
	await expect(connect(value)).rejects.toThrow('timeoutInvalid');
});
