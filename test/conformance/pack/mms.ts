/**
 * fixtures/vectors/mms.json as cases. Headers are those on which tshark and Android's parser agree, by their names in the specification.
 * @module
 */
import { inflateSync } from 'node:zlib';
import { defined, upper, vectorFile, withLevel } from './read.js';
import type { BareCase, Converted, Json, JsonObject } from './shape.js';

const FILE = 'vectors/mms.json';

/** Fields of MMS 1.3 by their code, with the names of their octets (OMA-TS-MMS_ENC-V1_3 section 7.3); tshark 4.0 has no names for them. */
const LATER: Readonly<Record<string, readonly [name: string, values: readonly string[]]>> = {
  '0xba': ['X-Mms-Content-Class', ['text', 'image-basic']],
  '0xbb': ['X-Mms-DRM-Content', ['Yes', 'No']],
  '0xbc': ['X-Mms-Adaptation-Allowed', ['Yes', 'No']],
};

/** Fields that may stand several times. */
const LISTS = ['To', 'Cc', 'Bcc'];

/** From a wording such as `Nov 14, 2023 22:13:20.000000000 UTC`. */
const instant = (wording: string) => new Date(wording.replace(/\.\d+ UTC$/, ' UTC')).toISOString().replace('.000Z', 'Z');

/** A value without the code that tshark puts behind it. */
function headerValue(name: string, wording: string): Json {
  if (name === 'Date') return instant(wording);
  if (name === 'X-Mms-Expiry' || name === 'X-Mms-Delivery-Time') {
    const seconds = /^(\d+)\.0+ seconds$/.exec(wording)?.[1];
    return seconds === undefined ? { time: instant(wording) } : { seconds: Number(seconds) };
  }
  if (name === 'X-Mms-Message-Size') return Number(wording);
  return wording.replace(/ \(0x[0-9a-f]+\)$/, '').replace('<insert address>', 'insert-address');
}

/** The headers in front of the body, from tshark's lines. */
export function headersOf(lines: readonly string[]): JsonObject {
  const headers: Record<string, Json> = {};
  for (const line of lines) {
    const [, name = '', wording = ''] = /^([^:]+): (.*)$/s.exec(line) ?? [];
    if (name === 'Part') break;
    const later = /^Unknown field \((0x..)\)$/.exec(name)?.[1];
    if (later !== undefined) {
      const [known, values] = LATER[later] as (typeof LATER)[string];
      headers[known] = values[Number.parseInt(/0x(\w\w)>/.exec(wording)?.[1] as string, 16) - 0x80] as string;
    } else if (LISTS.includes(name)) headers[name] = [...((headers[name] as Json[] | undefined) ?? []), wording];
    else if (name === 'Content-Type') headers[name] = wording.split(';')[0] as string;
    else headers[name] = headerValue(name, wording);
  }
  return headers;
}

/** One part: its headers by tshark's lines, and how many octets it has. */
export function partOf(lines: readonly string[], octets: number): JsonObject {
  const value = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
  return defined({
    'Content-Type': value('Content-Type')?.split(';')[0],
    charset: value('Charset')?.toLowerCase(),
    name: value('Name'),
    'Content-ID': value('Content-Id')?.replaceAll('"', ''),
    'Content-Location': value('Content-Location'),
    octets,
  });
}

// biome-ignore lint/suspicious/noExplicitAny: the shape is that of the vectors
function caseOf(vector: any): BareCase {
  const { id, hex, zlibBase64, note, oracles } = vector;
  const { lines } = oracles['tshark 4.0.17 mmse'];
  const android = oracles['android PduParser'];
  const starts = lines.flatMap((line: string, index: number) => (line.startsWith('Part: ') ? [index] : []));
  const parts = starts.map((from: number, index: number) =>
    partOf(lines.slice(from + 1, starts[index + 1]), android.parts[index].length),
  );
  const headers = headersOf(lines);
  const value = defined({
    ...headers,
    // tshark prints each octet outside of ASCII as another character; the other parser decodes them.
    Subject: headers.Subject === undefined ? undefined : android.subject.text,
    parts: starts.length > 0 ? parts : undefined,
  });
  const octets = hex === undefined ? inflateSync(Buffer.from(zlibBase64, 'base64')).toString('hex') : hex;
  return withLevel({
    id: `mms/${id}`,
    format: 'mms',
    title: note,
    direction: 'decode',
    input: { hex: upper(octets) },
    expected: { value },
    source: { specification: 'OMA-TS-MMS_ENC-V1_3 sections 6 to 8', programs: Object.keys(oracles) },
    origin: { file: FILE, id },
  });
}

/** All of it. */
export function convertMms(): Converted {
  // biome-ignore lint/suspicious/noExplicitAny: the shape is that of the vectors
  const vectors: any[] = vectorFile(FILE).vectors;
  return { file: FILE, vectors: vectors.map(({ id }) => id), cases: vectors.map(caseOf), left: [] };
}
