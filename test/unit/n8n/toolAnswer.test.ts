import { ToolAnswer } from '../../../nodes/LearningPlatform/n8n/toolAnswer';

it('a list that was read no further, and is shorter in the end than its pages, may have more', () => {
	const answer = new ToolAnswer(Infinity, false);
	const records = [{ name: 'a' }, { name: 'x'.repeat(40_000) }];
	expect(answer.isFull({ records, sent: records }, records)).toBe(true);
	const items = [{ json: { name: 'a' } }, { json: { name: 'b' } }];
	expect(answer.finish(items, 'courses')).toEqual([
		...items,
		{ json: { note: 'There may be more courses than are listed here. Narrow the filters.' } },
	]);
});
