import { noteEmptiness, runAlone } from '../../../nodes/LearningPlatform/trigger/pollers';

const held = () => {
	let release: (value: string) => void = () => undefined;
	const promise = new Promise<string>((resolve) => (release = resolve));
	return { poll: () => promise, release };
};

const poll = async () => await Promise.resolve('polled');

describe('a poll', () => {
	it('runs alone for its trigger', async () => {
		const { poll: first, release } = held();
		const running = runAlone('w:alone', first);
		expect(await runAlone('w:alone', poll)).toBeNull();
		release('first');
		expect(await running).toBe('first');
		expect(await runAlone('w:alone', poll)).toBe('polled');
	});

	it('runs beside those of other triggers', async () => {
		const { poll: first, release } = held();
		const running = runAlone('w:one', first);
		expect(await runAlone('w:other', poll)).toBe('polled');
		release('first');
		await running;
	});

	it('may follow one that failed, whose error it leaves as it is', async () => {
		const failure = new Error('failed');
		await expect(runAlone('w:failing', () => Promise.reject(failure))).rejects.toBe(failure);
		expect(await runAlone('w:failing', poll)).toBe('polled');
	});
});

describe('an empty list', () => {
	it.each<[what: string, polls: [scope: string, isEmpty: boolean][], answers: boolean[]]>([
		['was not empty before', [['s', true]], [false]],
		[
			'was empty before',
			[
				['s', true],
				['s', true],
			],
			[false, true],
		],
		[
			'was full in between',
			[
				['s', true],
				['s', false],
				['s', true],
			],
			[false, true, false],
		],
		[
			'is another list',
			[
				['s', true],
				['t', true],
			],
			[false, false],
		],
		[
			'was believed, filled, and is empty again',
			[
				['s', true],
				['s', true],
				['s', true],
			],
			[false, true, false],
		],
	])('%s', (name, polls, answers) => {
		expect(polls.map(([scope, isEmpty]) => noteEmptiness(`w:${name}`, scope, isEmpty))).toEqual(
			answers,
		);
	});
});
