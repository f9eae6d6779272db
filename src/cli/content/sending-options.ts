/**
 * What every command of `handset send` has: recipients, originator, time and service.
 * @module
 */
import { type Command, Option } from 'commander';
import { decodeUtf8 } from '../../bytes/index.js';
import { EncodeError } from '../../errors.js';
import { PHONE_MAKES, type PhoneMake, parsePhoneMake } from '../../message/index.js';
import { DELIVERY_SERVICES, type DeliveryService, type ResponseFormat } from '../../protocol/model.js';
import { parseNumber } from '../../protocol/numbers.js';
import type { SendOptions } from '../../sender/options.js';
import { compactNumber } from '../../sms/address.js';
import { severalOption } from '../files/compose.js';
import { dateOption } from '../files/pushes.js';
import { type GatewayOptions, gatewayOptions } from '../gateway/credentials.js';
import { inFile, inputName, type Session, UsageError } from '../io.js';
import { numberOption, oneOf } from '../options.js';

/** To whom, as whom and when, as the command line has it. */
export interface SendingOptions extends GatewayOptions {
  readonly to?: readonly string[];
  readonly toFile?: readonly string[];
  readonly addressBook?: string;
  readonly replyTo?: string;
  readonly delay?: number;
  readonly at?: Date;
  readonly service?: DeliveryService;
  readonly responseFormat: ResponseFormat;
  readonly split?: boolean;
}

/** Adds what {@link SendingOptions} holds. */
export function sendingOptions(command: Command): Command {
  command.optionsGroup('Sending:');
  command
    .option('--to <numbers>', 'recipients: digits with country code, commas between; may be given several times', severalOption)
    .option(
      '--to-file <file>',
      'recipients from a file: lines, or commas between; # begins a remark; may be given several times',
      severalOption,
    )
    .option('--address-book <name>', 'an address book of the account, or a group of it: book, book::group')
    .option('--reply-to <originator>', "who it is from: one of the account's permitted values")
    .option('--delay <minutes>', 'send it later: in 1 to 10080 minutes', numberOption('delay', 1, 10_080))
    .option('--at <time>', 'send it later: at a time in UTC, with or without Z: 2026-11-21T18:30:00Z', dateOption('at'))
    .option('--service <name>', `one of ${DELIVERY_SERVICES.join(', ')}; the account's own when left out`, serviceOption)
    .option(
      '--response-format <number>',
      'a result of each recipient (3), or one for all of them (0, 1)',
      oneOf<ResponseFormat>('response-format', { 0: 0, 1: 1, 3: 3 }, '0, 1 or 3'),
      3,
    )
    .option('--split', 'send to more than 350 recipients in several requests');
  return gatewayOptions(command);
}

function serviceOption(value: string): DeliveryService {
  const service = DELIVERY_SERVICES.find((name) => name.toLowerCase() === value.toLowerCase());
  if (service !== undefined) return service;
  throw new UsageError(`--service is one of ${DELIVERY_SERVICES.join(', ')}, not ${JSON.stringify(value)}`);
}

/** Adds the handset. @param isNeeded whether the gateway asks for its make. */
export function handsetOptions(command: Command, isNeeded: boolean): Command {
  const make = new Option('--make <make>', `make of the handset: ${PHONE_MAKES.join(', ')}`).argParser(makeOption);
  return command.addOption(make.makeOptionMandatory(isNeeded)).option('--model <model>', 'model of the handset');
}

function makeOption(value: string): PhoneMake {
  const make = parsePhoneMake(value);
  if (make === undefined) throw new UsageError(`--make ${value} is unknown, allowed: ${PHONE_MAKES.join(', ')}`);
  return make;
}

/** A model that is not known is most likely written otherwise, and another one may take another form. */
export async function warnOfUnknown(session: Session, handset: string): Promise<void> {
  const { matchHandset } = await import('../../profile/index.js');
  const match = matchHandset(handset)?.match;
  if (match === undefined || match === 'generic') session.warn(`${handset} is not a known handset: its make decides the form`);
}

/** What the options say of a sending. @param hasCopies whether there are recipients of other options. */
export async function sendingOf(session: Session, options: SendingOptions, hasCopies = false): Promise<SendOptions> {
  const { addressBook, replyTo, delay, at, service, responseFormat, split } = options;
  const to = recipients(session, '--to', options.to);
  for (const path of options.toFile ?? []) to.push(...(await readRecipients(session, path)));
  if (to.length === 0 && addressBook === undefined && !hasCopies) {
    throw new UsageError('no recipients: give --to, --to-file or --address-book');
  }
  if (delay !== undefined && at !== undefined) throw new UsageError('either --delay or --at');
  return {
    to: to.length === 0 ? undefined : to,
    toAddressBook: addressBook,
    delayMinutes: delay,
    ...{ replyTo, at, service, responseFormat, split },
  };
}

/** Numbers of an option. One that is none is told by its place: messages show no numbers. */
export function recipients(session: Session, option: string, values: readonly string[] = []): string[] {
  const numbers = numbersIn(values.join(','), (index) => {
    const reason = `takes numbers of 7 to 15 digits with country code; number ${index + 1} is none`;
    return EncodeError.badValue(option, reason);
  });
  warnOfNational(session, numbers, (index) => `${option}: number ${index + 1}`);
  return numbers;
}

/** No country code begins with 0: such a number is most likely written as within its country, and the gateway may take it for another one. */
function warnOfNational(session: Session, numbers: readonly string[], placeOf: (index: number) => string): void {
  const index = numbers.findIndex((number) => parseNumber(number)?.startsWith('0') === true);
  if (index >= 0) session.warn(`${placeOf(index)} begins with 0, which no country code does`);
}

async function readRecipients(session: Session, path: string): Promise<string[]> {
  const octets = await session.read(path);
  const lines = inFile(path, () => decodeUtf8(octets)).split(/\r\n?|\n/);
  return lines.flatMap((line, index) => {
    const place = `${inputName(path)}, line ${index + 1}`;
    const numbers = numbersIn(line.replace(/^\uFEFF|#.*$/g, ''), () => {
      const reason = 'holds something else than numbers of 7 to 15 digits with country code';
      return EncodeError.badValue(place, reason);
    });
    warnOfNational(session, numbers, () => `${place}: a number`);
    return numbers;
  });
}

function numbersIn(list: string, errorAt: (index: number) => EncodeError): string[] {
  const numbers = list
    .split(',')
    .map((number) => compactNumber(number))
    .filter((number) => number !== '');
  const bad = numbers.findIndex((number) => parseNumber(number) === undefined);
  if (bad >= 0) throw errorAt(bad);
  return numbers;
}
