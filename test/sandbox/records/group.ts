import { randomFor } from './random';
import { padTo, type ListRecord } from './record';
import type { Build, Source } from './source';
import { PLACES, TEAMS } from './words';

/** How many groups stand below one. */
const CHILDREN = TEAMS.length;

/**
 * Groups as docs/service.md has them under Records: no dates, the first one is the root of all. A
 * name is unique among the groups of one parent only, as in the wild.
 */
export const groups: Build = ({ world }): Source => {
	const { seed, recordBytes } = world.measures;
	const generate = (index: number): ListRecord => {
		const random = randomFor(seed + 1, index);
		const record: ListRecord = {
			_id: world.id('groups', index),
			name: index === 0 ? 'Everyone' : nameOf(index, random.pick(PLACES)),
			public: random.below(4) > 0,
			custom: `Unit ${100 + random.below(900)}`,
		};
		if (index > 0) record.parentId = world.id('groups', parentOf(index));
		if (index === 0 || random.below(2) === 0) Object.assign(record, address(index));
		if (index === 0 || random.below(10) === 0) Object.assign(record, house(record._id));
		return recordBytes > 0 ? padTo(recordBytes, record, 'custom') : record;
	};
	return { count: world.count('groups'), generate };
};

function parentOf(index: number): number {
	return Math.floor((index - 1) / CHILDREN);
}

function nameOf(index: number, place: string): string {
	return `${TEAMS[(index - 1) % CHILDREN] ?? ''} – ${place}`;
}

function address(index: number): Record<string, unknown> {
	const subdomain = `team-${index}`;
	return { subdomain, url: `https://${subdomain}.learning.example` };
}

/** What a group with a look and rules of its own has. */
function house(id: string): Record<string, unknown> {
	const image = (digit: number): string => id.slice(0, 8) + `${digit}`.repeat(16);
	const document = (name: string): { url: string } => ({ url: `https://learning.example/${name}` });
	return {
		bannerImageId: image(1),
		backgroundImageId: image(2),
		faviconImageId: image(3),
		logoImageId: image(4),
		privacyPolicy: { ...document('privacy'), explicitConsent: true },
		moderationCharter: document('charter'),
		termsOfUse: { ...document('terms'), explicitConsent: false },
		imprint: document('imprint'),
	};
}
