/** The table of formats, and what goes by it: samples, files of the command line and of the page, rows of the laws. */
import { describe, expect, it } from 'vitest';
import { NAMES } from '../../../src/inspect/formats/names.js';
import { PICTURE_FILES } from '../../../src/inspect/formats/picture-files.js';
import type { Kind } from '../../../src/inspect/formats/row.js';
import { ROWS, TABLE } from '../../../src/inspect/formats/table.js';
import { TUNE_FILES } from '../../../src/inspect/formats/tune-files.js';
import { FORMATS, type Format, identify, inspect } from '../../../src/inspect/index.js';
import { fileOf } from '../../../src/playground/inspect/exports.js';
import { SAMPLES } from '../../../src/playground/inspect/samples.js';
import { PUSH_CONTENT_TYPES } from '../../../src/push/index.js';
import { describeKind, findFileType, listExtensions } from '../../../src/show/files.js';
import { RP_CONTENT_TYPE } from '../../../src/sms/index.js';
import { TARGETS } from '../../fuzz/targets.js';
import { expectTiling } from '../../support/tiling.js';

const extensionsOf = (format: Format): readonly string[] => TABLE[format].extensions ?? [];

/** Readers whose values are written too, by format; undefined for what is only read, or is written by no codec of its own. */
const CODECS: Readonly<Record<Format, readonly string[] | undefined>> = {
  'tpdu-mo': ['sms.decodeSubmit'],
  'tpdu-mt': ['sms.decodeDeliver', 'sms.decodeStatusReport'],
  'pdu-mo': ['sms.decodeSubmit'],
  'pdu-mt': ['sms.decodeDeliver'],
  rp: ['sms.decodeRp'],
  cp: ['sms.decodeCp'],
  sip: undefined,
  'sim-sms': ['sim.decodeSimSms'],
  'sim-adn': ['sim.decodeAdn'],
  'sim-smsp': ['sim.decodeSmsParameters'],
  'sim-ext1': ['sim.decodeExt1'],
  'sim-envelope': undefined,
  cbs: ['cbs.decodeCbs'],
  ussd: ['cbs.decodeUssdArgument'],
  udh: ['sms.decodeUdh'],
  'nokia-ringtone': ['ringtone.decodeNokiaRingtone'],
  'ota-bitmap': ['bitmap.decodeOtaBitmap', 'bitmap.decodeOtb'],
  'operator-logo': ['bitmap.decodeOperatorLogo'],
  'picture-message': ['bitmap.decodePictureMessage', 'bitmap.decodeMultipartMessage'],
  wbmp: ['bitmap.decodeWbmp'],
  nol: ['bitmap.decodeNol'],
  ngg: ['bitmap.decodeNgg'],
  nlm: ['bitmap.decodeNlm'],
  npm: ['bitmap.decodeNpm'],
  bmp: ['bitmap.decodeBmp'],
  midi: ['ringtone.decodeMidi'],
  seo: ['sms.decodeSeo'],
  rtttl: ['ringtone.parseRtttl'],
  imelody: ['ringtone.parseImelody'],
  emelody: ['ringtone.parseEmelody'],
  motorola: ['ringtone.parseMotorola'],
  'flipper-music': ['ringtone.parseFlipperMusic'],
  'arduino-melody': ['ringtone.parseArduinoTable'],
  'bluejay-melody': ['ringtone.decodeBluejayMelody'],
  'any-rtttl': ['ringtone.decodeAnyRtttl'],
  'wsp-push': ['push.decodePush'],
  wbxml: ['push.decodeSi', 'push.decodeSl', 'push.decodeCo', 'push.decodeWbxml'],
  'push-xml': ['push.parseSi', 'push.parseSl', 'push.parseCo', 'push.parsePushXml'],
  mms: ['mms.decodeMms'],
  smil: ['mms.parseSmil'],
  zip: undefined,
  capture: ['capture.decodeCapture'],
  vmg: ['archive.parseVmg'],
  'sms-backup-restore': ['archive.parseSmsBackupRestore'],
  'gammu-backup': ['archive.parseGammuBackup'],
  'sms-ie': ['archive.parseSmsIe'],
  eml: ['archive.decodeEml'],
  vcard: ['vobject.parseVCard', 'vobject.parseVCards'],
  vcalendar: ['vobject.parseVCalendar'],
  sckl: ['sms.parseSckl', 'vobject.parseVObjectSckl'],
  at: undefined,
  hex: ['bytes.fromHex'],
  log: undefined,
  text: ['bytes.decodeUtf8'],
  png: undefined,
  jpeg: undefined,
  gif: undefined,
  wav: undefined,
  jad: undefined,
  form: ['protocol.parseForm'],
  kannel: undefined,
  soap: ['protocol.soap.parseCall', 'protocol.soap.parseAnswer'],
  xml: undefined,
  html: undefined,
  json: undefined,
  smpp: ['smpp.decodeSmppPdu'],
  'smpp-json': undefined,
  base64: undefined,
};

/** What the command line calls a file, by the kind of its format. */
const HELD: Partial<Record<Kind, string>> = {
  tune: 'a tune',
  picture: 'a picture',
  push: 'a push document',
  card: 'a card',
  calendar: 'a calendar',
  mms: 'a multimedia message',
  archive: 'an archive',
};

