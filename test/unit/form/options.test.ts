import { maxRetries, optionsOf } from '../../../nodes/LearningPlatform/form';
import { entered, nodeWith } from './entered';

describe('Max Retries', () => {
	const retriesOf = (parameters: Record<string, unknown>) =>
		optionsOf({ maxRetries }).read(entered(parameters), nodeWith()).maxRetries;

	it.each([
		['is 4 without options', {}, 4],
		['is 4 when an expression gives nothing', { options: { maxRetries: undefined } }, 4],
		['is the number set', { options: { maxRetries: 7 } }, 7],
		['can be none', { options: { maxRetries: 0 } }, 0],
	])('%s', (_what, parameters, expected) => {
		expect(retriesOf(parameters)).toBe(expected);
	});

	it.each([-1, 11])('%p is refused', (maxRetries) => {
		expect(() => retriesOf({ options: { maxRetries } })).toThrow(
			'Max Retries must be a whole number from 0 to 10',
		);
	});
});
