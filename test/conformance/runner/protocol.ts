/**
 * What the runner and an adapter say to each other: one JSON object a line. docs/conformance-runner.md explains it to those who write an
 * adapter.
 * @module
 */
import type { Form, Json, JsonObject } from '../pack/shape.js';

/** The first line of an adapter. */
export interface Hello {
  readonly name: string;
  readonly version: string;
  readonly formats: readonly string[];
}

/** A line to the adapter: the case without its expectation. A file has its octets beside its name. */
export interface Question {
  /** To be repeated in the answer. */
  readonly id: string;
  readonly format: string;
  readonly direction: 'decode' | 'encode';
  readonly level: string;
  readonly options: JsonObject;
  readonly input: Form & { readonly hex?: string };
}

/** A line from the adapter. */
export type Answer =
  | { readonly shown: JsonObject }
  | { readonly refused: { readonly reason: string; readonly field?: string } }
  | { readonly skip: string };

const FORMS = ['value', 'hex', 'hexList', 'text'] as const;
const HEX = /^(?:[0-9A-Fa-f]{2})*$/;

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A JSON object of a line. @throws Error that quotes the line. */
export function parseLine(line: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new Error(`not JSON: ${quote(line)}`);
  }
  if (!isObject(value)) throw new Error(`not a JSON object: ${quote(line)}`);
  return value;
}

const quote = (line: string) => JSON.stringify(line.length > 80 ? `${line.slice(0, 80)}...` : line);

/** The first line. @throws Error naming the member that is missing. */
export function parseHello(line: string): Hello {
  const { name, version, formats } = parseLine(line);
  if (typeof name !== 'string' || typeof version !== 'string') throw new Error('the first line needs "name" and "version"');
  if (!Array.isArray(formats) || !formats.every((format) => typeof format === 'string')) {
    throw new Error('the first line needs "formats", a list of names');
  }
  return { name, version, formats: formats as string[] };
}

/** An answer's content. @throws Error when it has none, more than one, or a malformed one. */
export function parseAnswer(line: JsonObject): Answer {
  const kinds = [...FORMS, 'refused', 'skip'].filter((name) => line[name] !== undefined);
  if (kinds.length !== 1) {
    throw new Error(
      `an answer has one of value, hex, hexList, text, refused, skip; this one has ${kinds.join(', ') || 'none'}`,
    );
  }
  const [kind] = kinds as [string];
  const content = line[kind] as Json;
  if (kind === 'skip') return { skip: String(content) };
  if (kind === 'refused') {
    if (!isObject(content) || typeof content.reason !== 'string') throw new Error('"refused" needs a "reason"');
    return { refused: content as unknown as { reason: string; field?: string } };
  }
  return { shown: { [kind]: plainForm(kind, content) } };
}

function plainForm(kind: string, content: Json): Json {
  if (kind === 'hex') return plainHex(content);
  if (kind === 'hexList') {
    if (!Array.isArray(content)) throw new Error('"hexList" is not a list');
    return (content as readonly Json[]).map(plainHex);
  }
  if (kind === 'value' && !isObject(content)) throw new Error('"value" is not an object');
  if (kind === 'text' && typeof content !== 'string') throw new Error('"text" is not a string');
  return content;
}

function plainHex(hex: Json): string {
  if (typeof hex !== 'string' || !HEX.test(hex)) throw new Error('octets are not in hex');
  return hex.toUpperCase();
}
