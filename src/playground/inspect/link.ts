/**
 * A payload in the address of the page, after the `#`, which browsers do not send.
 *
 *   #inspect/BgUEFYEAAA                    octets in base64url
 *   #inspect/BgUEFYEAAA?as=udh             and what they are read as
 *   #inspect/EQALkXco?direction=MO         and the direction of a TPDU
 *
 * @module
 */

import { toBase64Url } from '../../bytes/base64.js';
import { DecodeError } from '../../errors.js';
import { FORMATS, type Format } from '../../inspect/index.js';
import type { Direction } from '../../sms/index.js';
import { fromBase64 } from './base64.js';

/** Octets that a link holds at most: browsers and chat programs cut longer addresses. */
export const MAX_LINK_OCTETS = 32 * 1024;

/** What a link holds. */
export interface Linked {
  readonly octets: Uint8Array;
  /** Undefined: whatever is likeliest. */
  readonly as?: Format | undefined;
  readonly direction?: Direction | undefined;
}

/** What stands behind `#inspect/`; undefined for more octets than a link holds. */
export function linkOf({ octets, as, direction }: Linked): string | undefined {
  if (octets.length > MAX_LINK_OCTETS) return undefined;
  const query = [as !== undefined && `as=${as}`, direction !== undefined && `direction=${direction}`].filter(Boolean);
  return `${toBase64Url(octets)}${query.length === 0 ? '' : `?${query.join('&')}`}`;
}

/** The fragment with its `#`; undefined for more octets than a link holds. */
export function fragmentOf(octets: Uint8Array, as?: Format, direction?: Direction): string | undefined {
  const link = linkOf({ octets, as, direction });
  return link === undefined ? undefined : `#inspect/${link}`;
}

/**
 * Reads what {@link fragmentOf} writes, with or without `#inspect/`. Parameters that are not known are passed over.
 * @returns undefined for a fragment that holds no octets.
 * @throws DecodeError `bad-value` or `truncated` with the index in the fragment for what is no base64, or no format or direction.
 */
export function parseFragment(hash: string): Linked | undefined {
  const begin = /^#inspect(?:\/|$)/.exec(hash)?.[0].length ?? 0;
  const [, data = '', query] = /^([^?]*)(?:\?(.*))?$/s.exec(hash.slice(begin)) as RegExpExecArray;
  if (data === '') return undefined;
  const parameters = parametersOf(query ?? '', begin + data.length + 1);
  return {
    octets: octetsOf(data, begin),
    as: oneOf(parameters.get('as'), FORMATS, 'as'),
    direction: oneOf(parameters.get('direction'), ['MO', 'MT'], 'direction'),
  };
}

function octetsOf(data: string, begin: number): Uint8Array {
  try {
    return fromBase64(data, 'link');
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw new DecodeError(error.code, error.field, begin + (error.offset ?? 0), error.reason, { cause: error });
  }
}

interface Parameter {
  readonly value: string;
  /** Index in the fragment. */
  readonly index: number;
}

function parametersOf(query: string, begin: number): ReadonlyMap<string, Parameter> {
  const parameters = new Map<string, Parameter>();
  let index = begin;
  for (const pair of query.split('&')) {
    const [name = '', value = ''] = pair.split('=');
    // A parameter without `=` has its empty value at its end.
    parameters.set(name, { value, index: index + Math.min(name.length + 1, pair.length) });
    index += pair.length + 1;
  }
  return parameters;
}

function oneOf<T extends string>(parameter: Parameter | undefined, allowed: readonly T[], name: string): T | undefined {
  if (parameter === undefined) return undefined;
  const found = allowed.find((each) => each === parameter.value);
  if (found !== undefined) return found;
  throw new DecodeError(
    'bad-value',
    `link/${name}`,
    parameter.index,
    `${JSON.stringify(parameter.value.slice(0, 40))} is not known here`,
  );
}
