/**
 * The forms of MMS header values: how each is written and read.
 *
 *   address      encoded string, not empty            flag        length | 80 add, 81 remove, 82 filter | encoded string
 *   yes, no      80, 81                               count       length | 80 messages, 81 octets | integer
 *   version      1 | major:3 | minor:4 (F: none)      sender      length | integer | address
 *   named        an octet from 80 hex on              date        length | integer | date
 *   class        an octet from 80 hex on, or text     attribute   the code of a field + 80 hex
 *   element      length | text | parameter ...        counted     length | integer | value
 *
 * Texts, encoded strings, dates and times are in values.ts.
 * Source: OMA-TS-MMS_ENC-V1_3 section 7.3; for counted values the encoder of Symbian and Mbuni.
 * @module
 */
import type { ByteReader } from '../bytes/reader.js';
import type { ByteWriter } from '../bytes/writer.js';
import { DecodeError, EncodeError } from '../errors.js';
import { codeOfContentType, contentTypeOfCode } from '../wsp/registers.js';
import { readInteger, TOKEN } from '../wsp/values.js';
import { formatMmsAddress } from './address.js';
import { codeOfField, fieldName } from './header-names.js';
import {
  type Counted,
  type ElementDescriptor,
  type MboxCount,
  MESSAGE_CLASSES,
  type MmFlag,
  type PreviousDate,
  type PreviousSender,
} from './header-values.js';
import {
  type Fault,
  readDate,
  readEncodedString,
  readFrom,
  readLong,
  readNamed,
  readSized,
  readTextString,
  readTime,
  readToken,
  requireCount,
  writeCount,
  writeDate,
  writeEncodedString,
  writeFrom,
  writeLong,
  writeNamed,
  writeSized,
  writeTextString,
  writeTime,
} from './values.js';

/** How the values of a field are written and read. */
export interface Form {
  /** @throws EncodeError `bad-value` or `unencodable`; TypeError for a value of the wrong type. */
  write(writer: ByteWriter, value: never, field: string): void;
  /**
   * Reads a value; undefined for a legal one that has no model.
   * @throws DecodeError; a fault that leaves a meaning goes to `fault`.
   */
  read(reader: ByteReader, field: string, fault: Fault): unknown;
}

/** A text. */
export const TEXT: Form = { write: writeTextString, read: readTextString };
/** A text with its charset. */
export const ENCODED: Form = { write: writeEncodedString, read: readEncodedString };
/** A moment, to the second. */
export const DATE: Form = { write: writeDate, read: readDate };
/** A moment, or seconds from now. */
export const TIME: Form = { write: writeTime, read: readTime };
/** A long integer. */
export const LONG: Form = { write: writeLong, read: readLong };
/** An integer, short or long. */
export const COUNT: Form = { write: writeCount, read: (reader, field) => readInteger(reader, field) };

/** An address, as {@link formatMmsAddress} takes it. */
export const ADDRESS: Form = {
  write: (writer, value: string, field) => writeEncodedString(writer, formatMmsAddress(value, field), field),
  read: readAddress,
};

/** The address of the sender; reads null where the MMSC is to put it there. */
export const FROM: Form = {
  write: (writer, value: string, field) => writeFrom(writer, formatMmsAddress(value, field), field),
  read: (reader, field, fault) => requireAddress(reader.offset, readFrom(reader, field, fault), field),
};

function readAddress(reader: ByteReader, field: string, fault: Fault): string {
  return requireAddress(reader.offset, readEncodedString(reader, field, fault), field);
}

/** A writer refuses the empty address, so that a reader may not let it pass. */
function requireAddress<Text extends string | null>(at: number, address: Text, field: string): Text {
  if (address === '') throw new DecodeError('bad-value', field, at, 'an address is not empty');
  return address;
}

/** Yes or no. */
export const YES_NO: Form = {
  write: (writer, value: boolean, field) => {
    if (typeof value !== 'boolean') throw new TypeError(`${field} is not a boolean`);
    writer.u8(value ? 0x80 : 0x81);
  },
  read: (reader, field) => readToken(reader, field, ['yes', 'no']) === 0,
};

/** In the low half of a version: it has no minor part. */
const NO_MINOR = 15;

