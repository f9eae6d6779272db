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
    return new EncodeError('bad-value', field, undefined, reason);
  }
}

/** The input is well-formed, but exceeds a limit; its code is `limit-exceeded`. */
export class LimitError extends FormatError {
  override readonly name = 'LimitError';
}

/**
 * Limits on everything that a hostile sender controls. Tunes, push documents and the inspector take other values as `limits`, a Reassembler as
 * `maxPending` and `timeoutMs`.
 */
export const DEFAULT_LIMITS = {
  /** Characters of a tune's text (RTTTL, RTX). */
  tuneCharacters: 65_536,
  /** Notes of a tune, after patterns and their loops were played out. */
  tuneNotes: 16_384,
  /** Sound that `renderWav` writes, in milliseconds. */
  soundMs: 10 * 60 * 1000,
  /** Pixels of a multi-colour picture that is turned into a bitmap. */
  sourcePixels: 24_000_000,
  /** Pixels of a bitmap that is read from a file. */
  bitmapPixels: 16_777_216,
  /** Octets of a picture file that is adapted to a handset. */
  imageOctets: 52_428_800,
  /** Pixels that such a file declares, in one frame. */
  imagePixels: 100_000_000,
  /** Octets of pixels or coefficients of such a file that are held at once, where it cannot be reduced row by row. */
  imageHeldOctets: 268_435_456,
  /** Its frames. */
  imageFrames: 200,
  /** Pixels of all of its frames together. */
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
  /** Characters of all its texts and attribute values together. */
  wbxmlTreeCharacters: 1_048_576,
  /** Its elements and attributes. */
  wbxmlTreeElements: 65_536,
  /** Its elements inside of each other. */
  wbxmlTreeDepth: 64,
  /** Characters of SI, SL and CO as XML. */
  pushXmlCharacters: 32_768,
  /** Characters of all texts and attribute values of such a document together. */
  pushCharacters: 4_096,
  /** Characters of one attribute value of it, an address above all. */
  pushHrefCharacters: 1_024,
  /** Items of an SI's info, or operations of a CO. */
  pushItems: 32,
  /** Characters of a text with cards or calendars. */
  vobjectCharacters: 1_048_576,
  /** Its properties, BEGIN and END counted. */
  vobjectProperties: 16_384,
  /** Characters of one of them, its folds and soft breaks joined. */
  vobjectLineCharacters: 524_288,
  /** Octets of one BASE64 value. */
  vobjectBinaryOctets: 262_144,
  /** Components inside of each other. */
  vobjectDepth: 8,
  /** Octets of a PAP request, content and all. */
  papOctets: 1_048_576,
  /** Octets of the header lines of one part of it. */
  papHeaderOctets: 8_192,
  /** Characters of a PAP control entity or response. */
  papXmlCharacters: 131_072,
  /** Addresses of a PAP message, and progress notes of a response. */
  papAddresses: 1_024,
  /** Characters of the subject of a multimedia message that is composed. */
  mmsSubjectCharacters: 50,
  /** Characters of the presentation of a multimedia message (SMIL). */
  smilCharacters: 16_384,
  /** Elements of it inside of each other. */
  smilDepth: 16,
  /** Elements of it, all together. */
  smilElements: 1_024,
  /** Octets of a ZIP archive. */
  zipOctets: 2_359_296,
  /** Entries of it, folders and leftovers counted. */
  zipEntries: 100,
  /** Octets that one entry unpacks to. */
  zipEntryOctets: 1_048_576,
  /** Octets that all of them unpack to. */
  zipTotalOctets: 2_097_152,
  /** Octets that one packed octet may become, in entries above 64 KiB. */
  zipRatio: 100,
  /** Characters of an entry's name, without its folders. */
  zipNameCharacters: 50,
  /** Characters of an entry's name with its folders. */
  zipPathCharacters: 255,
  /** Octets of an MMS PDU. */
  mmsOctets: 2_097_152,
  /** Parts of it, those inside of other parts counted too. */
  mmsParts: 256,
  /** Multiparts inside of each other, its body being the first. */
  mmsDepth: 3,
  /** Octets of the value of one of its headers. */
  mmsHeaderOctets: 4_096,
  /** Headers of an MMS PDU and its parts together; each parameter of a part's headers counts as one more. */
  mmsHeaders: 4_096,
  /** Octets of a form body: a gateway's request, a receipt. */
  formOctets: 67_108_864,
  /** Fields of a form body. */
  formFields: 1_000,
  /** Numbers in one list of a request. */
  recipients: 10_000,
  /** Octets of an answer to a form: ten thousand recipients take less. */
  answerOctets: 1_048_576,
  /** Characters of a SOAP envelope. */
  soapCharacters: 8_388_608,
  /** Elements of it inside of each other, references followed. */
  soapDepth: 64,
  /** Elements of it, references counted each time. */
  soapElements: 10_000,
  /** Octets of an SMPP PDU. */
  smppOctets: 131_072,
  /** Its optional parameters. */
  smppParameters: 1_024,
  /** Octets of a line that a modem sends. */
  modemLineOctets: 8_192,
  /** Lines of a modem's answer to one command. */
  modemAnswerLines: 8_192,
  /** Commands, messages and reports of a modem that wait at once: each has a list of its own. */
  modemWaiting: 1_024,
  /** Octets of a capture of a network that the command line reads. */
  captureOctets: 268_435_456,
  /** Its packets. */
  capturePackets: 1_000_000,
  /** Messages that are taken out of a capture. */
  captureMessages: 100_000,
  /** Octets of an archive of messages, or characters of its text. */
  archiveOctets: 268_435_456,
  /** Its messages, entries of its address book and calendar, and pieces that were not understood. */
  archiveMessages: 1_000_000,
  /** Parts of one of its messages, or addresses. */
  archiveParts: 1_024,
  /** Fields of one of its messages: attributes, header lines, keys of a section. */
  archiveFields: 4_096,
  /** Multiparts or envelopes of it inside of each other. */
  archiveDepth: 16,
  /** Octets that `inspect` and `identify` look at. */
  inspectOctets: 1_048_576,
  /** Payloads in one listing (PDUs, lines) given to the inspector. */
  inspectItems: 1_024,
  /** Fields of the trees that one call of `inspect` makes, all together; a field takes some 200 octets of memory. */
  inspectFields: 262_144,
} as const;

/** The shape of {@link DEFAULT_LIMITS}, for functions that take other values. */
export type Limits = { readonly [K in keyof typeof DEFAULT_LIMITS]: number };
