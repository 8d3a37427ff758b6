import { byName, userField } from './userField';
import { readChoice } from './values';

const nameOfLanguage = new Intl.DisplayNames('en-US', { type: 'language' });

const languages =
	'bg cs da de el en es fi fr hr ht_HT hu id it ja kar_MM ko lt mh_MH nl nl_BE no pl pt ro ru rw_RW sk sl so_SO sv sw_KE th ti_ET tr uk vi zh'
		.split(' ')
		.map((value) => ({ name: nameOfLanguage.of(value.replace('_', '-')) ?? value, value }))
		.sort(byName);

/** Tables often contain the code of a country as well, e.g. `de-DE`. */
export const lang = userField(
	'lang',
	{ type: 'options', default: 'en', options: languages },
	(text) => {
		const codes = [text, text.split(/[-_]/)[0] ?? ''].map((code) => code.replaceAll('-', '_'));
		const known = codes.map((code) =>
			languages.find(({ value }) => value.toLowerCase() === code.toLowerCase()),
		);
		return (known[0] ?? known[1])?.value ?? readChoice(text, 'Language', languages);
	},
);
