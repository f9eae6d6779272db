/**
 * Ways to send a text that GSM 7-bit lacks characters of: as it is, with national tables, with look-alikes; what each takes. No DOM here.
 * @module
 */
import { pluralize } from '../../bytes/file-fields.js';
import { tryDecode } from '../../bytes/try-decode.js';
import { findAlphabet, hasShiftTable } from '../../text/alphabet.js';
import { chooseShiftTables, countSegments, languageName, type ShiftTables, transliterate } from '../../text/index.js';
import { MAX_PARTS, type TextEncoding } from '../../text/part-sizes.js';
import { replaceOutside } from '../../text/transliterate.js';
import { graphemesOf } from './graphemes.js';
import { type AlphabetChoice, isCarriedBy, isInGsm7, MAX_LANGUAGE, tableOf } from './ruler.js';

/** A character, and what is sent in its place. */
export interface Change {
  readonly from: string;
  readonly to: string;
}

/** A way to send a text. */
export interface Alternative {
  readonly id: 'as-is' | 'single' | 'locking' | 'national' | 'look-alikes' | 'table-and-look-alikes';
  /** Such as `Turkish locking shift table`. */
  readonly title: string;
  /** What it asks of phones, or does to the text; in words. */
  readonly detail: string;
  readonly encoding: TextEncoding;
  readonly tables: ShiftTables;
  readonly messages: number;
  /** Septets or UTF-16 units. */
  readonly units: number;
  /** Messages less than as it is; negative for more. */
  readonly saved: number;
  /** Whether as many messages can be sent as one text. */
  readonly isSendable: boolean;
  readonly changes: readonly Change[];
  /** The alphabet to choose for it. */
  readonly alphabet: AlphabetChoice;
  /** The text as it is sent. */
  apply(text: string): string;
}

type Draft = Pick<Alternative, 'id' | 'title' | 'detail' | 'alphabet'> &
  Partial<Pick<Alternative, 'tables' | 'encoding' | 'changes' | 'apply'>>;

/**
 * The ways to send a text, as it is first.
 * @returns none for a text of GSM 7-bit, and for one with a lone surrogate, which cannot be sent.
 */
export function alternativesOf(text: string, concat: 8 | 16): Alternative[] {
  if (isInGsm7(text)) return [];
  const asIs = tryDecode(() => countSegments(text, { concat, encoding: 'ucs2' }));
  if (asIs === undefined) return [];
  const same = (own: string) => own;
  return draftsOf(text).map(({ tables = {}, encoding, changes = [], apply = same, ...draft }) => {
    const count = countSegments(apply(text), { ...tables, concat, encoding });
    return {
      ...{ ...draft, tables, changes, apply },
      ...{ encoding: count.encoding, units: count.units, messages: count.segments },
      saved: asIs.segments - count.segments,
      isSendable: count.segments <= MAX_PARTS,
    };
  });
}

function draftsOf(text: string): Draft[] {
  const national = nationalDrafts(text);
  const lookAlikes = lookAlikeDraft(text);
  const both = national.length > 0 ? undefined : tableAndLookAlikes(text, lookAlikes);
  const all = [
    {
      id: 'as-is',
      title: 'As it is',
      detail: 'UCS-2, which every phone reads',
      alphabet: 'automatic',
      encoding: 'ucs2',
    } as const,
    ...national,
    both,
    lookAlikes,
  ];
  return all.filter((draft) => draft !== undefined);
}

function nationalDrafts(text: string): Draft[] {
  const [single, locking, best] = [tableOf(text, 'single'), tableOf(text, 'locking'), chooseShiftTables(text)];
  const needsBoth = best?.single !== undefined && best.locking !== undefined;
  return [
    ...(single === undefined ? [] : [tableDraft('single', single)]),
    ...(locking === undefined ? [] : [tableDraft('locking', locking)]),
    ...(needsBoth ? [tableDraft('national', best)] : []),
  ];
}

function tableDraft(id: 'single' | 'locking' | 'national', tables: ShiftTables): Draft {
  return {
    id,
    title: tablesName(tables),
    detail: `header ${headerElements(tables)} in each message`,
    alphabet: id,
    tables,
    encoding: 'gsm7',
  };
}

/** National tables in words. */
export function tablesName({ locking, single }: ShiftTables): string {
  const names = [
    locking !== undefined && `${languageName(locking)} locking shift table`,
    single !== undefined && `${languageName(single)} single shift table`,
  ];
  return names.filter((name) => name !== false).join(' and ');
}

/** The elements of the user data header that name the tables, in hex (TS 23.040 sections 9.2.3.24.15 and 9.2.3.24.16). */
function headerElements({ locking, single }: ShiftTables): string {
  const element = (tag: string, language: number | undefined) =>
    language === undefined ? [] : [`${tag} 01 ${language.toString(16).toUpperCase().padStart(2, '0')}`];
  return [...element('25', locking), ...element('24', single)].join(' ');
}

function lookAlikeDraft(text: string): Draft | undefined {
  const changes = changesOf(text, transliterate);
  if (changes.length === 0) return undefined;
  const left = graphemesLeft(text);
  const words = pluralize(changes.length, 'character');
  const detail = left === 0 ? `${words} changed` : `${words} changed, ${left} without a look-alike: still UCS-2`;
  return { id: 'look-alikes', title: 'With look-alikes', detail, alphabet: 'automatic', changes, apply: transliterate };
}

/** Different characters that have no look-alike. */
function graphemesLeft(text: string): number {
  return new Set(graphemesOf(text).filter((each) => !isInGsm7(transliterate(each)))).size;
}

/** Where no national table has all: the one that leaves most as it is, when that is more than look-alikes alone do. */
function tableAndLookAlikes(text: string, lookAlikes: Draft | undefined): Draft | undefined {
  const different = [...new Set(graphemesOf(text))].join('');
  let best: { draft: Draft; changes: number; segments: number } | undefined;
  for (const kind of ['single', 'locking'] as const) {
    for (let language = 1; language <= MAX_LANGUAGE; language++) {
      if (!hasShiftTable(kind, language)) continue;
      const tables = { [kind]: language };
      const { codes } = findAlphabet(tables);
      const apply = (own: string) => replaceOutside(own, codes);
      if (!isCarriedBy(apply(different), tables)) continue;
      const changes = changesOf(different, apply);
      if (best !== undefined && changes.length > best.changes) continue;
      const { segments } = countSegments(apply(text), { ...tables, encoding: 'gsm7' });
      if (best !== undefined && changes.length === best.changes && segments >= best.segments) continue;
      const detail = `header ${headerElements(tables)}, ${pluralize(changes.length, 'character')} changed`;
      const title = `${tablesName(tables)} and look-alikes`;
      const draft = { ...({ id: 'table-and-look-alikes', title, detail, alphabet: kind } as const), tables, changes, apply };
      best = { draft: { ...draft, encoding: 'gsm7' }, changes: changes.length, segments };
    }
  }
  const others = graphemesLeft(text) === 0 ? (lookAlikes?.changes?.length ?? 0) : Number.POSITIVE_INFINITY;
  return best !== undefined && best.changes < others ? best.draft : undefined;
}

/** The characters of a text that are changed, each once. */
function changesOf(text: string, apply: (text: string) => string): Change[] {
  const changes: Change[] = [];
  for (const from of new Set(graphemesOf(text))) {
    const to = apply(from);
    if (to !== from) changes.push({ from, to });
  }
  return changes;
}
