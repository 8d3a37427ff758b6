import type { Remembered, Observation } from '../../../nodes/LearningPlatform/trigger/changes';

const wordsIn = (text: string) => text.split(' ').filter(Boolean);

/** Parses a remembered list from words with a key and a hash: `a1` was present, `(a1)` is missing. */
export function rememberedAs(list: string, milestones = ''): Remembered {
	const entries = wordsIn(list).map((word) => {
		const [key = '', hash = ''] = word.replace(/[()]/g, '');
		return [key, { hash, isMissing: word.startsWith('(') }] as const;
	});
	return {
		records: new Map(entries),
		sizeBefore: entries.length,
		milestones: new Set(wordsIn(milestones)),
	};
}

/** Reverses `rememberedAs`. */
export function wordsOf({ records, milestones }: Remembered): [list: string, milestones: string] {
	const words = Array.from(records, ([key, { hash, isMissing }]) =>
		isMissing ? `(${key}${hash})` : key + hash,
	);
	return [words.join(' '), [...milestones].join(' ')];
}

const EVENTS = { C: 'completed', F: 'failed', L: 'late' } as const;

/** Parses observations from words with a key, a hash, and a milestone: `a1`, `a1Cx`, or `a-Cx` without a hash. */
export function observedAs(list: string): ReadonlyMap<string, Observation> {
	return new Map(
		wordsIn(list).map(([key = '', content = '', event, milestone = '']) => {
			const shown =
				event === undefined
					? undefined
					: { event: EVENTS[event as keyof typeof EVENTS], key: milestone };
			const hash = content === '-' ? undefined : content;
			return [key, { hash, milestone: shown }];
		}),
	);
}
