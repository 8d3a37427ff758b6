import { groupAt } from './groups';
import { inTurn } from './makers';
import { languageOf, sentenceIn, titleIn } from './titles';
import { LANGUAGES, type Language } from './words';
import type { Make, Moment } from './world';

const TAGS = [
	'Mandatory',
	'Safety',
	'Compliance',
	'Leadership',
	'Sales',
	'Onboarding',
	'Product',
	'Software',
	'Customers',
	'Wellbeing',
	'Remote Work',
	'New in This Quarter',
];
const CUSTOM_FIELDS = ['Employee Number', 'Hire Date', 'Cost Center', 'Shift', 'Work Location'];
const LINKS = ['HR Portal', 'Help Desk', 'Training Calendar', 'Feedback Survey', 'Intranet'];

const named =
	(nameOf: (title: string) => string): Make =>
	(moment) =>
		nameOf(titleIn(moment, languageOf(moment)));

/** Names a record after its list: "Subscription 3". */
const numberedName: Make = ({ kind, index }) => {
	const what = kind.replace(/^.*\//, '').replaceAll('-', ' ').replace(/s$/, '');
	return `${what.charAt(0).toUpperCase()}${what.slice(1)} ${index + 1}`;
};

/** The service translates skills into fewer languages. */
const isUnknown = ({ kind }: Moment, language: Language) => kind === 'skills' && language === 'ko';

/** Returns the language of a translation: the entries of a record have different languages. */
function translationOf(moment: Moment): Language {
	const source = languageOf(moment);
	const others = LANGUAGES.filter(
		(language) => language !== source && !isUnknown(moment, language),
	);
	return others[moment.turn % others.length] ?? source;
}

const title = named((text) => text);
const certificate = named((text) => `${text} Certificate`);

/** The makers of names, languages, and translations. */
export const NAME_FIELDS: Readonly<Record<string, Make>> = {
	defaultLang: languageOf,
	name: numberedName,
	sourceLang: languageOf,
	'certificate-outlines.title': certificate,
	'classrooms.name': named((text) => `${text}: Workshop`),
	'classrooms/{classroomId}/slots.name': ({ index }) => `Day ${index + 1}`,
	'courses.name': title,
	'custom-fields.name': inTurn(CUSTOM_FIELDS),
	// The second of the names is that of a date.
	'custom-fields.type': ({ index }) => (index % CUSTOM_FIELDS.length === 1 ? 'date' : 'string'),
	'custom-links.name': inTurn(LINKS),
	'groups.name': ({ index }) => groupAt(index).name,
	'integrations/{integrationId}/courses/{externalId}.name': title,
	'learning-needs.name': named((text) => `Wanted: ${text}`),
	'paths.name': title,
	'paths/sessions.name': title,
	'projects.name': named((text) => `New Course: ${text}`),
	'skills.name': title,
	'tags.name': inTurn(TAGS),
	'translatedFields.description': (moment) => sentenceIn(moment, translationOf(moment)),
	'translatedFields.name': (moment) => titleIn(moment, translationOf(moment)),
	'translations[].lang': translationOf,
	'users/{userId}/certificates.title': certificate,
};
