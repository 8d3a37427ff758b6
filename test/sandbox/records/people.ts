import { LANGUAGES, type Language } from './words';

/** First and last names by language, with their Latin spelling after a bar if they have another script. */
const NAMES: Readonly<Record<Language, readonly [first: string, last: string]>> = {
	en: [
		'Olivia Noah Amelia James Priya Grace Liam Zoe Daniel Aisha Ethan Chloe Marcus Emily Jack Hannah Omar Ruby Adam',
		"Smith Johnson O'Neill Taylor Patel Brown Murphy Clarke Hughes Khan Wright Smith-Jones Okafor Evans Reed Cooper Hall",
	],
	fr: [
		'Amélie Hugo Camille Lucas Élodie Mathieu Fatou Léa Julien Inès François',
		'Martin Dubois Lefèvre Moreau Garnier Rousseau Diallo Lambert Noël',
	],
	de: [
		'Lena Björn Katharina Jonas Ayşe Felix Sabine Jürgen Mia Stefan Emre',
		'Müller Schmidt Weiß Becker Yılmaz Hoffmann Krüger Schäfer Vogel',
	],
	es: [
		'Lucía Javier Carmen Álvaro Marta Diego Sofía Pablo Elena Íñigo Nuria',
		'García Muñoz Fernández Ruiz Ortega Núñez Castro Iglesias Vega',
	],
	ja: [
		'健太|kenta 美咲|misaki 翔|sho 陽子|yoko 大輔|daisuke 結衣|yui 直樹|naoki',
		'佐藤|sato 鈴木|suzuki 高橋|takahashi 田中|tanaka 渡辺|watanabe',
	],
	ko: [
		'은지|eunji 민준|minjun 서연|seoyeon 지훈|jihun 하은|haeun 동현|donghyeon 수빈|subin',
		'김|kim 이|lee 박|park 최|choi 정|jung',
	],
};

/** The languages of consecutive users, courses, and paths. */
const TURNS: readonly Language[] = [
	...(['en', 'en', 'fr', 'en', 'de', 'en', 'en', 'es'] as const),
	...(['en', 'fr', 'en', 'ja', 'en', 'de', 'en', 'ko'] as const),
];

const turnsOf = (language: Language, before = TURNS.length) =>
	TURNS.slice(0, before).filter((one) => one === language).length;

export const languageAt = (index: number): Language => TURNS[index % TURNS.length] ?? 'en';

export interface Person {
	firstName: string;
	lastName: string;
	/** The email address without its domain: no two users have the same. */
	account: string;
}

interface Name {
	text: string;
	latin: string;
}

const BEFORE = TURNS.map((language, index) => turnsOf(language, index));

/** Letters without a decomposition in Unicode. */
const PLAIN: Readonly<Record<string, string>> = { ß: 'ss', ı: 'i' };

function nameFrom(written: string): Name {
	const [text = '', spelled = text] = written.split('|');
	const latin = spelled
		.toLowerCase()
		.normalize('NFD')
		.replaceAll(/[^a-z]/g, (one) => PLAIN[one] ?? '');
	return { text, latin };
}

const POOLS = new Map(
	LANGUAGES.map((language) => {
		const [first, last] = NAMES[language].map((names) => names.split(' ').map(nameFrom));
		return [language, { first: first ?? [], last: last ?? [], turns: turnsOf(language) }];
	}),
);

/**
 * Returns a user's name. A language's first and last names are used in turn: their numbers have no common divisor, so
 * each pair of names comes once before the first one comes again.
 */
export function personAt(seed: number, index: number): Person {
	const pool = POOLS.get(languageAt(index));
	if (!pool) throw new Error('A language has no names');
	const { first, last, turns } = pool;
	const number = Math.floor(index / TURNS.length) * turns + (BEFORE[index % TURNS.length] ?? 0);
	const start = seed - 1;
	const one = first[(number + start) % first.length];
	const other = last[(number + start) % last.length];
	const round = Math.floor(number / (first.length * last.length));
	return {
		firstName: one?.text ?? '',
		lastName: other?.text ?? '',
		account: `${one?.latin ?? ''}.${other?.latin ?? ''}${round === 0 ? '' : round + 1}`,
	};
}