/** Major and minor number, `1.2`, or `1` alone. */
export const VERSION: Form = {
  write: (writer, value: string, field) => {
    // The number 1.0 would come out as 1, a version without its minor part.
    if (typeof value !== 'string') throw new TypeError(`${field} is not a string`);
    const [, major, minor] = /^([1-7])(?:\.(\d|1[0-4]))?$/.exec(value) ?? [];
    if (major === undefined) {
      throw new EncodeError('bad-value', field, undefined, `${JSON.stringify(value)} is not 1 to 7, with .0 to .14 or without`);
    }
    writer.u8(0x80 | (Number(major) << 4) | Number(minor ?? NO_MINOR));
  },
  read: (reader, field) => {
    const at = reader.offset;
    const octet = reader.u8(field);
    const minor = octet & 15;
    if (octet < 0x90) throw new DecodeError('bad-value', field, at, `${octet} is not a version`);
    const version = minor === NO_MINOR ? `${(octet >> 4) & 7}` : `${(octet >> 4) & 7}.${minor}`;
    if (reader.trace !== undefined) reader.trace.mean(version);
    return version;
  },
};
/** A form of one octet with names. */
export function named(codes: Readonly<Record<string, number>>): Form {
  const names = new Map(Object.entries(codes).map(([name, code]) => [code, name]));
  return {
    write: (writer, value: unknown, field) => writeNamed(writer, value, codes, field),
    read: (reader, field) => readNamed(reader, field, names),
  };
}

/** A form of one octet with names from 80 hex on. */
export function listed(names: readonly string[]): Form {
  return named(Object.fromEntries(names.map((name, index) => [name, 0x80 + index])));
}

/** A class by code, or the token of one's own. */
export function messageClass(): Form {
  const known = listed(MESSAGE_CLASSES);
  return {
    write: (writer, value: string | number, field) => {
      if (typeof value === 'number' || (MESSAGE_CLASSES as readonly string[]).includes(value)) {
        known.write(writer, value as never, field);
        return;
      }
      if (!TOKEN.test(value)) {
        throw new EncodeError('bad-value', field, undefined, `${JSON.stringify(value)} is not a name of a class`);
      }
      writeTextString(writer, value, field);
    },
    read: (reader, field, fault) => {
      const at = reader.offset;
      if (reader.remaining === 0 || (reader.octets[at] as number) >= 0x80) return known.read(reader, field, fault);
      const text = readTextString(reader, field, fault);
      if (!TOKEN.test(text)) {
        throw new DecodeError('bad-value', field, at, `${JSON.stringify(text.slice(0, 40))} is not a name of a class`);
      }
      const lower = text.toLowerCase();
      return (MESSAGE_CLASSES as readonly string[]).includes(lower) ? lower : text;
    },
  };
}

const FLAG_ACTIONS = ['add', 'remove', 'filter'] as const;

/** What is done with a keyword, and the keyword. */
export const MM_FLAG: Form = {
  write: (writer, { action, keyword }: MmFlag, field) =>
    writeSized(writer, (value) => {
      writeIndex(value, FLAG_ACTIONS, action, `${field}.action`);
      writeEncodedString(value, keyword, `${field}.keyword`);
    }),
  read: (reader, field, fault) => {
    const value = readSized(reader, field);
    const action = FLAG_ACTIONS[readToken(value, `${field}/token`, FLAG_ACTIONS)];
    const keyword = readEncodedString(value, `${field}/keyword`, fault);
    value.expectEnd(field);
    return { action, keyword };
  },
};

const BOX_UNITS = ['messages', 'octets'] as const;

/** What is counted, and how many. */
export const MBOX_COUNT: Form = {
  write: (writer, { unit, count }: MboxCount, field) =>
    writeSized(writer, (value) => {
      writeIndex(value, BOX_UNITS, unit, `${field}.unit`);
      writeCount(value, count, `${field}.count`);
    }),
  read: (reader, field) => {
    const value = readSized(reader, field);
    const unit = BOX_UNITS[readToken(value, `${field}/token`, BOX_UNITS)];
    const count = readInteger(value, `${field}/count`);
    value.expectEnd(field);
    return { unit, count };
  },
};

/** Which one that forwarded a message, and their address. */
export const PREVIOUS_SENDER: Form = {
  write: (writer, { forwardedCount, address }: PreviousSender, field) =>
    writeSized(writer, (value) => {
      writeCount(value, forwardedCount, `${field}.forwardedCount`);
      ADDRESS.write(value, address as never, `${field}.address`);
    }),
  read: (reader, field, fault) => {
    const value = readSized(reader, field);
    const forwardedCount = readInteger(value, `${field}/count`);
    const address = readAddress(value, `${field}/address`, fault);
    value.expectEnd(field);
    return { forwardedCount, address };
  },
};

/** Which one that forwarded a message, and when. */
export const PREVIOUS_DATE: Form = {
  write: (writer, { forwardedCount, date }: PreviousDate, field) =>
    writeSized(writer, (value) => {
      writeCount(value, forwardedCount, `${field}.forwardedCount`);
      writeDate(value, date, `${field}.date`);
    }),
  read: (reader, field) => {
    const value = readSized(reader, field);
    const forwardedCount = readInteger(value, `${field}/count`);
    const date = readDate(value, `${field}/date`);
    value.expectEnd(field);
    return { forwardedCount, date };
  },
};

