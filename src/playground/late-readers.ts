/**
 * Readers of what few messages hold: calendars (with ical.js a tenth of a tab), archives of files and of messages, files of pictures and sounds,
 * SIM cards, captures of networks, cell broadcast, tunes of devices; and what writes cards and calendars. Where the page is in files these functions
 * stand in for them (config/playground.mjs), and each reader is loaded when something asks for it: a call before that
 * is refused, and made again once the reader is there.
 * @module
 */
import { DecodeError } from '../errors.js';

const LOADERS = {
  archives: () => import('../inspect/archive-tree.js'),
  calendars: () => import('../vobject/vcalendar-parse.js'),
  cards: () => import('./late-cards.js'),
  captures: () => import('../inspect/capture-tree.js'),
  cells: () => import('../inspect/cell-tree.js'),
  files: () => import('./late-files.js'),
  sim: () => import('./late-sim.js'),
  tunes: () => import('./late-tunes.js'),
} as const;

type Name = keyof typeof LOADERS;
type Readers = { [N in Name]: Awaited<ReturnType<(typeof LOADERS)[N]>> };

const readers: Partial<Readers> = {};
const missed = new Set<Name>();

/** Loads readers, each of them once. */
export async function loadReaders(...names: readonly Name[]): Promise<void> {
  await Promise.all(
    names.map(async (name) => {
      if (readers[name] === undefined) Object.assign(readers, { [name]: await LOADERS[name]() });
    }),
  );
}

/** What loads those that something was refused since this was asked last; undefined for none. What it came to is not to be believed. */
export function takeMissed(): (() => Promise<void>) | undefined {
  const names = [...missed];
  missed.clear();
  return names.length === 0 ? undefined : () => loadReaders(...names);
}

/** What something comes to: again, as long as it was refused a reader. */
export async function withReaders<T>(run: () => T): Promise<T> {
  for (;;) {
    missed.clear();
    let value: T | undefined;
    let fault: unknown;
    let isFaulty = false;
    try {
      value = run();
    } catch (error) {
      [fault, isFaulty] = [error, true];
    }
    const load = takeMissed();
    if (load !== undefined) await load();
    else if (isFaulty) throw fault;
    else return value as T;
  }
}

function known<N extends Name>(name: N): Readers[N] {
  const reader = readers[name];
  if (reader !== undefined) return reader as Readers[N];
  missed.add(name);
  throw new DecodeError('bad-value', name, undefined, 'what reads this is being loaded');
}

// ---- the stand-ins ----

export const parseVCalendar: Readers['calendars']['parseVCalendar'] = (...given) => known('calendars').parseVCalendar(...given);
export const readCalendar: Readers['calendars']['readCalendar'] = (...given) => known('calendars').readCalendar(...given);
export const formatVCalendar: Readers['cards']['formatVCalendar'] = (...given) => known('cards').formatVCalendar(...given);
export const formatVCard: Readers['cards']['formatVCard'] = (...given) => known('cards').formatVCard(...given);
export const archiveSteps: Readers['archives']['archiveSteps'] = (...given) => known('archives').archiveSteps(...given);
export const judgeArchive: Readers['archives']['judgeArchive'] = (...given) => known('archives').judgeArchive(...given);
export const listArchiveFacts: Readers['archives']['listArchiveFacts'] = (...given) =>
  known('archives').listArchiveFacts(...given);
export const captureSteps: Readers['captures']['captureSteps'] = (...given) => known('captures').captureSteps(...given);
export const describeCapture: Readers['captures']['describeCapture'] = (...given) =>
  known('captures').describeCapture(...given);
export const refuseCapture: Readers['captures']['refuseCapture'] = (...given) => known('captures').refuseCapture(...given);
export const inspectCell: Readers['cells']['inspectCell'] = (...given) => known('cells').inspectCell(...given);
export const judgeCell: Readers['cells']['judgeCell'] = (...given) => known('cells').judgeCell(...given);
export const listCellFields: Readers['cells']['listCellFields'] = (...given) => known('cells').listCellFields(...given);
export const readCellText: Readers['cells']['readCellText'] = (...given) => known('cells').readCellText(...given);
export const refuseCell: Readers['cells']['refuseCell'] = (...given) => known('cells').refuseCell(...given);
export const traceZip: Readers['files']['traceZip'] = (...given) => known('files').traceZip(...given);
export const readPng: Readers['files']['readPng'] = (...given) => known('files').readPng(...given);
export const readJpeg: Readers['files']['readJpeg'] = (...given) => known('files').readJpeg(...given);
export const readGif: Readers['files']['readGif'] = (...given) => known('files').readGif(...given);
export const readWav: Readers['files']['readWav'] = (...given) => known('files').readWav(...given);
export const readBmpFile: Readers['files']['readBmpFile'] = (...given) => known('files').readBmpFile(...given);
export const readNgg: Readers['files']['readNgg'] = (...given) => known('files').readNgg(...given);
export const readNlm: Readers['files']['readNlm'] = (...given) => known('files').readNlm(...given);
export const readNol: Readers['files']['readNol'] = (...given) => known('files').readNol(...given);
export const readNpm: Readers['files']['readNpm'] = (...given) => known('files').readNpm(...given);
export const readMidi: Readers['files']['readMidi'] = (...given) => known('files').readMidi(...given);
export const parseFlipperMusic: Readers['tunes']['parseFlipperMusic'] = (...given) =>
  known('tunes').parseFlipperMusic(...given);
export const formatFlipperMusic: Readers['tunes']['formatFlipperMusic'] = (...given) =>
  known('tunes').formatFlipperMusic(...given);
export const parseArduinoTable: Readers['tunes']['parseArduinoTable'] = (...given) =>
  known('tunes').parseArduinoTable(...given);
export const formatArduinoTable: Readers['tunes']['formatArduinoTable'] = (...given) =>
  known('tunes').formatArduinoTable(...given);
export const decodeBluejayMelody: Readers['tunes']['decodeBluejayMelody'] = (...given) =>
  known('tunes').decodeBluejayMelody(...given);
export const encodeBluejayMelody: Readers['tunes']['encodeBluejayMelody'] = (...given) =>
  known('tunes').encodeBluejayMelody(...given);
export const measureEscMelody: Readers['tunes']['measureEscMelody'] = (...given) => known('tunes').measureEscMelody(...given);
export const readBluejayMelody: Readers['tunes']['readBluejayMelody'] = (...given) =>
  known('tunes').readBluejayMelody(...given);
export const findDeviceIssues: Readers['tunes']['findDeviceIssues'] = (...given) => known('tunes').findDeviceIssues(...given);
export const fitToDevice: Readers['tunes']['fitToDevice'] = (...given) => known('tunes').fitToDevice(...given);
export const judgeSim: Readers['sim']['judgeSim'] = (...given) => known('sim').judgeSim(...given);
export const simTree: Readers['sim']['simTree'] = (...given) => known('sim').simTree(...given);
export const simRefusal: Readers['sim']['simRefusal'] = (...given) => known('sim').simRefusal(...given);
export const simMessage: Readers['sim']['simMessage'] = (...given) => known('sim').simMessage(...given);
export const readCommandPacket: Readers['sim']['readCommandPacket'] = (...given) => known('sim').readCommandPacket(...given);
export const readResponsePacket: Readers['sim']['readResponsePacket'] = (...given) => known('sim').readResponsePacket(...given);
export const describePacket: Readers['sim']['describePacket'] = (...given) => known('sim').describePacket(...given);