it('has a row for every format, each with a label of its own', () => {
  expect(ROWS.map(([format]) => format).sort()).toEqual([...FORMATS].sort());
  const labels = ROWS.map(([, { label }]) => label);
  expect(labels.filter((label, i) => label.trim() === '' || labels.indexOf(label) !== i)).toEqual([]);
});

it('has each extension once, with a dot and in lower case', () => {
  const extensions = ROWS.flatMap(([format]) => extensionsOf(format));
  expect(extensions.filter((one, i) => !/^\.[a-z0-9]+$/.test(one) || extensions.indexOf(one) !== i)).toEqual([]);
});

it('has the content types of push documents', () => {
  const types = Object.values(PUSH_CONTENT_TYPES);
  expect(TABLE['push-xml'].contentTypes).toEqual(types.map(({ xml }) => xml));
  expect(TABLE.wbxml.contentTypes).toEqual(types.map(({ wbxml }) => wbxml));
  expect(TABLE.rp.contentTypes).toEqual([RP_CONTENT_TYPE]);
});

it('has the names of every file, in its order', () => {
  const named = ROWS.filter(([, { extensions }]) => extensions !== undefined);
  expect(named.map(([format, { kind, extensions, contentTypes }]) => [format, { kind, extensions, contentTypes }])).toEqual(
    Object.entries(NAMES),
  );
});

describe.each(ROWS)('%s', (format, { kind, label, extensions = [], contentTypes = [] }) => {
  const samples = SAMPLES.filter((sample) => sample.format === format).map(({ make }) => make());

  it('has a sample, which is known and whose tree tiles', () => {
    expect(samples.length, `samples of ${label}`).toBeGreaterThan(0);
    for (const octets of samples) {
      const readings = identify(octets).slice(0, 2);
      expect(readings.map((reading) => reading.format)).toContain(format);
      const tree = inspect(octets, { as: format });
      expect(tree.error).toBeUndefined();
      expect([tree.start, tree.end]).toEqual([0, octets.length]);
      expectTiling(tree);
    }
  });

  it('has the extensions by which the command line reads it', () => {
    const held = HELD[kind];
    const types = extensions.flatMap((extension) => findFileType(extension) ?? []).filter(({ isRead }) => isRead);
    expect(types.map(({ extension }) => extension)).toEqual(held === undefined ? [] : extensions);
    for (const type of types) expect(describeKind(type.kind)).toBe(held);
  });

  it('is downloaded from the page by its first extension and content type', () => {
    const { name, type } = fileOf(format);
    if (extensions.length > 0) expect(name).toBe(`payload${extensions[0]}`);
    const [usual] = contentTypes;
    if (usual !== undefined && kind !== 'push') expect(type).toBe(usual);
  });

  it('has a row of the laws, where its values are written', () => {
    const withValues = new Set(TARGETS.filter(({ laws }) => laws?.values !== undefined).flatMap(({ covers }) => covers));
    expect((CODECS[format] ?? []).filter((reader) => !withValues.has(reader))).toEqual([]);
  });
});

describe('files', () => {
  const entries = Object.entries({ ...PICTURE_FILES, ...TUNE_FILES });

  it.each(entries)('%s is one of the extensions of its format', (extension, { format }) => {
    // Drawings and hex digits have no format of their own; a WAVE file is written of a tune, and holds none.
    if (format === undefined) expect(['.hex', '.rows', '.wav']).toContain(extension);
    else expect(extensionsOf(format)).toContain(extension);
  });

  it.each(Object.entries(TUNE_FILES))('%s has the content type of its format', (_, { format, contentType }) => {
    const [usual] = format === undefined ? [] : (TABLE[format].contentTypes ?? []);
    if (usual !== undefined) expect(contentType).toBe(usual);
  });

  it.each(ROWS.filter(([, { kind }]) => kind === 'tune'))('%s is loaded and written by each of its extensions', (format) => {
    for (const extension of extensionsOf(format)) {
      expect(findFileType(extension)).toMatchObject({ kind: 'tune', isWritten: true });
      expect(entries.find(([name]) => name === extension)?.[1].format).toBe(format);
    }
  });

  it.each(ROWS.filter(([, { kind }]) => kind === 'picture'))('%s is a picture for the command line', (format) => {
    expect(extensionsOf(format).filter((extension) => findFileType(extension)?.kind !== 'picture')).toEqual([]);
  });

  it('of the command line have a format each, but drawings, hex digits and pictures that other packages read', () => {
    const others = ['.hex', '.rows', '.webp', '.avif', '.heic', '.heif', '.tif', '.tiff', '.svg', '.jp2', '.jxl'];
    const kinds: readonly Kind[][] = [['picture'], ['tune'], ['push'], ['card', 'calendar'], ['mms', 'archive']];
    const ofRows = kinds.map((some) =>
      ROWS.flatMap(([, { kind, extensions = [] }]) => (some.includes(kind) ? extensions : [])),
    );
    const read = listExtensions().filter((extension) => !others.includes(extension));
    const ofFiles = kinds.map((some) => read.filter((extension) => some.includes(findFileType(extension)?.kind as Kind)));
    expect(ofFiles.map((some) => some.sort())).toEqual(ofRows.map((some) => some.sort()));
    expect(ofFiles.flat().sort()).toEqual(read.sort());
  });
});