/** A field's code as value. */
export const ATTRIBUTE: Form = {
  write: (writer, value: string | number, field) => {
    const code = typeof value === 'number' ? value : codeOfField(value);
    if (code === undefined || !Number.isInteger(code) || code < 0 || code > 0x7f) {
      throw new EncodeError('bad-value', field, undefined, `${JSON.stringify(value)} is neither a header field nor 0 to 127`);
    }
    writer.u8(code | 0x80);
  },
  read: (reader, field) => {
    const at = reader.offset;
    const octet = reader.u8(field);
    if (octet < 0x80) throw new DecodeError('bad-value', field, at, `${octet} is not the code of a field`);
    const name = fieldName(octet & 0x7f);
    if (reader.trace !== undefined) reader.trace.mean(name ?? 'not registered');
    return name ?? octet & 0x7f;
  },
};

/** The only parameter of an element with a code (table 27). */
const TYPE_PARAMETER = 0x82;

/** An element, and parameters; reads undefined when nobody says what a parameter means. */
export const ELEMENT: Form = {
  write: (writer, { contentReference, parameters = [] }: ElementDescriptor, field) =>
    writeSized(writer, (value) => {
      writeTextString(value, contentReference, `${field}.contentReference`);
      parameters.forEach((parameter, index) => {
        writeElementParameter(value, parameter, `${field}.parameters[${index}]`);
      });
    }),
  read: (reader, field, fault) => {
    const value = readSized(reader, field);
    const contentReference = readTextString(value, `${field}/reference`, fault);
    const parameters: { name: string; value: string | number }[] = [];
    while (value.remaining > 0) {
      const parameter = readElementParameter(value, `${field}/parameter`, fault);
      if (parameter === undefined) return undefined;
      parameters.push(parameter);
    }
    return { contentReference, ...(parameters.length === 0 ? {} : { parameters }) };
  },
};

/** A value and which of many messages it is for. */
export function counted(form: Form): Form {
  return {
    write: (writer, { statusCount, value }: Counted<unknown>, field) =>
      writeSized(writer, (sized) => {
        writeCount(sized, statusCount, `${field}.statusCount`);
        form.write(sized, value as never, `${field}.value`);
      }),
    read: (reader, field, fault) => {
      const sized = readSized(reader, field);
      const statusCount = readInteger(sized, `${field}/count`);
      const value = form.read(sized, field, fault);
      sized.expectEnd(field);
      return { statusCount, value };
    },
  };
}

function writeIndex(writer: ByteWriter, names: readonly string[], value: string, field: string): void {
  const index = names.indexOf(value);
  if (index < 0) {
    throw new EncodeError('bad-value', field, undefined, `${JSON.stringify(value)} is none of ${names.join(', ')}`);
  }
  writer.u8(0x80 + index);
}

function writeElementParameter(
  writer: ByteWriter,
  { name, value }: { readonly name: string; readonly value: string | number },
  field: string,
): void {
  if (name.toLowerCase() === 'type') writer.u8(TYPE_PARAMETER);
  else if (TOKEN.test(name)) writeTextString(writer, name, `${field}.name`);
  else throw new EncodeError('bad-value', `${field}.name`, undefined, 'a name is made of letters, digits and signs');
  const code = typeof value === 'number' ? value : codeOfContentType(value);
  if (typeof value === 'string' && (code === undefined || code > 0x7f)) {
    writeTextString(writer, value, `${field}.value`);
    return;
  }
  requireCount(code as number, `${field}.value`);
  if ((code as number) > 0x7f) throw new EncodeError('bad-value', `${field}.value`, undefined, `${code} is more than 127`);
  writer.u8((code as number) | 0x80);
}

/** A parameter of an element; undefined when nobody says what its code means. */
function readElementParameter(
  reader: ByteReader,
  field: string,
  fault: Fault,
): { name: string; value: string | number } | undefined {
  const { octets, offset: at } = reader;
  const first = octets[at] as number;
  let name = 'type';
  if (first >= 0x80) {
    reader.u8(`${field}/name`);
    if (first !== TYPE_PARAMETER) return undefined;
    if (reader.trace !== undefined) reader.trace.mean(name);
  } else {
    name = readTextString(reader, `${field}/name`, fault).toLowerCase();
    if (!TOKEN.test(name)) {
      throw new DecodeError('bad-value', `${field}/name`, at, `${JSON.stringify(name.slice(0, 40))} is not a name`);
    }
  }
  if (reader.remaining === 0) throw new DecodeError('truncated', `${field}/value`, reader.offset, 'the value is missing');
  if ((octets[reader.offset] as number) < 0x80) return { name, value: readTextString(reader, `${field}/value`, fault) };
  const code = reader.u8(`${field}/value`) & 0x7f;
  const value = contentTypeOfCode(code) ?? code;
  if (reader.trace !== undefined) reader.trace.mean(String(value));
  return { name, value };
}
