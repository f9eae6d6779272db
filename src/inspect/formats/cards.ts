/**
 * Cards and calendars, which a line at their beginning announces.
 * @module
 */
import type { Limits } from '../../errors.js';
import { decodeVObjectText, identifyVObject, type VObjectKind } from '../../vobject/index.js';
import type { Attempt } from '../nested-payloads.js';
import { readVObject, vobjectTree } from '../vobject-trees.js';
import { type Evidence, type Input, MAX_BEGINNING, type Payload, payloadRow, type Row } from './row.js';

/** The rows of cards and calendars. */
export const CARDS: Readonly<Record<VObjectKind, Row & Payload>> = /* @__PURE__ */ cardRows();

function cardRows() {
  return {
    vcard: objectRow('vcard', 'business card (vCard)', 'vCard', ['text/x-vcard', 'text/vcard'], ['.vcf']),
    vcalendar: objectRow(
      'vcalendar',
      'calendar (vCalendar, iCalendar)',
      'calendar',
      ['text/x-vcalendar', 'text/calendar'],
      ['.vcs', '.ics'],
    ),
  };
}

function objectRow(
  format: VObjectKind,
  label: string,
  root: string,
  contentTypes: readonly string[],
  extensions: readonly string[],
): Row & Payload {
  return payloadRow({
    label,
    kind: format === 'vcard' ? 'card' : 'calendar',
    extensions,
    contentTypes,
    roots: [root],
    sniff: (input) => sniffObject(format, input),
    attempt: (octets, lenient, limits, start, end) => attempt(format, octets.subarray(start, end), lenient, limits),
    tree: (octets, start, end, bounds) => vobjectTree(format, octets, start, end, bounds),
  });
}

/** The text of an object, which may be in ISO 8859-1, and its kind. */
function objectOf(input: Input): { readonly text: string; readonly format: VObjectKind } | undefined {
  const { octets } = input;
  const colon = octets.indexOf(0x3a);
  // A fold may cut the words anywhere.
  if (colon < 0 || colon >= MAX_BEGINNING || !/BEGIN:V/i.test(input.beginning.replace(/\s/g, ''))) return undefined;
  const text = decodeVObjectText(octets);
  const format = identifyVObject(text);
  return format && { text, format };
}

function sniffObject(format: VObjectKind, input: Input): Evidence | undefined {
  const object = input.once(objectOf);
  if (object?.format !== format) return undefined;
  const { meaning, error } = readVObject(format, object.text, input.limits);
  if (meaning === undefined) return { confidence: 0.7, reason: `begins as one, but ${error?.message}` };
  if (error === undefined) return { confidence: 0.98, reason: meaning };
  return { confidence: 0.9, reason: `${meaning}, with faults: ${error.message}` };
}

/** The value is what the object holds, in words. */
function attempt(format: VObjectKind, octets: Uint8Array, lenient: boolean, limits: Partial<Limits> | undefined): Attempt {
  const { meaning, error, issues } = readVObject(format, decodeVObjectText(octets), limits);
  if (error !== undefined && (!lenient || meaning === undefined)) return { error };
  return { value: meaning, issues: issues.map(({ reason }) => reason) };
}
