/**
 * The errors of every format module: what went wrong, in which field, at which octet or character.
 * @module
 */

/** The codes of a {@link FormatError}. */
export const FORMAT_ERROR_CODES = [
  /** The input ends before the field does. */
  'truncated',
  /** Octets or characters are left over after the last field. */
  'trailing-bytes',
  /** A value that the format does not define or does not allow there. */
  'bad-value',
  /** More than the format can carry. */
  'too-long',
  /** A value that the target format has no form for. */
  'unencodable',
  /** Well-formed, but past a limit that the caller or {@link DEFAULT_LIMITS} sets. */
  'limit-exceeded',
] as const;

/** What kind of fault it is; a closed set to switch on. */
export type FormatErrorCode = (typeof FORMAT_ERROR_CODES)[number];

/** Joins field, offset and reason in one line. */
export function locate(field: string, offset: number | undefined, reason: string): string {
  return offset === undefined ? `${field}: ${reason}` : `${field} at ${offset}: ${reason}`;
}

/**
 * The base class of all errors of the format modules, reading or writing. Catch it to handle every invalid payload, value and limit; only an argument
 * of the wrong type throws a TypeError instead.
 */
export class FormatError extends Error {
  /** Name of the class. Compare it instead of using `instanceof` in a program that loads both the ESM and the CJS build: each has its own classes. */
  override readonly name: string = 'FormatError';
  /** The kind of fault. */
  readonly code: FormatErrorCode;
  /** Path of the field, in the specification's names, such as `TP-UD/UDH/IEDL`. */
  readonly field: string;
  /** Octet offset in the input (index of the UTF-16 unit when the input is text); undefined when there is no position. */
  readonly offset: number | undefined;
  /** What was found and what is allowed: the message without field and offset. */
  readonly reason: string;

  /** Creates an error whose message is `field`, then `at` and `offset` if there is one, then `reason`. */
  constructor(
    code: FormatErrorCode,
    field: string,
    offset: number | undefined,
    reason: string,
    options?: { readonly cause?: unknown },
  ) {
    super(locate(field, offset, reason), options);
    this.code = code;
    this.field = field;
    this.offset = offset;
    this.reason = reason;
  }
}

/** The input is invalid: thrown by functions that read. */
export class DecodeError extends FormatError {
  override readonly name = 'DecodeError';
}

/** The format cannot carry the value: thrown by functions that write. */
export class EncodeError extends FormatError {
  override readonly name = 'EncodeError';

  /** Creates an error of code `bad-value` without an offset, for a property with an invalid value. */
  static badValue(field: string, reason: string): EncodeError {
    return badValueOf(field, reason);
  }
}

/** Outside of the class: bundlers give another name to one that names itself. */
function badValueOf(field: string, reason: string): EncodeError {
  return new EncodeError('bad-value', field, undefined, reason);
}

/** The input is well-formed, but exceeds a limit; its code is `limit-exceeded`. */
export class LimitError extends FormatError {
  override readonly name = 'LimitError';
}

/**
 * The default limits on everything that a hostile sender controls. Functions take other values in the option `limits`, a `Reassembler` as
 * `maxPending` and `timeoutMs`.
 */
