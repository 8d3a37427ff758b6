/** Choices for `Random.pick`. */
export type Words = readonly [string, ...string[]];

/** Openings, subjects and audiences of course names; some of them hard on careless software. */
export const OPENINGS: Words = [
	'Introduction to',
	'Advanced',
	'Essentials of',
	'Getting started with',
	'Refresher:',
	'Découvrir :',
	'Grundlagen:',
	'Introducción a',
	'"Hands-on"',
	'🚀 Fast track:',
	'Workshop –',
	'The ABC of',
];

export const SUBJECTS: Words = [
	'data protection',
	'fire safety, level 2',
	'sales calls',
	'spreadsheets',
	'gestion des équipes',
	'négociation',
	'Führung & Feedback',
	'Qualitätsprüfung',
	'seguridad en el almacén',
	'customer support',
	'"active listening"',
	'project planning',
	'API design',
	'C++ & Rust',
	'food hygiene',
	'supply chains',
	'日本語の敬語',
	'accessibility ♿',
	'cyber security',
	'time management',
];

export const AUDIENCES: Words = [
	'',
	'',
	'',
	' for newcomers',
	' for managers',
	', part 1',
	', part 2',
	' (2024 edition)',
	' – Zürich & Genève',
	' in 30 minutes',
	' ✅',
	" for the 'night shift'",
];

export const SENTENCES: Words = [
	'You learn the rules that matter and practise them on real cases.',
	'A short test at the end shows what has stuck.',
	'Plan about twenty minutes, coffee included.',
	'Bring your own examples; the best ones are discussed together.',
	'This course replaces last year’s edition, which is archived.',
	'« Apprendre, c’est déposer de l’or dans la banque de son esprit. »',
	'Nach jedem Kapitel folgt eine kurze Übung.',
	'The exercises are marked by your tutor within two working days.',
	'Line one of the agenda: why.\nLine two: how.',
	'Completion is recorded in your training plan, automatically.',
];

export const TEAMS: Words = [
	'Sales',
	'Marketing',
	'Support',
	'Finance',
	'Human Resources',
	'Forschung & Entwicklung',
	'Équipe terrain',
	'Almacén',
	'Legal, Risk & Compliance',
	'IT',
	'Onboarding 🎓',
	'Quality "A-Team"',
];

export const PLACES: Words = [
	'Paris',
	'München',
	'Málaga',
	'Oslo',
	'Kraków',
	'New York',
	'São Paulo',
	'Montréal',
	'Zürich',
	'東京',
	'remote',
	'all sites',
];

export const LANGUAGES: Words = ['en', 'fr', 'de', 'es', 'it', 'pt', 'nl', 'ja'];

export const PLATFORMS: Words = ['linkedin-learning', 'go1', 'coursera', 'own videos'];

export const FIRST_NAMES: Words = [
	'Amélie',
	'Björn',
	'Chloé',
	'Dmitri',
	'Eun-ji',
	'Fátima',
	'Grace',
	'Hugo',
	'Inés',
	'Jonas',
	'Kateřina',
	'Liam',
	'María',
	'Noah',
	'Olga',
	'Priya',
	'Rafael',
	'Søren',
	'Tariq',
	'Zoë',
];

export const LAST_NAMES: Words = [
	"O'Neill",
	'Müller',
	'García',
	'Nguyễn',
	'佐藤',
	'van der Berg',
	'Ito',
	'Kowalski',
	'Rossi',
	'Dubois',
	'Silva',
	'Andersson',
	'Okafor',
	'Smith-Jones',
	'Yılmaz',
	'Novák',
	'Haddad',
];

export const JOBS: Words = [
	'Nurse',
	'Account manager',
	'Store manager',
	'Software engineer',
	'Buyer',
];

export const ORGANIZATIONS: Words = ['Northwind Retail', 'Clinique du Lac', 'Hafen Logistik GmbH'];

export const CITIES: Words = ['Paris', 'München', 'Málaga', 'Oslo', 'Kraków', 'Montréal', 'Zürich'];

export const CERTIFICATES: Words = [
	'First aid',
	'Fire safety officer',
	'Forklift licence',
	'Data protection, level 1',
	'Food hygiene',
];

export const CUSTOM_FIELDS: Words = ['Cost center', 'Provider', 'Contract end', 'Last revision'];

export const LINKS: Words = ['My agenda', 'My absences', 'Training agreement', 'Inbox'];

export const NEEDS: Words = ['Handling complaints', 'Excel for buyers', 'Erste Hilfe auffrischen'];

export const QUESTIONS: Words = ['Why is it needed?', 'Who needs it?', 'By when?'];

export const ANSWERS: Words = ['Everybody in the warehouse', 'Nobody yet', 'FR-1204', 'Level 2'];
