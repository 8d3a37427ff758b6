import type { Language, Words } from './words';

/*
 * Everyone, the departments, the departments' sites in all cities, and the teams of each site.
 */

const DEPARTMENTS = [
	'Sales',
	'Customer Service',
	'Production',
	'Logistics',
	'Human Resources',
	'IT',
	'Research & Development',
	'Marketing',
	'Finance',
	'Legal, Risk & Compliance',
	'Quality',
	'Purchasing',
];

/** Cities and the language of their courses. */
const SITES: readonly (readonly [city: string, language: Language])[] = [
	['London', 'en'],
	['Paris', 'fr'],
	['München', 'de'],
	['Málaga', 'es'],
	['New York', 'en'],
	['Lyon', 'fr'],
	['Berlin', 'de'],
	['Dublin', 'en'],
	['Tokyo', 'ja'],
	['Seoul', 'ko'],
	['Madrid', 'es'],
	['Toronto', 'en'],
];

export const CITIES = SITES.map(([city]) => city) as unknown as Words;

const FIRST_SITE = 1 + DEPARTMENTS.length;
const FIRST_TEAM = FIRST_SITE + DEPARTMENTS.length * SITES.length;

/** Returns a group's name, the number of its parent group, and its language if the group has a city. */
export function groupAt(index: number): { name: string; parent?: number; language?: Language } {
	if (index === 0) return { name: 'Everyone' };
	const department = (index - 1) % DEPARTMENTS.length;
	const name = DEPARTMENTS[department] ?? '';
	if (index < FIRST_SITE) return { name, parent: 0 };
	const site = Math.floor((index - FIRST_SITE) / DEPARTMENTS.length);
	const [city = '', language] = SITES[site % SITES.length] ?? [];
	const ofSite = { name: `${name} – ${city}`, parent: 1 + department, language };
	if (index < FIRST_TEAM) return ofSite as ReturnType<typeof groupAt>;
	const team = Math.floor((index - FIRST_TEAM) / (FIRST_TEAM - FIRST_SITE)) + 1;
	const parent = FIRST_SITE + ((index - FIRST_SITE) % (FIRST_TEAM - FIRST_SITE));
	return { name: `${ofSite.name}, Team ${team}`, parent, ...(language && { language }) };
}
