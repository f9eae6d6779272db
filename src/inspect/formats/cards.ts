/**
 * Cards and calendars, which a line at their beginning announces.
 * @module
 */
import { decodeVObjectText, identifyVObject, type VObjectKind } from '../../vobject/index.js';
import { readVObject, vobjectTree } from '../vobject-trees.js';
import { NAMES } from './names.js';
import { type Evidence, type Input, MAX_BEGINNING, type Payload, payloadRow, type Row } from './row.js';

/** The rows of cards and calendars. */
export const CARDS: Readonly<Record<VObjectKind, Row & Payload>> = /* @__PURE__ */ cardRows();

function cardRows() {
  return {
    vcard: objectRow('vcard', 'business card (vCard)', 'vCard'),
    vcalendar: objectRow('vcalendar', 'calendar (vCalendar, iCalendar)', 'calendar'),
  };
}

function objectRow(format: VObjectKind, label: string, root: string): Row & Payload {
  return payloadRow({
    label,
    ...NAMES[format],
    roots: [root],
    sniff: (input) => sniffObject(format, input),
    refusal: (octets, lenient, limits) => {
      const { value, fault } = readVObject(format, decodeVObjectText(octets), limits);
      return lenient && value !== undefined ? undefined : fault;
    },
    tree: (octets, start, end, bounds) => vobjectTree(format, octets, start, end, bounds),
  });
}

/** The text of an object, which may be in ISO 8859-1, and its kind. */
function readObject(input: Input): { readonly text: string; readonly format: VObjectKind } | undefined {
  const { octets } = input;
  const colon = octets.indexOf(0x3a);
  // A fold may cut the words anywhere.
  if (colon < 0 || colon >= MAX_BEGINNING || !/BEGIN:V/i.test(input.beginning.replace(/\s/g, ''))) return undefined;
  const text = decodeVObjectText(octets);
  const format = identifyVObject(text);
  return format && { text, format };
}

function sniffObject(format: VObjectKind, input: Input): Evidence | undefined {
  const object = input.once(readObject);
  if (object?.format !== format) return undefined;
  const { value: words, fault } = readVObject(format, object.text, input.limits);
  if (words === undefined) return { confidence: 0.7, reason: `begins as one, but ${fault?.message}` };
  if (fault === undefined) return { confidence: 0.98, reason: words };
  return { confidence: 0.9, reason: `${words}, with faults: ${fault.message}` };
}
