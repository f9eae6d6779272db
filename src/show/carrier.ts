/**
 * Messages in the forms that a modem, a service centre, Kannel or a gateway takes, as texts.
 * @module
 */
import { percentEncode, toHex } from '../bytes/index.js';
import { type KannelOptions, toAtCommands, toGatewayForm, toKannelUrl, toSubmitSm } from '../carrier/index.js';
import { encodeSubmit, type Submit } from '../sms/index.js';
import { formatJson } from './json.js';

/** The forms. */
export const SUBMIT_FORMS = ['pdu', 'at', 'smpp', 'kannel', 'form', 'json'] as const;

/** One of {@link SUBMIT_FORMS}. */
export type SubmitForm = (typeof SUBMIT_FORMS)[number];

/** What a form needs beside the messages. */
export interface SubmitFormOptions {
  /** Service centre, of AT commands. */
  readonly smsc?: string | undefined;
  /** Kannel's service and account. */
  readonly kannel?: KannelOptions | undefined;
}

/**
 * Messages as a text: a line each, AT commands with the Ctrl-Z that a script needs, or JSON.
 * @throws EncodeError as the form's own function
 */
export function formatSubmits(submits: readonly Submit[], form: SubmitForm, { smsc, kannel }: SubmitFormOptions = {}): string {
  switch (form) {
    case 'pdu':
      return formatLines(submits.map((submit) => toHex(encodeSubmit(submit))));
    case 'at':
      return formatLines(toAtCommands(submits, smsc === undefined ? {} : { smsc }));
    case 'smpp':
      return formatJson(submits.map((submit) => toSubmitSm(submit)));
    case 'kannel':
      if (kannel === undefined) throw new TypeError('the form kannel takes the service and its account');
      return formatLines(submits.map((submit) => toKannelUrl(submit, kannel)));
    case 'form':
      return formatLines(submits.map((submit) => formatPairs(Object.entries(toGatewayForm(submit)))));
    case 'json':
      return formatJson(submits.map((submit) => ({ tpdu: encodeSubmit(submit), ...submit })));
  }
}

/** A text of lines. */
export function formatLines(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

function formatPairs(pairs: readonly (readonly [name: string, value: string])[]): string {
  return pairs.map(([name, value]) => `${name}=${percentEncode(value)}`).join('&');
}

// ---- curl ----

/*
 * Requests to the gateway as commands for a shell.
 *
 *   curl 'http://127.0.0.1:8080/webservices/http/sendsms' \
 *     --data-urlencode "Username=$USERNAME" \
 *     --data-urlencode "PIN=$PIN" \
 *     --data-urlencode 'SendTo=447700900123' \
 *     --data-urlencode 'Message=Hello'
 *
 * Everything that is not ours stands in single quotes, inside of which a shell takes all characters but the quote as they are. Characters
 * that a terminal would act upon or hide (controls, marks of direction) are percent-encoded instead; so is NUL, which no argument can hold.
 * Octets of a file come from the file: their hex may be longer than an argument can be.
 * Source: POSIX.1-2017, Shell Command Language, section 2.2.2; curl's manual, `--data-urlencode`.
 */

/** A parameter of a form: its value as text, or as octets that go as hex. */
export type Parameter = readonly [name: string, value: string | Uint8Array];

/** A file whose octets are the value of a parameter. */
export interface FileParameter {
  readonly parameter: string;
  /** Name of the file where the command is run. */
  readonly file: string;
}

/** Parameters that the command takes from variables, so that no credentials stand in it. */
const VARIABLES: Readonly<Record<string, string>> = { Username: 'USERNAME', PIN: 'PIN' };

/** What curl takes for a pattern in an address. */
const PATTERN = /[[\]{}]/;

/** Characters that do something to a terminal, or that nobody sees; the line feed breaks a line there and here. */
const UNSEEN = /[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/u;

/** A word of a shell command, whatever it holds but NUL. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * The command that posts a form.
 * @param file a parameter whose value is the hex of a file; it stands last.
 * @throws EncodeError `unencodable` for a lone surrogate.
 */
export function curlCommand(url: string, parameters: readonly Parameter[], file?: FileParameter): string {
  const words = [`curl${PATTERN.test(url) ? ' --globoff' : ''} ${shellQuote(url)}`];
  for (const [name, value] of parameters) words.push(dataOption(name, value));
  if (file === undefined) return words.join(' \\\n  ');
  words.push(`--data-urlencode ${file.parameter}@-`);
  // A name that begins with a dash would be an option.
  const path = file.file.startsWith('-') ? `./${file.file}` : file.file;
  return `od -An -v -tx1 ${shellQuote(path)} | tr -d ' \\n' |\n${words.join(' \\\n  ')}`;
}

function dataOption(name: string, value: string | Uint8Array): string {
  const variable = VARIABLES[name];
  if (variable !== undefined) return `--data-urlencode "${name}=$${variable}"`;
  const text = typeof value === 'string' ? value : toHex(value);
  if (UNSEEN.test(text)) return `--data '${name}=${percentEncode(text)}'`;
  return `--data-urlencode ${shellQuote(`${name}=${text}`)}`;
}
