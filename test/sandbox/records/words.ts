/** Words for `Random.pick`. Some break careless software. */
export type Words = readonly [string, ...string[]];

/** The beginnings of course names. */
export const OPENINGS: Words = ['Introduction to', 'Découvrir :', '"Hands-on"', '🚀 Fast track:'];

export const SUBJECTS: Words = [
	'fire safety, level 2',
	'gestion des équipes',
	'Führung & Feedback',
	'seguridad en el almacén',
	'"active listening"',
	'C++ & Rust',
	'日本語の敬語',
	'accessibility ♿',
];

/** The ends of course names. */
export const AUDIENCES: Words = [
	'',
	'',
	' for managers',
	', part 1',
	" for the 'night shift'",
	' ✅',
];

export const SENTENCES: Words = [
	'You learn the rules that matter and practice them on real cases.',
	'« Apprendre, c’est déposer de l’or dans la banque de son esprit. »',
	'Nach jedem Kapitel folgt eine kurze Übung.',
	'Line one of the agenda: why.\nLine two: how.',
];

export const TEAMS: Words = ['Sales', 'Équipe terrain', 'Legal, Risk', 'IT', 'Quality "A-Team"'];

export const CITIES: Words = [
	'Paris',
	'München',
	'Málaga',
	'Oslo',
	'New York',
	'São Paulo',
	'東京',
];

/** The languages of most records. */
export const LANGUAGES: Words = ['en', 'fr', 'de', 'es', 'it', 'pt', 'nl', 'ja'];

export const FIRST_NAMES: Words = ['Amélie', 'Björn', 'Eun-ji', 'Fátima', 'Grace', 'Hugo', 'Søren'];

export const LAST_NAMES: Words = [
	"O'Neill",
	'García',
	'佐藤',
	'van der Berg',
	'Smith-Jones',
	'Yılmaz',
];
