/**
 * Which elements are of EMS, and their positions in the text.
 * Source: 3GPP TS 23.040 section 9.2.3.24.10.
 * @module
 */
import { IEI, type InformationElement } from './information-element.js';

/** Kinds that EMS puts at a position in the text, or before an element that has one (9.2.3.24.10). */
const EMS_KINDS: ReadonlySet<InformationElement['kind']> = /* @__PURE__ */ new Set<InformationElement['kind']>([
  'textFormatting',
  'predefinedSound',
  'userSound',
  'predefinedAnimation',
  'largeAnimation',
  'smallAnimation',
  'largePicture',
  'smallPicture',
  'variablePicture',
  'userPrompt',
  'objectDistribution',
]);

/** Whether an element is one of EMS: each has a position of its own, and two equal ones are two. */
export function isEmsElement(element: InformationElement): boolean {
  // Reserved identifiers up to 1F are for EMS too.
  if (element.kind === 'raw') return element.iei >= IEI.TextFormatting && element.iei <= 0x1f;
  return EMS_KINDS.has(element.kind);
}

/** Elements whose data begin with a position, when their length is not the one of their model. */
const PLACED_IEIS: readonly number[] = [
  0x0a,
  0x0b,
  0x0c,
  0x0d,
  0x0e,
  0x0f,
  0x10,
  0x11,
  0x12,
  IEI.StandardWvg,
  IEI.CharacterSizeWvg,
];

/** Characters of its part's text before an EMS element; undefined for one without a position, or cut before it. */
export function emsPosition(element: InformationElement): number | undefined {
  if (!isEmsElement(element)) return undefined;
  if ('position' in element) return element.position;
  if (element.kind !== 'raw') return undefined;
  const { iei, data } = element;
  if (iei === IEI.ExtendedObject) return data.length < 7 ? undefined : ((data[5] as number) << 8) | (data[6] as number);
  return PLACED_IEIS.includes(iei) ? data[0] : undefined;
}
