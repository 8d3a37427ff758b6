import { CITIES } from '../../sandbox/records/groups';
import { personAt } from '../../sandbox/records/people';
import { randomFor } from '../../sandbox/records/random';
import { LANGUAGES, ODD_NAMES, SENTENCES, TITLES } from '../../sandbox/records/words';

const PAGE_SIZE = 500;

const DAY_MS = 86_400_000;

const FIRST_DAY = Date.UTC(2021, 0, 1);

/** Returns pages of records with 20 fields: seven texts, an ID, four numbers, three booleans, and five dates. */
export function pagesOfMixedRecords(records: number) {
	return Array.from({ length: Math.ceil(records / PAGE_SIZE) }, (_, page) =>
		Array.from({ length: Math.min(PAGE_SIZE, records - page * PAGE_SIZE) }, (_one, index) =>
			mixedRecord(page * PAGE_SIZE + index),
		),
	);
}

function mixedRecord(index: number) {
	const random = randomFor(1, index);
	const language = random.pick(LANGUAGES);
	const sentence = () => random.pick(SENTENCES[language]);
	const { firstName, lastName } = personAt(1, random.below(600));
	const moment = () =>
		new Date(FIRST_DAY + Math.floor(random.next() * 1_800 * DAY_MS)).toISOString();
	return {
		_id: random.hex(24),
		name: `${random.pick(ODD_NAMES)}: ${random.pick(TITLES[language])}`,
		description: `${sentence()} ${sentence()}`,
		author: `${firstName} ${lastName}`,
		groupId: random.hex(24),
		city: random.pick(CITIES),
		language,
		status: random.pick(['notYetStarted', 'inProgress', 'completed']),
		users: random.below(5_000),
		attempts: random.below(5),
		score: random.below(10_000) / 100,
		cost: random.below(1_000_000) / 100,
		isPublished: random.below(2) === 0,
		isMandatory: random.below(5) === 0,
		isArchived: random.below(20) === 0,
		createdAt: moment(),
		modifiedAt: moment(),
		startedAt: moment(),
		completedAt: random.below(3) === 0 ? null : moment(),
		dueDate: moment().slice(0, 10),
	};
}
