/**
 * gammu and python-gammu: TPDUs, parts of texts, tunes, logos and the messages that carry them, cards.
 * @module
 */
import { bitmapFromRows, bitmapToRows } from '../../../src/bitmap/index.js';
import { fromHex, toHex } from '../../../src/bytes/index.js';
import { decodeSubmit, encodeSubmit, encodeUdh, submitDatagram } from '../../../src/sms/index.js';
import type { Converted } from '../../interop/drivers/files.js';
import {
  type GammuBitmap,
  type GammuContent,
  type GammuError,
  type GammuMessage,
  gammuDecode,
  gammuEncode,
  gammuRead,
  pdusOf,
} from '../../interop/drivers/gammu.js';
import { gammuLogos, type LogoFile } from '../../interop/drivers/logo-files.js';
import { run } from '../../interop/drivers/run.js';
import { fromGammuBitmap, readXpm, toGammuBitmap } from '../../interop/pictures.js';
import { wireOf } from '../adapters/index.js';
import { defined } from '../pack/read.js';
import type { BareCase, JsonObject } from '../pack/shape.js';
import { askBackups } from './archives.js';
import type { Oracle, Shown } from './oracle.js';
import { askStoredByGammu } from './sim-records.js';
import { tuneAsks, writeMelodies } from './tunes.js';

/** Elements of a header whose first octet is its length. */
function elementsOf(hex: string): JsonObject[] | undefined {
  if (hex === '') return undefined;
  const octets = fromHex(hex);
  const elements: JsonObject[] = [];
  for (let at = 1; at < octets.length; at += 2 + (octets[at + 1] as number)) {
    const [iei, length] = [octets[at] as number, octets[at + 1] as number];
    elements.push({ IEI: iei, IED: toHex(octets.subarray(at + 2, at + 2 + length)) });
  }
  return elements;
}

/** A number as gammu writes it: an international one has a plus sign. */
function plainNumber(number: string): JsonObject {
  return number.startsWith('+') ? { TON: 1, address: number.slice(1) } : { address: number };
}

function plainMessage(answer: GammuMessage): JsonObject {
  const number = plainNumber(answer.Number);
  const isSubmit = answer.Type === 'Submit';
  const isReport = answer.Type === 'Status_Report';
  return defined({
    'TP-MTI': isSubmit ? 'SMS-SUBMIT' : answer.Type === 'Deliver' ? 'SMS-DELIVER' : undefined,
    [isSubmit ? 'TP-DA' : isReport ? 'TP-RA' : 'TP-OA']: number,
    ...((isSubmit || isReport) && { 'TP-MR': answer.MessageReference }),
    UDH: elementsOf(answer.UDH.Text.hex),
    // What stands behind a NUL is what the memory held.
    ...(typeof answer.Text === 'string' ? { text: answer.Text.replace(/\0.*$/s, '\0') } : { data: answer.Text.hex }),
  });
}

const isError = (answer: object): answer is GammuError => 'error' in answer;

async function decode(cases: readonly BareCase[]): Promise<Shown[]> {
  const { answers } = await gammuDecode(cases.map(({ input }) => ({ pdu: toHex(wireOf(input) as Uint8Array) })));
  return answers.map((answer) => (isError(answer) ? { refused: true } : { shows: plainMessage(answer) }));
}

async function decodeParts(cases: readonly BareCase[]): Promise<Shown[]> {
  const lists = cases.map(({ input }) => wireOf(input) as readonly Uint8Array[]);
  const { answers } = await gammuDecode(lists.flat().map((octets) => ({ pdu: toHex(octets) })));
  let at = 0;
  return lists.map(({ length }): Shown => {
    const parts = answers.slice(at, at + length) as GammuMessage[];
    at += length;
    if (parts.some(isError)) return { refused: true };
    const [first] = parts as [GammuMessage];
    const text = parts.map(({ Text }) => Text as string).join('');
    return {
      shows: { 'TP-DA': plainNumber(first.Number), 'TP-MR': first.MessageReference, reference: first.UDH.ID8bit, text },
    };
  });
}

async function segment(cases: readonly BareCase[]): Promise<Shown[]> {
  const { answers } = await gammuEncode(
    cases.map(({ input, expected }) => {
      const { text } = (input as { value: { text: string } }).value;
      const { encoding } = (expected as unknown as { value: { encoding: string } }).value;
      return {
        number: '+27381000015',
        info: { Class: -1, Unicode: encoding === 'ucs2', Entries: [{ ID: 'ConcatenatedTextLong', Buffer: text }] },
      };
    }),
  );
  return answers.map((answer): Shown => {
    if (isError(answer)) return { refused: true };
    const parts = answer.parts.map(({ text }) => (typeof text === 'string' ? text : text.hex));
    return { shows: { count: parts.length, parts } };
  });
}

/** Files that gammu turns into XPM. */
function logoFiles(format: LogoFile, cases: readonly BareCase[]): Promise<Shown[]> {
  return gammuLogos(
    cases.map(({ input }) => wireOf(input) as Uint8Array),
    format,
    ['xpm'],
  ).then((files) =>
    files['out.xpm'].map((file: Converted, index): Shown => {
      if (!('octets' in file)) return { refused: true };
      const bitmap = readXpm(Buffer.from(file.octets).toString('latin1'));
      if (bitmap.heightPx === 0) return { refused: true };
      const rows = bitmapToRows(bitmap);
      return { shows: format === 'nlm' && cases[index] !== undefined ? { frames: [rows] } : { rows } };
    }),
  );
}

