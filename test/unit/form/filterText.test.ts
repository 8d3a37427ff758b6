import { createContext, runInContext } from 'node:vm';

import { filterText } from '../../../nodes/LearningPlatform/form/filterValues';

const iso = '2026-01-30T23:30:00.000Z';

describe('a filter sends', () => {
	it.each([
		['text as it is', ' a, b ', ' a, b '],
		['a whole number', 7, '7'],
		['a large number', 12345678901234567890n, '12345678901234567890'],
		['a boolean', false, 'false'],
		['a Date', new Date(iso), iso],
		[
			'a Date of another realm, such as an expression’s',
			runInContext(`new Date('${iso}')`, createContext()),
			iso,
		],
		['a date of Luxon', { isLuxonDateTime: true, valueOf: () => Date.parse(iso) }, iso],
		['a date of Luxon as n8n passes it on', '2026-01-31T00:30:00.000+01:00', iso],
		['a date as somebody wrote it', '2026-01-31T00:30:00+01:00', '2026-01-31T00:30:00+01:00'],
		[
			'text that ends with a date',
			`since ${iso.replace('Z', '+01:00')}`,
			`since ${iso.replace('Z', '+01:00')}`,
		],
		[
			'text that begins with a date',
			`${iso.replace('Z', '+01:00')} on`,
			`${iso.replace('Z', '+01:00')} on`,
		],
	])('%s', (_what, value, text) => {
		expect(filterText(value)).toBe(text);
	});
});

describe('a filter cannot send', () => {
	it.each([
		['nothing', undefined],
		['null', null],
		['NaN', NaN],
		['a Date that is none', new Date('soon')],
		['a date of Luxon that is none, as n8n passes it on', 'Invalid DateTime'],
		['an array', ['a']],
	])('%s', (_what, value) => {
		expect(filterText(value)).toBeUndefined();
	});
});
