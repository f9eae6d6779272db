/** PDUs of SMPP: arbitrary values, and octets as the package smpp writes them. */
import fc from 'fast-check';
import smpp from 'smpp';
import { toHex } from '../../src/bytes/index.js';
import { formatSmppPeriod, formatSmppTime, type SmppTime } from '../../src/smpp/index.js';
import { PARAMETERS, type ParameterType, type ValueField } from '../../src/smpp/parameters.js';
import {
  isAnswer,
  type ListField,
  PDUS,
  type PduType,
  type SmppField,
  type SmppFields,
  type SmppParameter,
  type SmppParameterValue,
  type SmppPdu,
  type SmppValue,
} from '../../src/smpp/pdus.js';
import { hex } from './hex.js';

/** A PDU as the package smpp writes it. */
export function packagePdu(command: string, fields: Readonly<Record<string, unknown>> = {}): Uint8Array {
  const made = new smpp.PDU(command, fields) as unknown as { toBuffer(): Buffer };
  return new Uint8Array(made.toBuffer());
}

/** A PDU by hand: a body in hex after a header, with the length that it has unless another is given. */
export function handmadePdu(
  id: number,
  body: string,
  { status = 0, sequence = 7, length }: { status?: number; sequence?: number; length?: number } = {},
): Uint8Array {
  const octets = hex(body);
  const header = [length ?? 16 + octets.length, id, status, sequence];
  return hex(header.map((value) => value.toString(16).padStart(8, '0')).join('') + toHex(octets));
}

/** Times that come back equal. */
export const smppTime: fc.Arbitrary<SmppTime> = fc.oneof(
  fc.record({
    kind: fc.constant('absolute' as const),
    at: fc
      .integer({ min: Date.UTC(1990, 0, 2) / 100, max: Date.UTC(2089, 11, 30) / 100 })
      .map((tenths) => new Date(tenths * 100)),
    zoneMinutes: fc.integer({ min: -48, max: 48 }).map((quarters) => quarters * 15),
  }),
  fc.record({ kind: fc.constant('relative' as const), seconds: fc.nat({ max: 100 * 360 * 86_400 - 1 }) }),
);

/** A time as a field has it. */
export function writeSmppTime(time: SmppTime): string {
  return time.kind === 'absolute' ? formatSmppTime(time.at, time.zoneMinutes) : formatSmppPeriod(time.seconds);
}

const character = fc.integer({ min: 1, max: 255 }).map((code) => String.fromCharCode(code));
const text = (max: number) => fc.string({ unit: character, maxLength: max - 1 });
const integer = (size: number) => fc.integer({ min: 0, max: 2 ** (8 * size) - 1 });

function fieldValue(field: SmppField): fc.Arbitrary<SmppValue> {
  switch (field.kind) {
    case 'text':
      return text(field.max);
    case 'integer':
      return integer(field.size);
    case 'octets':
      return fc.oneof(fc.uint8Array({ maxLength: 20 }), fc.uint8Array({ maxLength: field.max }));
    case 'list':
      return fc.array(itemOf(field), { maxLength: 4 });
  }
}

function itemOf({ fields, choices }: ListField): fc.Arbitrary<SmppFields> {
  if (choices === undefined) return fieldsOf(fields);
  const keys = Object.keys(choices)
    .map(Number)
    .filter((key) => choices[key] !== undefined);
  const [flag] = fields as readonly [SmppField];
  return fc
    .constantFrom(...keys)
    .chain((key) => fieldsOf(choices[key] as readonly SmppField[]).map((rest) => ({ [flag.name]: key, ...rest })));
}

const fieldsOf = (fields: readonly SmppField[]): fc.Arbitrary<SmppFields> =>
  fc.record(Object.fromEntries(fields.map((field) => [field.name, fieldValue(field)])));

const characters = (min: number, max: number) =>
  fc.string({
    unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)),
    minLength: min,
    maxLength: max,
  });
const octets = (min: number, max: number) => fc.uint8Array({ minLength: min, maxLength: Math.min(max, min + 30) });

/** The value of a field of a structure. @param left octets that the structure may still have */
function partOf({ kind }: ValueField, left: number): fc.Arbitrary<number | string | Uint8Array> {
  if (kind === 'octets') return octets(0, left);
  return kind === 'characters' ? characters(0, Math.min(left, 20)) : integer(kind);
}

function structureOf({ fields = [], max, min, lengths }: ParameterType): fc.Arbitrary<SmppParameterValue> {
  const fixed = fields.reduce((sum, { kind }) => sum + (typeof kind === 'number' ? kind : 0), 0);
  const whole = fc.record(Object.fromEntries(fields.map((field) => [field.name, partOf(field, max - fixed)])));
  if (lengths === undefined || lengths.length === 1) return whole;
  // Those of so many octets alone.
  let size = 0;
  const first = fields.filter(({ kind }) => {
    size += kind as number;
    return size <= min;
  });
  return fc.oneof(whole, fc.record(Object.fromEntries(first.map((field) => [field.name, partOf(field, 0)]))));
}

function parameterValue(type: ParameterType): fc.Arbitrary<SmppParameterValue> {
  const { kind, min, max } = type;
  if (kind === 'text') return text(max);
  if (kind === 'structure') return structureOf(type);
  if (kind === 'characters') return characters(min, max);
  return kind === 'octets' ? octets(min, max) : integer(kind);
}

/** A parameter of the table, or one that it does not have. */
const parameter: fc.Arbitrary<SmppParameter> = fc.oneof(
  fc
    .constantFrom(...PARAMETERS.byTag.values())
    .chain((type) => parameterValue(type).map((value) => ({ tag: type.tag, name: type.name, value }))),
  fc.record({
    tag: fc.integer({ min: 0, max: 0xffff }).filter((tag) => !PARAMETERS.byTag.has(tag)),
    value: fc.uint8Array({ maxLength: 30 }),
  }),
);

function pduOf({ id, name, fields }: PduType): fc.Arbitrary<SmppPdu> {
  const head = {
    command: fc.constant(name),
    status: isAnswer(id) ? integer(4) : fc.constant(0),
    sequence: integer(4),
  };
  const parameters = fc.array(parameter, { maxLength: 4 });
  if (fields.length === 0) return fc.record({ ...head, parameters });
  const whole = fc.record({ ...head, fields: fieldsOf(fields), parameters });
  if (!isAnswer(id)) return whole;
  const failed = fc.record({
    ...{ command: head.command, sequence: head.sequence, parameters: fc.constant([]) },
    status: fc.integer({ min: 1, max: 0xff }),
  });
  return fc.oneof({ weight: 3, arbitrary: whole }, failed);
}

/** Any PDU that strict reading takes. */
export const smppPdu: fc.Arbitrary<SmppPdu> = fc.constantFrom(...PDUS).chain(pduOf);
