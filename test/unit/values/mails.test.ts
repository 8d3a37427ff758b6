import { foldMail, readMail } from '../../../nodes/LearningPlatform/values/mails';

describe('reads an address', () => {
	it.each<[name: string, entered: string, mail: string]>([
		['as it is', 'ana.silva@example.com', 'ana.silva@example.com'],
		['in its own case', 'Ana.Silva@Example.COM', 'Ana.Silva@Example.COM'],
		['with a byte order mark', '\uFEFFana@example.com', 'ana@example.com'],
		['with bidirectional marks', '\u202Aana@example.com\u202C', 'ana@example.com'],
		['with an invisible letter before a space', 'ana@example.com \u2060', 'ana@example.com'],
		['in decomposed letters', 'zoe\u0308@example.com', 'zoë@example.com'],
		['with an apostrophe inside', "o'brien@example.com", "o'brien@example.com"],
		['with a tag', 'ana+lms@example.com', 'ana+lms@example.com'],
		['with digits and hyphens', '4711@my-company.co.uk', '4711@my-company.co.uk'],
		['in Cyrillic letters', 'анна@пример.рф', 'анна@пример.рф'],
		['in Japanese letters', '田中@例え.jp', '田中@例え.jp'],
	])('%s', (_name, entered, mail) => {
		expect(readMail(entered)).toBe(mail);
	});
});

it.each<[name: string, entered: string]>([
	['empty text', ''],
	['a name and angle brackets', 'Ana Silva <ana@example.com>'],
	['angle brackets', '<ana@example.com>'],
	['an apostrophe at the start', "'ana@example.com"],
	['an apostrophe at the end', "ana@example.com'"],
	['a period at the end', 'ana@example.com.'],
	['two addresses with a comma', 'ana@example.com, ben@example.com'],
	['a no-break space inside', 'ana\u00A0silva@example.com'],
	['a NUL', 'ana\u0000@example.com'],
	['full-width letters', 'ａｎａ@example.com'],
	['a ligature', 'ﬁona@example.com'],
	['a Cyrillic letter in a Latin name', 'аna@example.com'],
	['a Greek letter in a domain', 'ana@exαmple.com'],
	['two periods in a row', 'ana..silva@example.com'],
	['a domain that begins with a period', 'ana@.example.com'],
	['a domain that ends with a hyphen', 'ana@example-.com'],
	['a domain with an underscore', 'ana@my_company.com'],
	['an IP address', 'ana@192.168.0.1'],
	['an undefined variable', 'undefined@example.com'],
	['an undefined variable after a name', 'ana.undefined@example.com'],
	['an address of more than 254 characters', `${'a'.repeat(250)}@b.example`],
])('refuses %s', (_name, entered) => {
	expect(readMail(entered)).toBeUndefined();
});

it('ignores case and invisible letters when it compares addresses', () => {
	expect(foldMail(' Ana\u200B@Example.COM ')).toBe('ana@example.com');
	expect(foldMail(undefined)).toBe('');
});
