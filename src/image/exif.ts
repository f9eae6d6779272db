/**
 * The orientation of a photograph in its Exif data; nothing else of it is read.
 *
 *   "Exif" 00 00 | TIFF: "II" or "MM" | 42 | offset of IFD 0 | ...     IFD: count(2) then entries of 12: tag(2) type(2) count(4) value(4)
 *
 * Offsets count from the octets "II" or "MM", which also give the order of octets in numbers. All of it is written by cameras and by
 * hostile senders alike: only IFD 0 is looked at, once, and an offset that points anywhere but into the data ends the search. Data that
 * make no sense say nothing about a picture, so they are no fault: the picture is upright.
 *
 * Source: Exif 2.3 (CIPA DC-008) sections 4.5.2 and 4.6.4; TIFF 6.0 section 2.
 * @module
 */

/** Tag 0x0112. */
const ORIENTATION_TAG = 0x0112;

const ENTRY_OCTETS = 12;

/** Types that a writer may give a small number: BYTE, SHORT (the right one), LONG. */
const [BYTE, SHORT, LONG] = [1, 3, 4];

/**
 * How the stored picture is to be shown, 1 to 8, from the octets behind `Exif 00 00`; 1 when they do not say.
 * @param tiff a view of the TIFF data alone.
 */
export function exifOrientation(tiff: Uint8Array): number {
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.length);
  const { length } = tiff;
  if (length < 8) return 1;
  const order = view.getUint16(0);
  if (order !== 0x4949 && order !== 0x4d4d) return 1;
  const isLittle = order === 0x4949;
  if (view.getUint16(2, isLittle) !== 42) return 1;
  const ifd = view.getUint32(4, isLittle);
  if (ifd + 2 > length) return 1;
  const first = ifd + 2;
  const count = Math.min(view.getUint16(ifd, isLittle), Math.floor((length - first) / ENTRY_OCTETS));
  for (let i = 0, at = first; i < count; i++, at += ENTRY_OCTETS) {
    if (view.getUint16(at, isLittle) !== ORIENTATION_TAG) continue;
    const value = entryValue(view, at, isLittle);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** The one number of an entry, 0 when it has another form. */
function entryValue(view: DataView, at: number, isLittle: boolean): number {
  if (view.getUint32(at + 4, isLittle) !== 1) return 0;
  const type = view.getUint16(at + 2, isLittle);
  if (type === SHORT) return view.getUint16(at + 8, isLittle);
  if (type === LONG) return view.getUint32(at + 8, isLittle);
  return type === BYTE ? view.getUint8(at + 8) : 0;
}
