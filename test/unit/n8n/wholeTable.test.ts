import { isOver } from '../../../nodes/LearningPlatform/n8n/wholeTable';

it.each<[count: number, always: number, percent: number, all: number, isTooMany: boolean]>([
	[10, 10, 0, 30, false],
	[11, 10, 0, 30, true],
	[30, 20, 50, 60, false],
	[31, 20, 50, 60, true],
	[12, 10, 10, 120, false],
	[13, 10, 10, 120, true],
	[6, 5, 2, 300, false],
	[7, 5, 2, 349, true],
	[40, 20, 100, 40, false],
])('%i changes, of which %i may always be, with a limit of %i percent of %i: %s', (...limit) => {
	const [count, always, percent, all, isTooMany] = limit;
	expect(isOver(count, always, [percent, all])).toBe(isTooMany);
});