export const DEFAULT_LIMITS = {
  /** Characters of a tune's text (RTTTL, RTX). */
  tuneCharacters: 65_536,
  /** Notes of a tune, with expanded patterns and loops. */
  tuneNotes: 16_384,
  /** Sound that `renderWav` writes, in milliseconds. */
  soundMs: 10 * 60 * 1000,
  /** Pixels of a colour picture that is converted to a bitmap. */
  sourcePixels: 24_000_000,
  /** Pixels of a bitmap that is read from a file. */
  bitmapPixels: 16_777_216,
  /** Octets of a picture file that is adapted to a handset. */
  imageOctets: 52_428_800,
  /** Pixels that a picture file declares, in one frame. */
  imagePixels: 100_000_000,
  /** Octets of pixels or coefficients of a picture file that are held at once, if it cannot be reduced row by row. */
  imageHeldOctets: 268_435_456,
  /** Frames of a picture file. */
  imageFrames: 200,
  /** Pixels of all frames of a picture file together. */
  imageFramePixels: 100_000_000,
  /** Scans of a progressive JPEG; ten are usual. */
  imageScans: 64,
  /** Pictures in a file of logos (.nlm). */
  animationFrames: 64,
  /** Concatenated messages that a Reassembler holds at once. */
  pendingMessages: 1_000,
  /** How long a Reassembler waits for the missing parts of a message, in milliseconds. */
  reassemblyMs: 24 * 60 * 60 * 1000,
  /** Octets of a WBXML document (SI, SL, CO). */
  wbxmlOctets: 8_192,
  /** Octets of a WBXML document of any other type. */
  wbxmlTreeOctets: 1_048_576,
  /** Characters of all texts and attribute values of such a WBXML document together. */
  wbxmlTreeCharacters: 1_048_576,
  /** Elements and attributes of such a WBXML document. */
  wbxmlTreeElements: 65_536,
  /** Nested elements of such a WBXML document. */
  wbxmlTreeDepth: 64,
  /** Characters of SI, SL and CO as XML. */
  pushXmlCharacters: 32_768,
  /** Characters of all texts and attribute values of an SI, SL or CO together. */
  pushCharacters: 4_096,
  /** Characters of one attribute value of an SI, SL or CO, usually a URI. */
  pushHrefCharacters: 1_024,
  /** Items of an SI's info, or operations of a CO. */
  pushItems: 32,
  /** Characters of a text with cards or calendars. */
  vobjectCharacters: 1_048_576,
  /** Properties of a text with cards or calendars, BEGIN and END included. */
  vobjectProperties: 16_384,
  /** Characters of a property of a card or calendar, with folds and soft breaks joined. */
  vobjectLineCharacters: 524_288,
  /** Octets of a BASE64 value of a card or calendar. */
  vobjectBinaryOctets: 262_144,
  /** Nested components of a card or calendar. */
  vobjectDepth: 8,
  /** Octets of a PAP request, with its content. */
  papOctets: 1_048_576,
  /** Octets of the header lines of a part of a PAP request. */
  papHeaderOctets: 8_192,
  /** Characters of a PAP control entity or response. */
  papXmlCharacters: 131_072,
  /** Addresses of a PAP message, and progress notes of a response. */
  papAddresses: 1_024,
  /** Characters of the subject of a multimedia message that is composed. */
  mmsSubjectCharacters: 50,
  /** Characters of the presentation of a multimedia message (SMIL). */
  smilCharacters: 16_384,
  /** Nested elements of a SMIL document. */
  smilDepth: 16,
  /** Elements of a SMIL document. */
  smilElements: 1_024,
  /** Octets of a ZIP archive. */
  zipOctets: 2_359_296,
  /** Entries of a ZIP archive, folders and files of operating systems included. */
  zipEntries: 100,
  /** Octets of an unpacked entry of a ZIP archive. */
  zipEntryOctets: 1_048_576,
  /** Octets of all unpacked entries of a ZIP archive together. */
  zipTotalOctets: 2_097_152,
  /** Unpacked octets per packed octet of a ZIP entry, for entries above 64 KiB. */
  zipRatio: 100,
  /** Characters of the name of a ZIP entry, without its folders. */
  zipNameCharacters: 50,
  /** Characters of the name of a ZIP entry, with its folders. */
  zipPathCharacters: 255,
  /** Octets of an MMS PDU. */
  mmsOctets: 2_097_152,
  /** Parts of an MMS PDU, nested ones included. */
  mmsParts: 256,
  /** Nested multiparts of an MMS PDU, its body included. */
  mmsDepth: 3,
  /** Octets of the value of a header of an MMS PDU. */
  mmsHeaderOctets: 4_096,
  /** Headers of an MMS PDU and its parts together; each parameter of a part's headers counts as one more. */
  mmsHeaders: 4_096,
  /** Octets of a form body, such as a request to a gateway or a receipt. */
  formOctets: 67_108_864,
  /** Fields of a form body. */
  formFields: 1_000,
  /** Numbers in one list of a gateway request. */
  recipients: 10_000,
  /** Octets of a gateway's answer to a form; ten thousand recipients take less. */
  answerOctets: 1_048_576,
  /** Characters of a SOAP envelope. */
  soapCharacters: 8_388_608,
  /** Nested elements of a SOAP envelope, with references followed. */
  soapDepth: 64,
  /** Elements of a SOAP envelope, each use of a reference counted. */
  soapElements: 10_000,
  /** Octets of an SMPP PDU. */
  smppOctets: 131_072,
  /** Optional parameters of an SMPP PDU. */
  smppParameters: 1_024,
  /** Octets of a line that a modem sends. */
  modemLineOctets: 8_192,
  /** Lines of a modem's answer to one command. */
  modemAnswerLines: 8_192,
  /** Pending commands of a modem, and likewise messages and reports: each kind has a queue of its own. */
  modemWaiting: 1_024,
  /** Octets of a network capture that the command line reads. */
  captureOctets: 268_435_456,
  /** Packets of a network capture. */
  capturePackets: 1_000_000,
  /** Messages found in a network capture. */
  captureMessages: 100_000,
  /** Octets of an archive of messages, or characters of its text. */
  archiveOctets: 268_435_456,
  /** Messages of an archive, entries of its address book and calendar, and pieces that were not understood. */
  archiveMessages: 1_000_000,
  /** Parts of a message of an archive, or addresses. */
  archiveParts: 1_024,
  /** Fields of a message of an archive: attributes, header lines, keys of a section. */
  archiveFields: 4_096,
  /** Nested multiparts or envelopes of an archive. */
  archiveDepth: 16,
  /** Octets of a payload for `inspect` and `identify`. */
  inspectOctets: 1_048_576,
  /** Payloads in one listing (PDUs, lines) for `inspect`. */
  inspectItems: 1_024,
  /** Fields of all trees that one call of `inspect` makes; a field takes about 200 octets of memory. */
  inspectFields: 262_144,
} as const;

/** The type of {@link DEFAULT_LIMITS}, for the option `limits`. */
export type Limits = { readonly [K in keyof typeof DEFAULT_LIMITS]: number };
