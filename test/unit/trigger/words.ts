import type { Remembered, Observation } from '../../../nodes/LearningPlatform/trigger/changes';

const wordsIn = (text: string) => text.split(' ').filter(Boolean);

/** A list as it is remembered, by words of key and content: `a1` was there, `(a1)` is missing. */
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

/** The other way round. */
export function wordsOf({ records, milestones }: Remembered): [list: string, milestones: string] {
	const words = Array.from(records, ([key, { hash, isMissing }]) =>
		isMissing ? `(${key}${hash})` : key + hash,
	);
	return [words.join(' '), [...milestones].join(' ')];
}

const EVENTS = { C: 'completed', F: 'failed', L: 'late' } as const;

/** What was observed, by words of key and content, and of the milestone that a record shows: `a1`, `a1Cx`, `a-Cx` without a content. */
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