/** Ports to which the octets of a format are sent. */
const PORTS: Readonly<Record<string, number>> = { 'operator-logo': 5506, 'group-graphic': 5507, 'picture-message': 5514 };

/** The octets in messages to their port, and what gammu finds in those. */
async function readMessages(cases: readonly BareCase[]): Promise<Shown[]> {
  const { answers } = await gammuRead(
    cases.map(({ format, input }) => {
      const data = wireOf(input) as Uint8Array;
      const submits = submitDatagram({ destinationPort: PORTS[format] as number, data }, { to: '+447700900123' });
      return { pdus: submits.map((submit) => toHex(encodeSubmit(submit))) };
    }),
  );
  return answers.map((answer: GammuContent | GammuError): Shown => {
    if (isError(answer) || 'unread' in answer) return { refused: true };
    const bitmap = answer.Entries.flatMap((entry) => entry.Bitmap ?? [])[0];
    if (bitmap === undefined) return { refused: true };
    const [MCC, MNC] = bitmap.NetworkCode.split(' ');
    const text = bitmap.Text === '' ? undefined : bitmap.Text;
    return { shows: defined({ rows: bitmapToRows(fromGammuBitmap(bitmap)), ...(MNC !== undefined && { MCC, MNC }), text }) };
  });
}

/** A header in a message without a text. The position, which gammu does not keep, is 0: it refuses, or dies of, one after the end of the text. */
function submitOf(header: Uint8Array): string {
  const octets = header.slice();
  octets[3] = 0;
  return `41000B917283010010F50004${toHex(Uint8Array.of(octets.length))}${toHex(octets)}`;
}

/** A picture without pixels is none. */
const hasPixels = ({ XPM }: GammuBitmap) => !/^0 |^\d+ 0 /.test(XPM[0] as string);

/** EMS objects in the header of a message. */
async function readObjects(cases: readonly BareCase[]): Promise<Shown[]> {
  const { answers } = await gammuRead(cases.map(({ input }) => ({ pdus: [submitOf(wireOf(input) as Uint8Array)] })));
  return answers.map((answer: GammuContent | GammuError, index): Shown => {
    if (isError(answer) || 'unread' in answer) return { refused: true };
    const bitmaps = answer.Entries.flatMap((entry) => entry.Bitmap ?? [])
      .filter(hasPixels)
      .map((each) => bitmapToRows(fromGammuBitmap(each)));
    const [rows] = bitmaps;
    if (rows === undefined) return { refused: true };
    return { shows: cases[index]!.format === 'ems-animation' ? { frames: bitmaps } : { rows } };
  });
}

/** Pictures in Alcatel's form, which gammu writes and does not read: header and data of its message. */
async function writeAlcatel(cases: readonly BareCase[]): Promise<Shown[]> {
  const { answers } = await gammuEncode(
    cases.map(({ expected }) => {
      const { rows } = (expected as unknown as { value: { rows: readonly string[] } }).value;
      const bitmap = toGammuBitmap(bitmapFromRows(rows), 'PictureImage');
      return { number: '+27381000015', info: { Class: 1, Entries: [{ ID: 'AlcatelMonoBitmapLong', Bitmap: [bitmap] }] } };
    }),
  );
  return answers.map((answer): Shown => {
    if (isError(answer)) return { refused: true };
    const [pdu, another] = pdusOf(answer);
    if (pdu === undefined || another !== undefined) return { cannot: 'it needs several messages' };
    const { udh, data = new Uint8Array() } = decodeSubmit(fromHex(pdu));
    return { shows: { $hex: toHex(encodeUdh(udh)) + toHex(data) } };
  });
}

export const gammu: Oracle = {
  id: 'gammu',
  program: 'gammu and python-gammu, without a phone',
  package: 'gammu python3-gammu',
  version: async () => {
    try {
      const { stdout } = await run('gammu', ['--version']);
      await run('/usr/bin/python3', ['-c', 'import gammu']);
      return /version (\d[\d.]*)/i.exec(stdout)?.[1];
    } catch {
      return undefined;
    }
  },
  asks: [
    { formats: ['sms-submit', 'sms-deliver', 'sms-status-report'], ask: decode },
    { formats: ['sim-sms'], ask: askStoredByGammu },
    { formats: ['gammu-backup'], ask: askBackups },
    { formats: ['sms-concatenation'], ask: decodeParts },
    { formats: ['sms-segmentation'], ask: segment },
    ...tuneAsks('gammu'),
    { formats: ['imelody'], ask: writeMelodies },
    ...(['wbmp', 'bmp', 'nol', 'ngg', 'nlm'] as const).map((format) => ({
      formats: [format],
      ask: (cases: readonly BareCase[]) => logoFiles(format, cases),
    })),
    { formats: Object.keys(PORTS), ask: readMessages },
    { formats: ['ems-picture', 'ems-animation'], ask: readObjects },
    { formats: ['alcatel-picture'], ask: writeAlcatel },
  ],
};
