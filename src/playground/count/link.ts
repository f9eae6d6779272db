/**
 * A text in the address of the page that counts, after the `#`, which browsers do not send.
 *
 *   #text=Hello%20world                          the text, percent-encoded as `encodeURIComponent` writes it
 *   #text=ığ&alphabet=single&concat=16           and how it is carried
 *   #text=Hi&price=0.0079&recipients=12000       and what a message costs
 *
 * No DOM here.
 * @module
 */
import { percentDecode, percentEncode } from '../../bytes/percent.js';
import { tryDecode } from '../../bytes/try-decode.js';
import { DecodeError, LimitError } from '../../errors.js';
import { ALPHABETS, type AlphabetChoice } from '../compose/ruler.js';
import { MAX_TEXT, type TextState } from '../compose/text-form.js';

/** What a link holds. */
export type LinkedText = Partial<Pick<TextState, 'text' | 'alphabet' | 'concat' | 'price' | 'recipients'>>;

/** Characters of a link at most: browsers and chat programs cut longer addresses. */
export const MAX_LINK = 32 * 1024;

const IS_CONCAT = { 8: true, 16: true };

/** The fragment of a text with its `#`; undefined for a text that is longer than a link may be, or has a lone surrogate. */
export function linkOf({ text, alphabet, concat, price, recipients }: LinkedText): string | undefined {
  const parameters: readonly (readonly [name: string, value: string | false | undefined])[] = [
    ['text', text],
    ['alphabet', alphabet !== 'automatic' && alphabet],
    ['concat', concat !== '8' && concat],
    ['price', price !== '' && price],
    ['recipients', recipients !== '' && recipients],
  ];
  const link = tryDecode(() =>
    parameters.flatMap(([name, value]) => (typeof value === 'string' ? [`${name}=${percentEncode(value)}`] : [])).join('&'),
  );
  return link === undefined || link.length >= MAX_LINK ? undefined : `#${link}`;
}

/**
 * Reads what {@link linkOf} writes, and what others write like it. `+` is a plus sign; line breaks become LF, as in every text box. Parameters
 * that are not known are passed over.
 * @returns undefined for a fragment without a text.
 * @throws DecodeError `bad-value` with the index in the fragment for an escape that is none, an alphabet or a reference that is not known;
 *   LimitError for a text that is too long.
 */
export function readLink(hash: string): LinkedText | undefined {
  const linked: { -readonly [K in keyof LinkedText]: LinkedText[K] } = {};
  let index = 1;
  for (const pair of hash.slice(1).split('&')) {
    const at = pair.indexOf('=');
    const [name, begin] = [pair.slice(0, at), index + at + 1];
    index += pair.length + 1;
    if (at < 0) continue;
    const read = () => decode(pair.slice(at + 1), name, begin);
    if (name === 'text') linked.text = textOf(read());
    else if (name === 'price' || name === 'recipients') linked[name] = read();
    else if (name === 'alphabet') linked.alphabet = oneOf(read(), ALPHABETS, name, begin) as AlphabetChoice;
    else if (name === 'concat') linked.concat = oneOf(read(), IS_CONCAT, name, begin) as '8' | '16';
  }
  return linked.text === undefined ? undefined : linked;
}

function decode(value: string, name: string, begin: number): string {
  try {
    return percentDecode(value);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw new DecodeError(error.code, `link/${name}`, begin + (error.offset ?? 0), error.reason, { cause: error });
  }
}

function textOf(text: string): string {
  if (text.length <= MAX_TEXT) return text.replace(/\r\n?/g, '\n');
  throw new LimitError('limit-exceeded', 'link/text', undefined, `has ${text.length} characters, limit is ${MAX_TEXT}`);
}

function oneOf(value: string, allowed: object, name: string, index: number): string {
  if (Object.hasOwn(allowed, value)) return value;
  const known = Object.keys(allowed).join(', ');
  throw new DecodeError('bad-value', `link/${name}`, index, `${JSON.stringify(value.slice(0, 40))} is not one of ${known}`);
}
