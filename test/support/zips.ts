/** ZIP archives put together field by field, so that any field can lie (PKWARE APPNOTE.TXT 6.3.10 sections 4.3 and 4.4). */
import { crc32 } from 'node:zlib';

/** Fields of a local header. */
export interface HeaderFields {
  readonly version: number;
  readonly flags: number;
  readonly method: number;
  readonly time: number;
  readonly date: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly name: string | readonly number[];
  readonly extra: readonly number[];
}

/** Fields of a record of the directory. */
export interface RecordFields extends HeaderFields {
  readonly madeBy: number;
  readonly comment: string;
  readonly disk: number;
  readonly attributes: number;
  readonly offset: number;
}

/** An entry, by default a stored one whose two headers agree. */
export interface MadeEntry {
  readonly data?: string | readonly number[];
  /** Octets after the data. */
  readonly descriptor?: readonly number[];
  /** Fields of both headers, of the local one, and of the directory. */
  readonly both?: Partial<HeaderFields>;
  readonly local?: Partial<HeaderFields>;
  readonly record?: Partial<RecordFields>;
}

/** What else an archive has. */
export interface MadeArchive {
  readonly before?: readonly number[];
  /** Octets between the last entry and the directory, and between the directory and the end record. */
  readonly between?: readonly number[];
  readonly afterDirectory?: readonly number[];
  readonly comment?: readonly number[];
  readonly end?: Partial<Record<'disk' | 'directoryDisk' | 'here' | 'entries' | 'size' | 'offset', number>>;
}

/** An archive, and where its parts begin. */
export interface MadeZip {
  readonly octets: Uint8Array;
  readonly headers: readonly number[];
  readonly records: readonly number[];
  readonly directory: number;
  readonly end: number;
}

/** A number in so many octets, the low one first. */
export function le(octets: number, value: number): number[] {
  return Array.from({ length: octets }, (_, i) => Math.floor(value / 256 ** i) % 256);
}

/** An extra field (section 4.5.1). */
export function extraField(id: number, ...data: readonly number[]): number[] {
  return [...le(2, id), ...le(2, data.length), ...data];
}

const octetsOf = (value: string | readonly number[]) =>
  typeof value === 'string' ? [...new TextEncoder().encode(value)] : [...value];

const shared = ({ version, flags, method, time, date, crc, packed, size, name, extra }: HeaderFields) => [
  ...[version, flags, method, time, date].flatMap((value) => le(2, value)),
  ...[crc, packed, size].flatMap((value) => le(4, value)),
  ...[octetsOf(name).length, extra.length].flatMap((value) => le(2, value)),
];

/** Puts an archive together; offsets count from the first octet of all. */
export function makeZip(entries: readonly MadeEntry[], archive: MadeArchive = {}): MadeZip {
  const { before = [], between = [], afterDirectory = [], comment = [], end = {} } = archive;
  const octets = [...before];
  const directory: number[] = [];
  const headers: number[] = [];
  const places: number[] = [];
  for (const [i, { data = `data ${i}`, descriptor = [], both, local, record }] of entries.entries()) {
    const content = octetsOf(data);
    const truth: HeaderFields = {
      version: 20,
      flags: 0,
      method: 0,
      time: 0,
      date: 0x21,
      crc: crc32(Uint8Array.from(content)),
      packed: content.length,
      size: content.length,
      name: `${i}.txt`,
      extra: [],
      ...both,
    };
    const header = { ...truth, ...local };
    const listed = { ...truth, madeBy: 20, comment: '', disk: 0, attributes: 0, offset: octets.length, ...record };
    headers.push(octets.length);
    octets.push(...le(4, 0x04034b50), ...shared(header), ...octetsOf(header.name), ...header.extra, ...content, ...descriptor);
    places.push(directory.length);
    directory.push(
      ...[...le(4, 0x02014b50), ...le(2, listed.madeBy), ...shared(listed)],
      ...[...le(2, octetsOf(listed.comment).length), ...le(2, listed.disk), 0, 0],
      ...[...le(4, listed.attributes), ...le(4, listed.offset)],
      ...[...octetsOf(listed.name), ...listed.extra, ...octetsOf(listed.comment)],
    );
  }
  octets.push(...between);
  const at = octets.length;
  const { disk = 0, directoryDisk = 0, entries: count = entries.length, here = count } = end;
  const { size = directory.length, offset = at } = end;
  octets.push(...directory, ...afterDirectory);
  const endAt = octets.length;
  octets.push(...le(4, 0x06054b50), ...[disk, directoryDisk, here, count].flatMap((value) => le(2, value)));
  octets.push(...le(4, size), ...le(4, offset), ...le(2, comment.length), ...comment);
  return { octets: Uint8Array.from(octets), headers, records: places.map((place) => at + place), directory: at, end: endAt };
}
