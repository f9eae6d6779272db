/**
 * The values of single answers.
 *
 *   +CPMS: "SM",3,20,"SM",3,20,"SM",3,20     used and all places of each storage
 *   +CNMI: (0-2),(0-3),(0-3),(0-2),(0,1)     what may be set
 *   +CSCA: "+447785016005",145               service centre
 *   +CSMS: 1,1,1,1                           service, and what it supports
 *   +COPS: 0,0,"Vodafone",7                  network
 *   +CSQ: 17,0                               signal
 *
 * Source: 3GPP TS 27.005 sections 3.2.2, 3.2.1, 3.3.1, 3.4.1; TS 27.007 sections 7.3, 8.3, 8.5.
 * @module
 */
import { fromHex } from '../bytes/hex.js';
import { DecodeError } from '../errors.js';
import { decodeUcs2 } from '../text/index.js';
import { findName, findWhole, splitSets, splitValues, wholeValue } from './values.js';

/** A storage of messages. */
export interface Storage {
  /** Its name, such as `SM`, `ME`, `MT` or `SR`; empty if the modem omits it. */
  readonly memory: string;
  /** The number of messages in it. */
  readonly used: number;
  /** The maximum number of messages. */
  readonly total: number;
}

/** The values of an answer of that name. @throws DecodeError `bad-value` for another one. */
function valuesOf(line: string, name: string): string {
  const found = findName(line);
  if (found?.name === name) return found.values;
  throw new DecodeError('bad-value', name, 0, `the answer is not ${name}`);
}

/** The storages of an answer to AT+CPMS? (with names), or to AT+CPMS=... (without). @throws DecodeError naming the value. */
export function readStorages(line: string): Storage[] {
  const values = splitValues(valuesOf(line, '+CPMS'));
  const hasNames = !/^\d*$/.test(values[0] as string);
  const width = hasNames ? 3 : 2;
  return Array.from({ length: Math.min(3, Math.floor(values.length / width)) }, (_, i) => {
    const at = i * width + (hasNames ? 1 : 0);
    return {
      memory: hasNames ? (values[i * 3] as string) : '',
      used: wholeValue(values, at, `+CPMS/used${i + 1}`),
      total: wholeValue(values, at + 1, `+CPMS/total${i + 1}`),
    };
  });
}

/** What a test command allows, a list for each value. @throws DecodeError naming the answer. */
export function readAllowed(line: string, name: string): string[][] {
  return splitSets(valuesOf(line, name));
}

/** The service centre's number of an answer to AT+CSCA?, with + when it is international; empty when none is set. */
export function readServiceCentre(line: string): string {
  const values = splitValues(valuesOf(line, '+CSCA'));
  const given = values[0] as string;
  // After AT+CSCS="UCS2" the digits are UCS-2 in hex.
  const isWide = /^(?:00[23][0-9B]){2,}$/i.test(given);
  const number = isWide ? decodeUcs2(fromHex(given)) : given;
  const isInternational = findWhole(values, 1, '+CSCA/tosca', 255) === 145;
  return isInternational && /^\d/.test(number) ? `+${number}` : number;
}

/** The service of an answer to AT+CSMS?, 1 for phase 2+. @throws DecodeError naming the value. */
export function readMessageService(line: string): number {
  return wholeValue(splitValues(valuesOf(line, '+CSMS')), 0, '+CSMS/service', 255);
}

/** The network's name or number of an answer to AT+COPS?; undefined when there is none. */
export function readOperator(line: string): string | undefined {
  return splitValues(valuesOf(line, '+COPS'))[2] || undefined;
}

/** Signal in dBm of an answer to AT+CSQ; undefined when it is not known. @throws DecodeError naming the value. */
export function readSignal(line: string): number | undefined {
  const rssi = wholeValue(splitValues(valuesOf(line, '+CSQ')), 0, '+CSQ/rssi', 255);
  return rssi > 31 ? undefined : -113 + 2 * rssi;
}

/** The state of an answer to AT+CPIN?: `READY`, `SIM PIN`, `SIM PUK`. */
export function readPinState(line: string): string {
  return (splitValues(valuesOf(line, '+CPIN'))[0] as string).toUpperCase();
}

/** The message reference of an answer to AT+CMGS. @throws DecodeError naming the value. */
export function readReference(line: string): number {
  return wholeValue(splitValues(valuesOf(line, '+CMGS')), 0, '+CMGS/mr', 255);
}
