/**
 * Values that a page which is passed on should not show: the account of whoever sent a request.
 *
 * Texts come cut and broken, so that nothing is parsed: what looks like such a value is hidden, and rather too much than too little.
 * @module
 */

/** What stands for such a value. */
export const HIDDEN = '•••';

const SECRET = 'pin|pass|password|passwd|pwd';
const NAME = new RegExp(`^(?:[\\w.-]+:)?(?:${SECRET})$`, 'i');

/** A name that is not the end of a longer word, but for that of `AT+CPIN=`; a quote may stand behind it. */
const KEY = `(?:(?<![a-z])|(?<=\\+c))(?:${SECRET})\\\\{0,7}["']?[ \\t]{0,9}`;
/** A value in quotes, the end of the text may cut it; quotes that are escaped stand in a text within a text. */
const QUOTED = `"(?:[^"\\\\]|\\\\.)*"?|'[^'\\n]*'?|\\\\{1,7}["'][^"'\\\\]*`;

/** `PIN=...` of a form, a query, an attribute or a file of settings, and `AT+CPIN=...`. */
const PAIR = new RegExp(`(${KEY}=[ \\t]{0,9})(?:${QUOTED}|[^&\\s<>]+)`, 'gi');
/** A member of JSON, or a line of `name: value`. */
const MEMBER = new RegExp(`(${KEY}:\\s{0,9})(?:${QUOTED}|\\[[^\\]]*\\]?|[^\\s"'<>,;}\\]]+)`, 'gi');
/** An element, whatever its prefix, up to the next end of one. */
const ELEMENT = new RegExp(
  `(<(?:[\\w.-]+:)?(?:${SECRET})(?:\\s[^<>]*)?(?<!/)>)(?:<!\\[CDATA\\[(?:[^\\]]|\\](?!\\]>))*(?:\\]\\]>)?|(?!</)[^])+`,
  'gi',
);
/** A tag, whose attribute `name` may say what `value` is. */
const TAG = /<[a-z][^<>]*>/gi;
const NAMED = new RegExp(`\\sname\\s{0,9}=\\s{0,9}["']?(?:${SECRET})(?![\\w-])`, 'i');
const VALUE = /(\svalue\s{0,9}=\s{0,9})(?:"[^"]*"|'[^']*'|[^\s>]+)/i;
/** `user:password@` of an address. */
const ADDRESS = /(:\/\/[^\s/:@]*:)[^\s/@]+(?=@)/g;
/** `Authorization: Basic ...` of a request. */
const AUTHORIZATION = /(authorization["']?[ \t]{0,9}[:=][ \t]{0,9}["']?[a-z]{1,20}[ \t]{1,9})[^\s"']+/gi;
/** `-u user:password` of a command such as curl's. */
const USER = /((?:^|\s)(?:-u|--user)[ =]{0,9}["']?[^\s:"']{1,80}:)[^\s"']+/g;

/** Whether a field of this name holds a secret. */
export function isSecret(name: string): boolean {
  return NAME.test(name);
}

/** A text of pairs, XML or JSON without the secrets in it. */
export function withoutSecrets(text: string): string {
  return text
    .replace(ELEMENT, `$1${HIDDEN}`)
    .replace(TAG, (tag) => (NAMED.test(tag) ? tag.replace(VALUE, `$1"${HIDDEN}"`) : tag))
    .replace(PAIR, `$1${HIDDEN}`)
    .replace(MEMBER, `$1"${HIDDEN}"`)
    .replace(ADDRESS, `$1${HIDDEN}`)
    .replace(AUTHORIZATION, `$1${HIDDEN}`)
    .replace(USER, `$1${HIDDEN}`);
}
