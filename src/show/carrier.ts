/**
 * Messages in the forms that a modem, a service centre, Kannel or a gateway takes, as texts.
 * @module
 */
import { percentEncode, toHex } from '../bytes/index.js';
import { type KannelOptions, toAtCommands, toGatewayForm, toKannelUrl, toSubmitSm } from '../carrier/index.js';
import { printable } from '../inspect/printable.js';
import { encodeSubmit, type Submit } from '../sms/index.js';

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
      return formatLines(submits.map((submit) => toKannelUrl(submit, kannel as KannelOptions)));
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

/** JSON with a line break at its end; octets as upper-case hex, and what could speak to a terminal as JSON's own escapes. */
export function formatJson(value: unknown): string {
  const json = JSON.stringify(value, (_, part) => (part instanceof Uint8Array ? toHex(part) : part), 2);
  return `${printable(json, true)}\n`;
}

function formatPairs(pairs: readonly (readonly [name: string, value: string])[]): string {
  return pairs.map(([name, value]) => `${name}=${percentEncode(value)}`).join('&');
}
