import { NOTHING } from '../../../nodes/LearningPlatform/trigger/changes';
import { pollMemory } from '../../../nodes/LearningPlatform/trigger/pollMemory';
import { writeState } from '../../../nodes/LearningPlatform/trigger/state';

// test/unit/trigger/poll.test.ts has what a poll makes of it.
it('the last poll of each trigger is known, however many there are', () => {
	const memories = Array.from({ length: 1_500 }, (_, at) => pollMemory(`trigger ${at}`));
	const [stored, last] = [1, 2].map((polledAt) =>
		writeState({ watchKey: 'list', remembered: NOTHING, polledAt }),
	);
	if (!stored || !last) throw new Error('There are two polls');
	for (const memory of memories) memory.succeeded(last, false);
	const known = memories.map((_, at) => pollMemory(`trigger ${at}`).newest(stored, 'list'));
	expect(known).toEqual(memories.map(() => ({ state: last, isLast: true })));
});
