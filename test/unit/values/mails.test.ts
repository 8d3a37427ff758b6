import { foldMail, readMail } from '../../../nodes/LearningPlatform/values/mails';

describe('reads an address', () => {
	it.each<[name: string, entered: string, mail: string]>([
		['as it is', 'ana.silva@example.com', 'ana.silva@example.com'],
		['in its own case', 'Ana.Silva@Example.COM', 'Ana.Silva@Example.COM'],
		['between spaces', '  ana@example.com\t', 'ana@example.com'],
		['between no-break spaces', '\u00A0ana@example.com\u00A0', 'ana@example.com'],
		['with a line break at the end', 'ana@example.com\r\n', 'ana@example.com'],
		['with a zero-width space', 'ana\u200B@example.com', 'ana@example.com'],
		['with a byte order mark', '\uFEFFana@example.com', 'ana@example.com'],
		['with a soft hyphen', 'ana@exam\u00ADple.com', 'ana@example.com'],
		['with bidirectional marks', '\u202Aana@example.com\u202C', 'ana@example.com'],
		['with an invisible letter before a space', 'ana@example.com \u2060', 'ana@example.com'],
		['in decomposed letters', 'zoe\u0308@example.com', 'zoë@example.com'],
		['with an apostrophe inside', "o'brien@example.com", "o'brien@example.com"],
		['with a tag', 'ana+lms@example.com', 'ana+lms@example.com'],
		['with digits and hyphens', '4711@my-company.co.uk', '4711@my-company.co.uk'],
		['of a German domain', 'ana@müller.example', 'ana@müller.example'],
		['in Cyrillic letters', 'анна@пример.рф', 'анна@пример.рф'],
		['in Japanese letters', '田中@例え.jp', '田中@例え.jp'],
		['of somebody named Null', 'jennifer.null@example.com', 'jennifer.null@example.com'],
	])('%s', (_name, entered, mail) => {
		expect(readMail(entered)).toBe(mail);
	});
});

it.each<[name: string, entered: string]>([
	['empty text', ''],
	['a name', 'Ana Silva'],
	['a name before the address', 'Ana Silva ana@example.com'],
	['a name and angle brackets', 'Ana Silva <ana@example.com>'],
	['angle brackets', '<ana@example.com>'],
	['quotation marks', '"ana@example.com"'],
	['curly quotation marks', '“ana@example.com”'],
	['an apostrophe at the start', "'ana@example.com"],
	['an apostrophe at the end', "ana@example.com'"],
	['mailto:', 'mailto:ana@example.com'],
	['a semicolon at the end', 'ana@example.com;'],
	['a period at the end', 'ana@example.com.'],
	['a comma instead of a period', 'ana@example,com'],
	['two addresses with a comma', 'ana@example.com, ben@example.com'],
	['two addresses with a line break', 'ana@example.com\nben@example.com'],
	['two addresses without a separator', 'ana@example.comben@example.com'],
	['a space inside', 'ana @example.com'],
	['a tab inside', 'ana\t@example.com'],
	['a no-break space inside', 'ana\u00A0silva@example.com'],
	['a NUL', 'ana\u0000@example.com'],
	['full-width letters', 'ａｎａ@example.com'],
	['a full-width at sign', 'ana＠example.com'],
	['a ligature', 'ﬁona@example.com'],
	['a Cyrillic letter in a Latin name', 'аna@example.com'],
	['a Greek letter in a domain', 'ana@exαmple.com'],
	['two at signs', 'ana@@example.com'],
	['no domain', 'ana@'],
	['no name', '@example.com'],
	['a domain without a period', 'ana@example'],
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
