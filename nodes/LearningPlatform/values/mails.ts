/** The longest address that a mail server accepts (RFC 5321). */
const MAX_LENGTH = 254;

const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

const LOCAL_PART =
	/^(?!['`])[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`|~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`|~-]+)*$/u;

const DOMAIN =
	/^(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{M}][\p{L}\p{M}\p{N}-]*$/u;

/** Returns true for a word that mixes alphabets with similar letters, such as a Cyrillic "а" in an English name. */
const isMixed = (word: string) =>
	/\p{Script=Latin}/u.test(word) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word);

/** Reads a user name or a personnel number. Drops surrounding spaces and invisible characters. */
export const readName = (text: string) => text.replace(INVISIBLE, '').trim().normalize();

/**
 * Reads one email address. Drops surrounding spaces and invisible characters, and never guesses: a guess could create
 * an account for an address that nobody has.
 *
 * @returns `undefined` for anything else, e.g. a name next to the address or two addresses
 */
export function readMail(text: string): string | undefined {
	const mail = readName(text);
	const at = mail.lastIndexOf('@');
	const [local, domain] = [mail.slice(0, Math.max(0, at)), mail.slice(at + 1)];
	const isAddress = LOCAL_PART.test(local) && DOMAIN.test(domain);
	// Full-width letters and ligatures look like ordinary letters.
	const isPlain = mail.normalize('NFKC') === mail && !mail.split(/[^\p{L}\p{M}]/u).some(isMixed);
	const isBroken = /(?:^|[._-])undefined(?:$|[._-])/.test(local);
	return isAddress && isPlain && !isBroken && mail.length <= MAX_LENGTH ? mail : undefined;
}

/** Normalizes an email address or user name for comparisons. */
export function foldMail(text: unknown): string {
	return typeof text === 'string' ? readName(text).toLowerCase() : '';
}
