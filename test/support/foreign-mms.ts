/**
 * M-Send.req as other programs write them, octet for octet but for their numbers and texts.
 * @module
 */

/** Octets of numbers and texts, one after the other. */
function octets(...parts: readonly (number | string | Uint8Array)[]): Uint8Array {
  return Buffer.concat(
    parts.map((part) =>
      typeof part === 'number' ? Buffer.of(part) : typeof part === 'string' ? Buffer.from(part, 'latin1') : part,
    ),
  );
}

const SMIL =
  '<smil><head><layout><root-layout/><region id="Text"/><region id="Image"/></layout></head><body><par dur="5000ms">' +
  '<img src="PICT0001.jpg" region="Image"/><text src="12345678.txt" region="Text"/></par></body></smil>';

/** The picture is none: nobody looks into it here. */
const PICTURE = new Uint8Array(300).fill(0x2a);

/** A length of 128 to 16,383 octets. */
const uintvar = (length: number) => octets(0x80 | (length >> 7), length & 0x7f);

/**
 * As a Samsung SGH-I617 sends it: SMIL, text and picture, two recipients, From left to the MMSC, no date. The lengths of headers are its own.
 * Source: a listing in NowSMS's forum, message 71609.
 */
export function samsungSend(transactionId: string, recipients: readonly [string, string]): Uint8Array {
  const text = 'Hello from Ann';
  return octets(
    ...[0x8c, 0x80, 0x98, transactionId, 0x00, 0x8d, 0x92, 0x89, 0x01, 0x81],
    ...recipients.flatMap((number) => [0x97, `${number}/TYPE=PLMN`, 0x00]),
    ...[0x96, 'Holiday', 0x00, 0x8a, 0x80, 0x8f, 0x81, 0x94, 0x81, 0x86, 0x81, 0x90, 0x81],
    ...[0x84, 0x1f, 0x20, 0xb3, 0x89, 'application/smil', 0x00, 0x8a, '<SMIL00000>', 0x00, 0x03],
    ...[0x2a, uintvar(SMIL.length), 'application/smil', 0x00, 0xc0, 0x22, '<SMIL00000>', 0x00, 0x8e, 'SMIL.smil', 0x00, SMIL],
    ...[0x2d, text.length, 0x11, 0x83, 0x81, 0xea, 0x85, '12345678.txt', 0x00, 0xc0, 0x22, '<29155136>', 0x00],
    ...[0x8e, '12345678.txt', 0x00, text],
    ...[0x2b, uintvar(PICTURE.length), 0x0f, 0x9e, 0x85, 'PICT0001.jpg', 0x00, 0xc0, 0x22, '<29158432>', 0x00],
    ...[0x8e, 'PICT0001.jpg', 0x00, PICTURE],
  );
}

/** As a program for Android writes a text to two recipients, one of them in national form: with a date, multipart mixed. Source: the tests of one. */
export function androidSend(transactionId: string, date: number, recipients: readonly [string, string]): Uint8Array {
  return octets(
    ...[0x8c, 0x80, 0x98, transactionId, 0x00, 0x8d, 0x92, 0x85, 0x04, 0x5f, 0x00, 0x00, date, 0x89, 0x01, 0x81],
    ...recipients.flatMap((number) => [0x97, `${number}/TYPE=PLMN`, 0x00]),
    ...[0x84, 0xa3, 0x01, 0x04, 0x02, 0x03, 0x83, 0x81, 0xea, 'Hi'],
  );
}

/** The message of OpenHarmony's documentation: short codes with a charset, and a type of content that is none. */
export const OPEN_HARMONY = Buffer.from(
  '8c80983100 8d92 890980 07ea313030383600 9707ea313030313000 84747970650000'.replaceAll(' ', ''),
  'hex',
);
