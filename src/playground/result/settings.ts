/**
 * Whom messages go to and by what, as somebody typed it, and what that comes to. No DOM here.
 * @module
 */
import { EncodeError, FormatError } from '../../errors.js';
import { MESSAGE_FORMS, type MessageForm, PHONE_MAKES, type PhoneMake, parsePhoneMake } from '../../message/index.js';
import type { HandsetProfile } from '../../profile/index.js';
import { listFeatures, nameHandset } from '../../show/handsets.js';
import { compactNumber } from '../../sms/address.js';
import type { AddressInput } from '../../sms/index.js';
import { field, optional, type Row, same, select } from '../ui/fields.js';

/** Whom it goes to, and by what. Texts are as they were typed. */
export interface Settings {
  /** Digits with country code, `+`, blanks and hyphens among them as people write them; or `short:1234`. */
  readonly to: string;
  readonly make?: PhoneMake | undefined;
  readonly model?: string | undefined;
  /** A form in place of the usual one. */
  readonly form?: MessageForm | undefined;
  /** Concatenation reference; of the content when empty. */
  readonly reference?: string | undefined;
  /** Ask for a status report. */
  readonly report?: boolean | undefined;
  /** Originator, for Kannel and the gateway. */
  readonly from?: string | undefined;
  /** Where the gateway is. */
  readonly gatewayUrl: string;
  /** Kannel's sendsms service. */
  readonly kannelUrl: string;
}

/** What the fields of the settings hold, as it was typed. */
export interface SettingsState
  extends Readonly<Record<'to' | 'make' | 'model' | 'form' | 'reference' | 'from' | 'gateway' | 'kannel', string>> {
  readonly report: boolean;
}

export const SETTINGS_ROWS: readonly Row<SettingsState>[] = [
  {
    row: [
      field('to', 'To', { attributes: { inputmode: 'tel', size: 16 } }),
      select('make', 'Make', optional('none', same(PHONE_MAKES))),
      field('model', 'Model, or search', { attributes: { list: 'result-models', size: 16, placeholder: 'e.g. 3310' } }),
      { slot: 'models' },
    ],
  },
  { slot: 'handset' },
  {
    summary: 'Reference, form, report, addresses',
    id: 'result-more',
    rows: [
      {
        row: [
          field('reference', 'Reference', { attributes: { inputmode: 'numeric', size: 6, placeholder: 'auto' } }),
          select('form', 'Form', optional('the usual one', same(MESSAGE_FORMS))),
          field('from', 'Originator', { attributes: { size: 14 } }),
          field('report', 'Status report', { control: 'checkbox' }),
        ],
      },
      field('gateway', 'Gateway', { control: 'url', attributes: { size: 26 } }),
      field('kannel', 'Kannel', { control: 'url', attributes: { size: 38 } }),
    ],
  },
];

/** What the browser keeps of them: addresses and choices, and never a password. */
export function settingsToKeep({ to, make, model, form, reference, report, from, gateway, kannel }: SettingsState): object {
  return { to, make, model, form, reference, report, from, gateway, kannel };
}

/** What they hold at first: a number set aside for stories. */
export function initialSettings(gateway: string): SettingsState {
  const kannel = 'http://127.0.0.1:13013/cgi-bin/sendsms';
  return { to: '447700900123', make: 'Nokia', model: '', form: '', reference: '', report: false, from: '', gateway, kannel };
}

/** What the fields say. */
export function settingsOf({ to, make, model, form, reference, report, from, gateway, kannel }: SettingsState): Settings {
  return {
    ...{ to, reference, report, from, gatewayUrl: gateway, kannelUrl: kannel },
    make: parsePhoneMake(make),
    model: model.trim() || undefined,
    form: MESSAGE_FORMS.find((each) => each === form),
  };
}

/** A form, or why there is none. */
export type Written = { readonly text: string } | { readonly error: FormatError };

/** A recipient as people write it; `+44 (0)7700 …` too. @throws EncodeError `bad-value` with field `to` */
export function recipientOf(typed: string): AddressInput {
  const text = typed.trim();
  const short = /^short: *([0-9*#]{1,20})$/i.exec(text)?.[1];
  if (short !== undefined) return { ton: 0, npi: 1, digits: short };
  const digits = compactNumber(text).replace(/^(?:\+|00)/, '');
  if (/^[1-9]\d{0,19}$/.test(digits)) return digits;
  const allowed = 'at most 20 digits with country code, such as 447700900123, or short:1234';
  const found = text === '' ? 'is empty; it ' : /^0\d*$/.test(digits) ? 'begins with 0, as no country code does; it ' : '';
  throw EncodeError.badValue('to', `${found}takes ${allowed}`);
}

/** A reference that was typed; undefined for none. @throws EncodeError `bad-value` with field `reference` */
export function referenceOf(typed: string | undefined, bits: 8 | 16 | undefined): number | undefined {
  const text = typed?.trim() ?? '';
  if (text === '') return undefined;
  const most = bits === 16 ? 0xffff : 0xff;
  const number = Number(text);
  if (/^\d+$/.test(text) && number <= most) return number;
  throw EncodeError.badValue('reference', `is ${JSON.stringify(text)}, allowed: 0 to ${most}`);
}

/** Runs a writer; what it cannot write is told in its place. */
export function written(write: () => string): Written {
  try {
    return { text: write() };
  } catch (error) {
    if (error instanceof FormatError) return { error };
    throw error;
  }
}

/** An address of a service, without a slash at its end. @throws EncodeError `bad-value` with the field given */
export function addressOf(typed: string, field: string): string {
  const text = typed.trim();
  if (/^https?:\/\/[^\s/]/i.test(text) && URL.canParse(text) && !/[?#\s]/.test(text)) return text.replace(/\/+$/, '');
  const allowed = 'an address such as http://127.0.0.1:8080, without a query';
  throw EncodeError.badValue(field, `takes ${allowed}`);
}

// ---- handsets ----

/** The make under which a handset's contents are made, and why where that is not its own name. */
export interface MakeOfHandset {
  readonly make: PhoneMake;
  readonly why: string;
}

/** The make that stands for a handset's: its own where the table of forms has it, else one whose forms it takes. */
export function makeOfHandset({ make, gatewayMake, sms }: HandsetProfile): MakeOfHandset {
  const own = gatewayMake === null ? undefined : parsePhoneMake(gatewayMake);
  if (own !== undefined) return { make: own, why: '' };
  const name = make ?? 'this handset';
  if (sms?.nokiaRingtone === true || sms?.pictureMessage === true) return { make: 'Nokia', why: `${name} takes Nokia's forms` };
  const why = sms?.ems === true ? `${name} takes EMS` : `no form of ${name} is known here; EMS is the standard`;
  return { make: 'EMS', why };
}

/** What a handset is known to do, in words. */
export function describeHandset(profile: HandsetProfile): string {
  const { width, height } = profile.screen;
  const takes = listFeatures(profile, true);
  const facts = [
    ...(width === null || height === null ? [] : [`screen ${width}×${height}`]),
    ...(takes === '' ? [] : [`takes ${takes}`]),
  ];
  return facts.length === 0 ? nameHandset(profile) : `${nameHandset(profile)}: ${facts.join('; ')}`;
}
