import { Groups } from '../../../nodes/LearningPlatform/people/groups';

it('finds the public groups below without reading all groups for each of them', async () => {
	const count = 1_000;
	let reads = 0;
	const all = Array.from({ length: count }, (_, at) => ({
		_id: `g${at}`,
		name: `G${at}`,
		public: true,
		get parentId() {
			reads += 1;
			return at === 0 ? undefined : `g${Math.floor((at - 1) / 2)}`;
		},
	}));
	const groups = new Groups(() => Promise.resolve(all));
	await groups.readAll();
	expect(groups.publicBelow('g0')).toHaveLength(count - 1);
	expect(groups.publicBelow('g1')).toEqual(expect.arrayContaining(['g3', 'g4', 'g7']));
	expect(reads).toBe(count);
});
