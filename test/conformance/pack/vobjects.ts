/**
 * fixtures/vectors/vobjects.json as cases: cards and calendars in text, and how messages carry them.
 * @module
 */
import { type Common, upper, vectorFile, withLevel } from './read.js';
import type { BareCase, Converted } from './shape.js';

const FILE = 'vectors/vobjects.json';
const CLAUSES: Readonly<Record<string, string>> = {
  '2.1': 'vCard 2.1, versit Consortium',
  '3.0': 'RFC 2426',
  '1.0': 'vCalendar 1.0, versit Consortium',
};
const PORTS: Readonly<Record<string, number>> = { vcard: 9204, vcalendar: 9205 };

// biome-ignore lint/suspicious/noExplicitAny: the shape is that of the vectors
function casesOf(vector: any): BareCase {
  const { id, kind, input, expect: expected, expectText, model, version, note } = vector;
  const text: string = expectText ?? (typeof input === 'string' ? input : '');
  const format = text.startsWith('BEGIN:VCALENDAR') ? 'vcalendar' : 'vcard';
  const specification = CLAUSES[/VERSION:(\S+)/.exec(text)?.[1] as string] as string;
  const oracle = vector.oracle === undefined ? [] : ['python3-vobject 0.9.6.1'];
  const programs = [...oracle, ...(/gammu 1\.42/.test(note ?? '') ? ['gammu 1.42.0'] : []), 'written by hand'];
  const common: Common = { source: { specification, programs }, origin: { file: FILE, id } };
  const rest = { id: `vobjects/${id}`, title: note ?? id, ...common };
  if (kind === 'parse')
    return withLevel({ ...rest, format, direction: 'decode', input: { text: input }, expected: { value: expected } });
  if (kind === 'emit') {
    return withLevel({
      ...rest,
      format,
      direction: 'encode',
      options: { version },
      input: { value: model },
      expected: { text: expectText },
    });
  }
  const source = { specification: 'Nokia Smart Messaging 3.0; 3GPP TS 23.040 section 9.2.3.24.4', programs };
  if (input.octets !== undefined) {
    // The vectors say how many octets there are, and not which: here they are zeros.
    const sizes: number[] = expected.octetsPerPart ?? [input.octets];
    const hexList = expected.udh.map((udh: string, index: number) => upper(udh + '00'.repeat(sizes[index] as number)));
    const options = input.ref8 === undefined ? {} : { options: { reference: input.ref8 } };
    const value = { destinationPort: PORTS[input.object] as number, originatorPort: 0, data: '00'.repeat(input.octets) };
    return withLevel({
      ...rest,
      ...options,
      format: 'smart-message',
      direction: 'both',
      input: { hexList },
      expected: { value },
      source,
    });
  }
  if (expected.text !== undefined) {
    const value = { destinationPort: PORTS[input.object] as number, text: input.text };
    return withLevel({
      ...rest,
      format: 'sckl',
      direction: 'both',
      input: { text: expected.text },
      expected: { value },
      source,
    });
  }
  const { dest, orig, ref: reference, total, seq: sequence } = expected;
  const value = {
    destinationPort: Number.parseInt(dest, 16),
    originatorPort: Number.parseInt(orig, 16),
    reference,
    total,
    sequence,
  };
  return withLevel({ ...rest, format: 'sckl', direction: 'decode', input: { text: input.text }, expected: { value }, source });
}

/** All of it. */
export function convertVObjects(): Converted {
  // biome-ignore lint/suspicious/noExplicitAny: the shape is that of the vectors
  const vectors: any[] = vectorFile(FILE).cases;
  return { file: FILE, vectors: vectors.map(({ id }) => id), cases: vectors.map(casesOf), left: [] };
}
