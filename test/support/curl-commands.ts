/** What a shell and curl make of the playground's commands. */
import { execFileSync } from 'node:child_process';
import { percentEncode } from '../../src/bytes/index.js';
import { FormFields, parseForm } from '../../src/protocol/forms.js';

/** A call of curl: its arguments, and what it would read from standard input. */
export interface CurlCall {
  readonly words: readonly string[];
  readonly stdin: string;
}

/** Credentials in the variables that the commands name. */
export const CREDENTIALS = { username: 'Some.Body', pin: '0042' } as const;

/**
 * Runs commands by bash with a curl that does nothing but tell what it was given.
 * @param folder where they are run.
 */
export function curlCallsOf(commands: readonly string[], folder = '.'): CurlCall[] {
  const script = [
    `USERNAME=${CREDENTIALS.username} PIN=${CREDENTIALS.pin}`,
    'curl() {',
    // Words end with an empty one, what is read with another.
    '  printf "%s\\0" "$@" ""',
    '  for last; do :; done',
    '  if test "$last" = MMSNotificationFileData1@-; then cat; fi',
    '  printf "\\0"',
    '}',
    ...commands,
  ].join('\n');
  const out = execFileSync('bash', [], { cwd: folder, input: script, encoding: 'utf8', maxBuffer: 1 << 26 });
  const calls: CurlCall[] = [];
  for (let at = 0; at < out.length; ) {
    const wordsEnd = out.indexOf('\0\0', at);
    const stdinEnd = out.indexOf('\0', wordsEnd + 2);
    calls.push({ words: out.slice(at, wordsEnd).split('\0'), stdin: out.slice(wordsEnd + 2, stdinEnd) });
    at = stdinEnd + 1;
  }
  return calls;
}

/** A request as curl posts it. */
export interface CurlRequest {
  readonly url: string;
  readonly fields: FormFields;
  /** Words that are neither. */
  readonly options: readonly string[];
}

/** The request of a call, by curl's manual: `--data-urlencode name=content`, `--data-urlencode name@file`, `--data as-it-is`. */
export function requestOfCall({ words, stdin }: CurlCall): CurlRequest {
  const pieces: string[] = [];
  const options: string[] = [];
  let url = '';
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as string;
    if (word === '--data') pieces.push(words[++i] as string);
    else if (word === '--data-urlencode') {
      const data = words[++i] as string;
      const at = data.search(/[=@]/);
      const content = data[at] === '@' ? stdin : data.slice(at + 1);
      pieces.push(`${data.slice(0, at)}=${percentEncode(content)}`);
    } else if (word.startsWith('-')) options.push(word);
    else url = word;
  }
  return { url, fields: pieces.length === 0 ? new FormFields() : parseForm(pieces.join('&')), options };
}

/** Fields in their order. */
export function pairsOf(fields: FormFields): [string, string][] {
  return fields.names().map((name) => [name, fields.get(name) as string]);
}
