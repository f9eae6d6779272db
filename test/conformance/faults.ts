/**
 * The faults that verdicts name. A rule says which members of an answer it explains, and in which cases; the verdict holds what the program
 * shows there, so that a new version that is wrong in another way is seen. Ids are those of the comparisons in test/interop where both know
 * a fault.
 * @module
 */
import { NPM_FAULTS } from './faults-npm.js';
import type { Fault } from './oracles/oracle.js';
import type { BareCase } from './pack/shape.js';

const textOf = ({ input }: BareCase): string => ('text' in input ? input.text : '');
const isTune = ({ format }: BareCase): boolean => format === 'rtttl';
const isBinary = ({ format }: BareCase): boolean => format === 'nokia-ringtone';
/** The part of a tune's text with its defaults. */
const defaultsOf = (bare: BareCase): string => textOf(bare).split(':')[1] ?? '';
const commandsOf = (bare: BareCase): string => textOf(bare).split(':')[2] ?? '';
const wholeNotes = ['$notes', '$styles', '$tempos'];

/** Width and height of the rows of a case; 0 where it has none. */
function sizeOf({ expected }: BareCase): readonly [width: number, height: number] {
  const { rows = [] } = ('value' in expected ? expected.value : {}) as { rows?: readonly string[] };
  return [rows[0]?.length ?? 0, rows.length];
}

/** The expected rows with black and white turned round. */
const inverted = ({ expected }: BareCase): string[] => {
  const { rows = [] } = ('value' in expected ? expected.value : {}) as { rows?: readonly string[] };
  return rows.map((row) => row.replace(/[#.]/g, (pixel) => (pixel === '#' ? '.' : '#')));
};

/** The members that are expected; none of a refusal. */
const expectedValue = ({ expected }: BareCase) => ('value' in expected ? expected.value : {});

/** An element of the header selects a national table. */
const hasTable = (bare: BareCase): boolean =>
  bare.options?.lockingShift !== undefined ||
  bare.options?.singleShift !== undefined ||
  ((expectedValue(bare).UDH ?? []) as unknown as readonly { IEI: number }[]).some(({ IEI }) => IEI === 0x24 || IEI === 0x25);

const hexOf = ({ input }: BareCase): string => ('hex' in input ? input.hex : '');

/** Whether a case is of one of these vectors of a file. */
const isOf =
  (file: string, ...ids: readonly string[]) =>
  ({ origin }: BareCase): boolean =>
    origin.file === `vectors/${file}.json` && ids.includes(origin.id);

/** Whether a case is one of these archives. */
const isArchive =
  (name: RegExp) =>
  ({ origin }: BareCase): boolean =>
    origin.file === 'zip/index.json' && name.test(origin.id);

/** Whether a case is of a family, and its id is of this form. */
const inFamily =
  (family: string, id: RegExp) =>
  ({ origin }: BareCase): boolean =>
    origin.file === `families/${family}` && id.test(origin.id);

/** Whether a case is of a family, and ends too early. */
const isCutIn =
  (family: string) =>
  (bare: BareCase): boolean =>
    inFamily(family, /./)(bare) && 'refused' in bare.expected && bare.expected.refused.reason === 'truncated';

/** A TPDU of a family. */
const isShortMessage = ({ format, origin }: BareCase): boolean => /^sms-/.test(format) && /^families\/sms-/.test(origin.file);

/** Codings of TS 23.038 section 4 that are reserved, or compressed. */
const isReservedCoding = (dcs: number): boolean => {
  if (dcs < 0x80) return (dcs & 0x20) !== 0 || (dcs & 0x0c) === 0x0c;
  return dcs < 0xc0 || (dcs < 0xf0 ? (dcs & 4) !== 0 : (dcs & 8) !== 0);
};

/** The addresses that are expected. */
const addressesOf = (bare: BareCase) =>
  ['TP-OA', 'TP-DA', 'TP-RA'].flatMap((name) => {
    const found = expectedValue(bare)[name];
    return found === undefined ? [] : [found as unknown as { readonly TON: number; readonly address: string }];
  });

const GAMMU: readonly Omit<Fault, 'oracle'>[] = [
  {
    id: 'gammu-odd-ucs2',
    fault: 'reads UCS-2 text of an odd number of octets, without the last',
    members: ['accepts'],
    applies: isOf('sms', 'malformed-064'),
  },
  {
    id: 'gammu-national-tables',
    fault: 'does not know the elements that select national tables: shows the default alphabet',
    members: ['text'],
    applies: hasTable,
  },
  {
    id: 'gammu-escape-tail',
    fault: 'takes the count of septets for the length of the text: with escapes it shows a NUL and leftovers after the text',
    members: ['text'],
    applies: (bare, { text }) =>
      /[[\]{}^~\\|€]/.test(String(expectedValue(bare).text)) && text === `${expectedValue(bare).text}\0`,
  },
  {
    id: 'gammu-loop-5',
    fault: 'writes the loop value 5 in every tune',
    members: ['loop'],
    applies: (bare, { loop }) => isTune(bare) && loop === 5,
  },
  {
    id: 'gammu-dot-behind-octave',
    fault: 'loses a dot after the octave, where the grammar puts it',
    members: ['$notes'],
    applies: (bare) => /[4-7]\./.test(commandsOf(bare)),
  },
  {
    id: 'gammu-default-octave',
    fault: 'takes octave 5 where the text names none; the default is 6',
    members: ['$notes'],
    applies: (bare) => isTune(bare) && !/o=/i.test(defaultsOf(bare)),
  },
  {
    id: 'gammu-blanks',
    fault: 'finds no notes after a blank',
    members: wholeNotes,
    applies: (bare, { $notes }) => /: /.test(textOf(bare)) && $notes === '',
  },
  {
    id: 'gammu-leading-pauses',
    fault: 'drops the pauses before the first note that sounds',
    members: ['$notes'],
    applies: (bare) => /^\d*p/.test(commandsOf(bare)),
  },
  {
    id: 'gammu-inline-tempo',
    fault: 'takes a change of the tempo between notes for the note b',
    members: ['$notes'],
    applies: (bare) => /,b=/.test(commandsOf(bare)),
  },
  {
    id: 'gammu-no-title',
    fault: 'invents a title where there is none',
    members: ['title'],
    applies: (bare) => textOf(bare).startsWith(':'),
  },
  {
    id: 'gammu-continuous',
    fault: 'leaves out the style continuous in the defaults, where RTX then means natural',
    members: ['$styles'],
    applies: (bare) =>
      isBinary(bare) && (expectedValue(bare).notes as readonly { style: string }[]).some(({ style }) => style === 'C'),
  },
  {
    id: 'gammu-wbmp-stream',
    fault: 'reads the rows of a WBMP as one stream of bits, without the filler at their ends',
    members: ['rows'],
    applies: (bare) => bare.format === 'wbmp' && sizeOf(bare)[0] % 8 !== 0 && sizeOf(bare)[0] <= 127,
  },
  {
    id: 'gammu-short-file',
    fault: 'refuses a file of fewer than 9 octets',
    members: ['refuses'],
    applies: (bare) => bare.format === 'wbmp' && hexOf(bare).length < 18,
  },
  {
    id: 'gammu-wbmp-one-octet-sizes',
    fault:
      'takes one octet for the width and one for the height of a WBMP: pictures wider than 127 pixels are read wrong or refused',
    members: ['refuses', 'rows'],
    applies: (bare) => bare.format === 'wbmp' && sizeOf(bare)[0] > 127,
  },
  {
    id: 'gammu-bmp-header',
    fault: 'reads .bmp files with the header of 40 octets alone',
    members: ['refuses'],
    applies: (bare) => bare.format === 'bmp' && hexOf(bare).slice(28, 36) !== '28000000',
  },
  {
    id: 'gammu-bmp-palette',
    fault: 'ignores the palette of a .bmp file',
    members: ['rows'],
    applies: (bare, { rows }) => bare.format === 'bmp' && JSON.stringify(rows) === JSON.stringify(inverted(bare)),
  },
  {
    id: 'gammu-logo-size',
    fault: 'crops the picture of a logo file to 72x14 pixels',
    members: ['rows'],
    applies: (bare) => (bare.format === 'nol' || bare.format === 'ngg') && sizeOf(bare)[0] > 72,
  },
  {
    id: 'gammu-long-logo',
    fault: 'reads no logo of more than one message, though it writes them',
    members: ['refuses'],
    applies: (bare) => (bare.format === 'operator-logo' || bare.format === 'group-graphic') && hexOf(bare).length > 2 * 133,
  },
  {
    id: 'gammu-parameters',
    fault: 'ignores TP-PI of a status report, and what follows it',
    members: ['accepts'],
    applies: isOf('relay', 'status-cut-pid', 'status-trailing'),
  },
  {
    id: 'gammu-tune-values',
    fault:
      'converts any text to a tune and any tune to a text: ignores durations, octaves, letters and codes that are not defined',
    members: ['accepts'],
    applies: inFamily('tunes', /^tunes\/(?:text\/|song\/.*-reserved$)/),
  },
  {
    id: 'gammu-two-dots',
    fault: 'cannot write a note with two dots: writes another length',
    members: ['$notes'],
    applies: (bare) =>
      isBinary(bare) && (expectedValue(bare).notes as readonly { dots: number }[]).some(({ dots }) => dots > 1),
  },
  {
    id: 'gammu-picture-octets',
    fault: 'does not count the octets of a picture: reads past the end of a truncated one, and ignores trailing octets',
    members: ['accepts'],
    applies: (bare) =>
      isOf('bitmaps', 'a02')(bare) || inFamily('pictures', /^pictures\/(?:wbmp\/trailing|logo\/cut-|ems\/)/)(bare),
  },
  {
    id: 'gammu-picture-message',
    fault: 'does not check version and length of a picture message',
    members: ['accepts'],
    applies: inFamily('pictures', /^pictures\/message\/(?:cut-text|version)$/),
  },
  {
    id: 'gammu-picture-text',
    fault: 'ends the text of a picture message at the first character that is not ASCII',
    members: ['text'],
    applies: (bare, { text }) => bare.format === 'picture-message' && String(expectedValue(bare).text).startsWith(String(text)),
  },
  {
    id: 'gammu-form-feed',
    fault: 'does not count the escape before a form feed: shows a NUL after the text',
    members: ['text'],
    applies: (bare, { text }) => text === `${expectedValue(bare).text}\0` && String(text).includes('\f'),
  },
  {
    id: 'gammu-reserved-coding',
    fault: 'refuses codings that are reserved, which are to be read as GSM 7-bit, and those that are compressed',
    members: ['refuses'],
    applies: (bare) => isShortMessage(bare) && isReservedCoding(Number(expectedValue(bare)['TP-DCS'])),
  },
  {
    id: 'gammu-address-letters',
    fault: 'ends a number before its first sign or letter, or leaves these out',
    members: ['TP-OA', 'TP-DA', 'TP-RA'],
    applies: (bare) =>
      isShortMessage(bare) && addressesOf(bare).some(({ TON, address }) => TON !== 5 && /[*#abc]/.test(address)),
  },
  {
    id: 'gammu-name-septets',
    fault: 'shows the septets of a name as ASCII: no escapes, no letters of the default alphabet, and the end at the first @',
    members: ['TP-OA', 'TP-DA', 'TP-RA'],
    applies: (bare) =>
      isShortMessage(bare) &&
      addressesOf(bare).some(({ TON, address }) => TON === 5 && /[^ -?A-Z]/.test(address.replace(/[a-z]/g, ''))),
  },
  {
    id: 'gammu-enhanced-validity',
    fault: 'refuses a validity period of the enhanced format',
    members: ['refuses'],
    applies: inFamily('sms-submit', /\/enhanced-(?!cut)/),
  },
  {
    id: 'gammu-header-end',
    fault: 'does not check where the last element of a header ends',
    members: ['accepts'],
    applies: (bare) => inFamily('sms-submit', /\/bad-element-/)(bare) || inFamily('sms-elements', /\/bad-/)(bare),
  },
  {
    id: 'gammu-sms-values',
    fault: 'does not check times, addresses and lengths of a TPDU, and does not warn of octets after the last field',
    members: ['accepts'],
    applies: inFamily('sms-deliver', /\/(?:address|length|time-bad)-/),
  },
];

const TSHARK: readonly Omit<Fault, 'oracle'>[] = [
  {
    id: 'tshark-short-data',
    fault: 'accepts UCS-2 text of an odd number of octets, and fewer than TP-UDL says',
    members: ['accepts'],
    applies: isOf('sms', 'malformed-064'),
  },
  {
    id: 'tshark-national-tables',
    fault: 'ignores the elements that select national tables: shows the default alphabet',
    members: ['text'],
    applies: hasTable,
  },
  {
    id: 'tshark-opaque-length',
    fault: 'shows a document whose opaque data extend past its end, without a warning',
    members: ['accepts'],
    applies: isOf('wap-push', 'd-opaque-over'),
  },
  {
    id: 'tshark-public-identifier',
    fault: 'does not know document types that are named by a string, and shows tokens as numbers',
    members: ['refuses'],
    applies: isOf('wap-push', 'd-pubid-str'),
  },
  {
    id: 'tshark-cut-quietly',
    fault: 'shows the fields of a truncated message without a warning',
    members: ['accepts'],
    applies: isOf(
      'relay',
      ...['rp-cut-mr', 'command-cut-cd', 'command-header-long', 'deliver-report-cut-ud', 'submit-report-cut-ud'],
    ),
  },
  {
    id: 'tshark-trailing',
    fault: 'does not warn of octets after the last field of a TPDU',
    members: ['accepts'],
    applies: isOf('relay', 'command-trailing', 'deliver-report-trailing', 'submit-report-trailing', 'status-trailing'),
  },
  {
    id: 'tshark-layer-lengths',
    fault: 'does not check how long fields of the relay and the connection layer may be',
    members: ['accepts'],
    applies: isOf('relay', 'rp-empty-cause', 'rp-long-cause', 'rp-long-oa', 'rp-long-ud', 'cp-long-ud'),
  },
  {
    id: 'tshark-small-transaction',
    fault: 'accepts a transaction identifier below 7 in the octet for those from 7 on',
    members: ['accepts'],
    applies: isOf('relay', 'cp-small-extension'),
  },
  {
    id: 'tshark-parameter-extension',
    fault: 'takes the second octet of TP-PI for TP-PID',
    members: ['TP-PID'],
    applies: isOf('relay', 'deliver-report-extension'),
  },
  {
    id: 'tshark-smpp-values',
    fault: 'shows wrong values and truncated parameters of SMPP without a warning',
    members: ['accepts'],
    applies: isOf(
      'smpp',
      ...['bad-destination', 'cut-tag', 'cut-value', 'long-text', 'parameter-length', 'parameter-no-nul', 'request-status'],
    ),
  },
  {
    id: 'tshark-broadcast',
    fault: 'reads one of the two octets of broadcast_rep_num, and then wrong parameters',
    members: ['refuses'],
    applies: isOf('smpp', 'broadcast'),
  },
  {
    id: 'tshark-page-parameter',
    fault: 'shows the page parameter of cell broadcast as it is, where a zero means one page, and a page past the last none',
    members: ['page', 'pages', 'accepts'],
    applies: (bare) =>
      isOf('cbs', 'page-0-of-3', 'page-2-of-0', 'page-2-of-1', 'page-etws', 'page-etws-test')(bare) ||
      inFamily('broadcast', /\/page-past-/)(bare),
  },
  {
    id: 'tshark-announced-language',
    fault:
      'does not check texts of cell broadcast and USSD: the language that the coding announces, half characters, the length',
    members: ['accepts'],
    applies: (bare) =>
      inFamily('broadcast', /\/page-(?:bad-preface|half-pair|escape-end|cut)-?/)(bare) ||
      inFamily('ussd', /\/(?:octets|escape-end|half|bad-preface)-/)(bare) ||
      isOf(
        'cbs',
        ...['page-half-pair', 'page-no-language', 'string-161', 'string-cut-escape', 'string-cut-language', 'string-half'],
        'string-no-language',
      )(bare),
  },
  {
    id: 'tshark-empty-string',
    fault: 'does not show a string of USSD that is empty',
    members: ['refuses'],
    applies: isOf('cbs', 'string-empty', 'argument-empty'),
  },
  {
    id: 'tshark-alpha-base',
    fault: 'shows the first character of a name with a page or a base again and again',
    members: ['text'],
    applies: (bare) => bare.format === 'sim-alpha' && /^8[12]/.test(hexOf(bare)),
  },
  {
    id: 'tshark-alpha-values',
    fault: 'shows names with octets that mean nothing, and truncated ones, without a warning',
    members: ['accepts'],
    applies: (bare) =>
      isOf('sim', 'alpha-cut-count', 'alpha-cut-escape', 'alpha-cut-page', 'alpha-half-pair', 'alpha-octet')(bare) ||
      inFamily('sim', /\/alpha-(?:octet|cut|count|half)-/)(bare),
  },
  {
    id: 'tshark-envelope-tag',
    fault: 'shows an undefined tag of an envelope without a warning',
    members: ['accepts'],
    applies: (bare) => isOf('sim', 'envelope-tag')(bare) || inFamily('sim-toolkit', /\/envelope-tag-/)(bare),
  },
  {
    id: 'tshark-broadcast-codings',
    fault: 'reads reserved codings of cell broadcast from 12 hex on as UCS-2',
    members: ['text'],
    applies: inFamily('ussd', /\/coding-1[2-F]$/),
  },
  {
    id: 'tshark-ussd-elements',
    fault: 'does not check the tag of an argument of USSD, the length of its coding, and what follows it',
    members: ['accepts'],
    applies: inFamily('ussd', /\/argument-(?:tag|coding-octets|trailing)-/),
  },
  {
    id: 'tshark-element-length',
    fault: 'accepts the identifier of an element that has no length',
    members: ['accepts'],
    applies: inFamily('sms-elements', /\/bad-no-length-/),
  },
  {
    id: 'tshark-shift-length',
    fault: 'calls a text malformed whose single shift element has two octets, which receivers ignore',
    members: ['refuses'],
    applies: inFamily('sms-elements', /\/submit-shift-octets-2$/),
  },
  {
    id: 'tshark-header-pages',
    fault: 'refuses shifts to other pages of headers of WSP',
    members: ['refuses'],
    applies: inFamily('wsp', /\/field\/shift-/),
  },
  {
    id: 'tshark-header-texts',
    fault: 'refuses a header by its name whose value is empty, or quoted by 7F',
    members: ['refuses'],
    applies: inFamily('wsp', /\/field\/name-(?:empty|quoted)$/),
  },
  {
    id: 'tshark-other-captures',
    fault: 'no fault: reads captures of many other formats, and reads a short text as one',
    members: ['accepts'],
    applies: isOf('captures', 'none'),
  },
  {
    id: 'tshark-capture-values',
    fault: 'accepts an undefined version of pcap, and a million microseconds',
    members: ['accepts'],
    applies: isOf('captures', 'microseconds', 'version'),
  },
  {
    id: 'tshark-form-feed',
    fault: 'shows an octet that is not there in place of a form feed, and nothing of what follows',
    members: ['text'],
    applies: (bare) => isShortMessage(bare) && String(expectedValue(bare).text).includes('\f'),
  },
  {
    id: 'tshark-enhanced-relative',
    fault: 'gives up at a relative period of the enhanced format that is longer than 12 hours',
    members: ['refuses'],
    applies: inFamily('sms-submit', /\/enhanced-relative-(?:167|255)/),
  },
  {
    id: 'tshark-sms-ends',
    fault:
      'shows messages that end inside an element, inside the data of a command, or before the reference of RP, without a warning',
    members: ['accepts'],
    applies: (bare) =>
      inFamily('sms-submit', /\/bad-element-no-length$/)(bare) ||
      inFamily('sms-reports', /\/command\/cut-TP-CD-/)(bare) ||
      inFamily('sms-relay', /\/rp\/data-cut-1$/)(bare),
  },
  {
    id: 'tshark-sms-values',
    fault: 'does not check times, addresses and lengths of a TPDU, and does not warn of octets after the last field',
    members: ['accepts'],
    applies: inFamily('sms-deliver', /\/(?:address|length|time-bad)-/),
  },
  {
    id: 'tshark-smpp-repetitions',
    fault:
      'reads one of the two octets of broadcast_rep_num, and only the behaviour of ms_validity; reads the rest as parameters',
    members: ['refuses'],
    applies: inFamily('smpp', /parameter\/(?:broadcast_rep_num\/|ms_validity\/16$)/),
  },
  {
    id: 'tshark-smpp-texts',
    fault: 'checks neither how long texts of SMPP are, nor whether parameters have a length and a NUL',
    members: ['accepts'],
    applies: inFamily('smpp', /^smpp\/(?:length|parameter|framing)\/.*(?:more|no-nul|length|length-17)$/),
  },
  {
    id: 'tshark-wbxml-cut',
    fault: 'shows a truncated document of WBXML without a warning',
    members: ['accepts'],
    applies: isCutIn('documents'),
  },
  {
    id: 'tshark-wbxml-dates',
    fault: 'shows a date that does not exist without a warning',
    members: ['accepts'],
    applies: inFamily('documents', /\/date-bad-/),
  },
  {
    id: 'tshark-wbxml-values',
    fault: 'does not compare a document of WBXML with its document type or its charset, and ignores what follows it',
    members: ['accepts'],
    applies: inFamily(
      'documents',
      /^documents\/(?:s[il]|co)\/(?:bad-|content|element-unknown|empty|head-|no-address|start-unknown|trailing|twice|utf-8-)/,
    ),
  },
  {
    id: 'tshark-wbxml-names',
    fault: 'does not read names of document types, elements and attributes from the string table',
    members: ['refuses', 'text'],
    applies: inFamily('documents', /^documents\/si\/(?:head-public-id-middle|literal-element|literal-attribute)$/),
  },
  {
    id: 'tshark-mms-values',
    fault:
      'shows multimedia messages without mandatory headers, with repeated headers, or with undefined values, without a warning',
    members: ['accepts'],
    applies: inFamily(
      'mms',
      /^mms\/refused\/(?:cut-[26]|from-token|parts-trailing|time-token|token-range|twice|type-|upload-no-|utf-8|without-)/,
    ),
  },
  {
    id: 'tshark-mms-84',
    fault: 'reads a last octet 84 as the beginning of a body, and refuses an empty part',
    members: ['refuses'],
    applies: (bare) => bare.format === 'mms' && (/84$/.test(hexOf(bare)) || inFamily('mms', /^mms\/body\/octets-0$/)(bare)),
  },
  {
    id: 'tshark-mms-counted',
    fault: 'reads one octet of the statuses of a deletion, each of which has its count before it',
    members: ['refuses'],
    applies: inFamily('mms', /^mms\/pdu\/m-(?:mbox-)?delete-conf$/),
  },
  {
    id: 'tshark-mms-short-seconds',
    fault: 'no fault: shows 0 for seconds as a short integer; MMS encapsulation has long ones alone',
    members: ['X-Mms-Expiry'],
    applies: inFamily('mms', /^mms\/number\/relative-short$/),
  },
  {
    id: 'tshark-mms-later',
    fault: 'has no names for PDU types and statuses of MMS 1.3, and shows their octets',
    members: ['X-Mms-Message-Type', 'X-Mms-Response-Status'],
    applies: (bare, shows) => bare.format === 'mms' && Object.values(shows).every((octet) => typeof octet === 'number'),
  },
  {
    id: 'tshark-wsp-values',
    fault: 'does not check headers of a push: those that are twice, their lengths, types without a slash',
    members: ['accepts'],
    applies: inFamily(
      'wsp',
      /^wsp\/(?:application-relative$|(?:charset|length)-twice$|headers-(?:none|uintvar)$|type-no-slash$|uintvar\/|field\/)/,
    ),
  },
  {
    id: 'tshark-long-application',
    fault: 'takes the length of a long integer for the application',
    members: ['applicationId'],
    applies: (bare) => bare.format === 'wsp-push' && /AE(?:AF0[12])/.test(hexOf(bare)),
  },
  {
    id: 'tshark-date-octets',
    fault: 'reads dates of up to four octets, which end in 2106',
    members: ['refuses'],
    applies: inFamily('wsp', /^wsp\/header\/date-4294967296$/),
  },
  {
    id: 'tshark-version-minor',
    fault: 'shows 15 for a minor version that is not given',
    members: ['encodingVersion'],
    applies: (bare, { encodingVersion }) => encodingVersion === `${expectedValue(bare).encodingVersion}.15`,
  },
  {
    id: 'tshark-content-types',
    fault: 'has content types as WAP-203 named them, one with a letter too few, and none from 4E on',
    members: ['contentType'],
    applies: inFamily('wsp', /^wsp\/type\/(?:0201|0A|16|4E|4F|50|51|52)$/),
  },
];

/** Vectors of SMPP that end too early, or go on too long. */
const UNCHECKED_ENDS = ['cut-field', 'cut-id', 'cut-message', 'cut-tag', 'cut-value', 'no-nul', 'short-length', 'trailing'];

const NODE_SMPP: readonly Omit<Fault, 'oracle'>[] = [
  {
    id: 'node-smpp-values',
    fault: 'does not check values: statuses in requests, lengths of texts, kinds of recipients',
    members: ['accepts'],
    applies: isOf('smpp', 'bad-destination', 'long-text', 'parameter-no-nul', 'request-status'),
  },
  {
    id: 'node-smpp-ends',
    fault: 'does not check where a PDU ends: reads past command_length, and leaves out missing fields',
    members: ['accepts'],
    applies: (bare) =>
      isCutIn('smpp')(bare) || inFamily('smpp', /^smpp\/framing\/length-/)(bare) || isOf('smpp', ...UNCHECKED_ENDS)(bare),
  },
  {
    id: 'node-smpp-lengths',
    fault: 'does not check how long fields and parameters are, and what flags may be',
    members: ['accepts'],
    applies: inFamily('smpp', /^smpp\/(?:length|parameter|recipients\/flag-)/),
  },
  {
    id: 'node-smpp-parameters',
    fault:
      'refuses parameters whose length it has otherwise: source_telematics_id, dest_addr_np_country, alert_on_message_delivery without a value',
    members: ['refuses'],
    applies: inFamily('smpp', /parameter\/(?:source_telematics_id|dest_addr_np_country|alert_on_message_delivery)\//),
  },
  {
    id: 'node-smpp-seven-bits',
    fault: 'shows octets of a broadcast as text of seven bits',
    members: ['parameters'],
    applies: inFamily('smpp', /parameter\/broadcast_(?:content_type_info|service_group)\//),
  },
  {
    id: 'node-smpp-names',
    fault: 'no fault: names statuses as version 5.0 does, the pack as version 3.4',
    members: ['statusName'],
    applies: (bare) => bare.format === 'smpp' && /^ESME_R\w*OPT|^ESME_RINVPARLEN$/.test(String(expectedValue(bare).statusName)),
  },
];

const NET_SMPP: readonly Omit<Fault, 'oracle'>[] = [
  {
    id: 'net-smpp-version',
    fault: 'no fault: has the commands of version 3.4 alone',
    members: ['refuses'],
    applies: ({ expected }) => 'value' in expected && String(expected.value.command).includes('broadcast'),
  },
  {
    id: 'net-smpp-values',
    fault: 'does not check values: statuses in requests, lengths of texts, kinds of recipients',
    members: ['accepts'],
    applies: (bare) =>
      isOf('smpp', 'bad-destination', 'long-text', 'request-status')(bare) ||
      inFamily('smpp', /^smpp\/(?:length|recipients\/flag-)/)(bare),
  },
  {
    id: 'net-smpp-ends',
    fault: 'does not check where a PDU ends: fields that are missing are empty, or missing in what it shows',
    members: ['accepts'],
    applies: (bare) => isCutIn('smpp')(bare) || isOf('smpp', 'cut-destination', ...UNCHECKED_ENDS)(bare),
  },
  {
    id: 'net-smpp-parameters',
    fault: 'no fault: gives the octets of parameters, and leaves it to the caller to check their lengths',
    members: ['accepts'],
    applies: (bare) =>
      isOf('smpp', 'parameter-length', 'parameter-no-nul')(bare) || inFamily('smpp', /^smpp\/parameter\//)(bare),
  },
];

const GNOKII: readonly Omit<Fault, 'oracle'>[] = [
  {
    id: 'gnokii-continuous',
    fault: 'does not know the key s: writes the style continuous in every tune',
    members: ['$styles'],
    applies: (bare, { $styles }) => isTune(bare) && $styles === 'C',
  },
  {
    id: 'gnokii-no-styles',
    fault: 'ignores the style, so that its text means natural',
    members: ['$styles'],
    applies: (bare, { $styles }) => isBinary(bare) && $styles === 'N',
  },
  {
    id: 'gnokii-no-loop',
    fault: 'does not know the key l: writes the loop value 0',
    members: ['loop'],
    applies: (bare, { loop }) => isTune(bare) && loop === 0,
  },
  {
    id: 'gnokii-empty-defaults',
    fault: 'loses the tune when the defaults are empty',
    members: wholeNotes,
    applies: (bare, { $notes }) => isTune(bare) && defaultsOf(bare) === '' && $notes === '',
  },
  {
    id: 'gnokii-dot-behind-duration',
    fault: 'drops a note with a dot directly after its duration',
    members: ['$notes'],
    applies: (bare) => /\d\.[a-h]/.test(commandsOf(bare)),
  },
  {
    id: 'gnokii-leading-pauses',
    fault: 'drops the pauses before the first note that sounds',
    members: ['$notes'],
    applies: (bare) => /^\d*p/.test(commandsOf(bare)),
  },
  {
    id: 'gnokii-inline-controls',
    fault: 'takes changes of style and tempo between notes for pauses and notes',
    members: ['$notes'],
    applies: (bare) => /,(?:s=|S|b=)/.test(commandsOf(bare)),
  },
  {
    id: 'gnokii-tempo-octet',
    fault: 'keeps a tempo in one octet: 320 becomes 64',
    members: ['$tempos'],
    applies: (bare) => (expectedValue(bare).notes as readonly { bpm: number }[]).some(({ bpm }) => bpm > 255),
  },
  {
    id: 'gnokii-no-title',
    fault: 'invents a title where there is none',
    members: ['title'],
    applies: (bare) => textOf(bare).startsWith(':'),
  },
  {
    id: 'gnokii-trailing-comma',
    fault: 'makes a pause of the empty item after the last comma',
    members: ['$notes'],
    applies: (bare) => textOf(bare).endsWith(','),
  },
  {
    id: 'gnokii-default-scale',
    fault: 'takes octave 4 if no scale instruction precedes the first note; other programs take 5',
    members: ['$notes'],
    applies: (bare) => isBinary(bare) && (expectedValue(bare).instructions as readonly { kind: string }[])[0]?.kind !== 'scale',
  },
  {
    id: 'gnokii-tune-values',
    fault:
      'converts any text to a tune and any tune to a text: ignores durations, octaves, letters and codes that are not defined',
    members: ['accepts'],
    applies: inFamily('tunes', /^tunes\/(?:text\/|song\/.*-reserved$)/),
  },
  {
    id: 'gnokii-default-duration',
    fault: 'takes another duration where the text names none; the default is 4',
    members: ['$notes'],
    applies: (bare) => isTune(bare) && !/d=/i.test(defaultsOf(bare)),
  },
  {
    id: 'gnokii-one-tempo',
    fault: 'keeps one tempo for all of a tune, the last one',
    members: ['$tempos'],
    applies: (bare) => new Set((expectedValue(bare).notes as readonly { bpm: number }[]).map(({ bpm }) => bpm)).size > 1,
  },
];

const IMAGEMAGICK: readonly Omit<Fault, 'oracle'>[] = [
  {
    id: 'magick-rounds-16-bits',
    fault: 'no fault: rounds samples of 16 bits to the nearest of 8, where the pack takes the upper octet',
    members: ['framesRgbaSha256'],
    applies: ({ title }) => title.includes('16 bits'),
  },
  {
    id: 'magick-reads-on',
    fault: 'no fault, but not strict: shows the readable part of a truncated file',
    members: ['accepts'],
    applies: ({ expected }) => 'refused' in expected && expected.refused.reason === 'truncated',
  },
  {
    id: 'magick-trailing',
    fault: 'no fault, but not strict: ignores octets after a picture',
    members: ['accepts'],
    applies: inFamily('pictures', /trailing$/),
  },
];

const NETPBM: readonly Omit<Fault, 'oracle'>[] = [
  {
    id: 'netpbm-trailing',
    fault: 'no fault, but not strict: ignores octets after a picture',
    members: ['accepts'],
    applies: inFamily('pictures', /trailing$/),
  },
];

const LIBWBXML: readonly Omit<Fault, 'oracle'>[] = [
  {
    id: 'libwbxml-entities',
    fault: 'writes entities above U+FFFF as invalid UTF-8',
    members: ['text'],
    applies: inFamily('documents', /^documents\/si\/string-entity-1/),
  },
  {
    id: 'libwbxml-values',
    fault: 'does not check versions, integers, character sets, entities, the string table, and what follows a document',
    members: ['accepts'],
    applies: (bare) =>
      inFamily(
        'documents',
        /^documents\/si\/(?:bad-(?:extension-byte|opaque)|entity-bad-|head-(?:integer|version)|table-no|trailing|utf-8-)/,
      )(bare) || inFamily('wbxml', /\/(?:instruction-)?trailing$/)(bare),
  },
  {
    id: 'libwbxml-codes',
    fault: 'ignores codes that a document type does not have, and reserved extension tokens',
    members: ['accepts'],
    applies: inFamily('wbxml', /\/(?:reserved-\d|tag-unknown|start-unknown)$/),
  },
  {
    id: 'libwbxml-instructions',
    fault: 'leaves processing instructions out',
    members: ['tree'],
    applies: inFamily('wbxml', /\/instruction-/),
  },
  {
    id: 'libwbxml-tetra',
    fault: 'has the values TETRA-SDS and TETRA-PACKET with a letter too many',
    members: ['items', '$hex'],
    applies: inFamily('settings', /value-TETRA-(?:SDS|PACKET)$/),
  },
];

const VOBJECT: readonly Omit<Fault, 'oracle'>[] = [
  {
    id: 'vobject-folds',
    fault: 'joins folded lines of version 2.1 as those of 3.0, without the blank that they are folded before',
    members: ['note'],
    applies: inFamily('cards', /^cards\/2\.1\/fold-blank$/),
  },
  {
    id: 'vobject-eight-bit',
    fault: 'loses a value with the encoding 8BIT',
    members: ['note'],
    applies: inFamily('cards', /eight-bit$/),
  },
  {
    id: 'vobject-values',
    fault: 'accepts undefined versions, and half an octet of quoted-printable',
    members: ['accepts'],
    applies: inFamily('cards', /^cards\/refused\//),
  },
];

const PYTHON: readonly Omit<Fault, 'oracle'>[] = [
  {
    id: 'python-lenient-mail',
    fault: 'no fault, but not strict: reads mail that is cut, or has no headers',
    members: ['accepts'],
    applies: isOf('archives', 'multipart-cut', 'no-header'),
  },
  {
    id: 'python-surrogates',
    fault: 'no fault: refuses halves of surrogate pairs as references, which XML does not have and the app writes',
    members: ['refuses'],
    applies: isOf('archives', 'sms-emoji'),
  },
  {
    id: 'python-zip-paths',
    fault: 'no fault: leaves it to the program that unpacks which names it takes',
    members: ['accepts'],
    applies: isArchive(/^path-/),
  },
  {
    id: 'python-zip-kinds',
    fault:
      'no fault: reads ZIP64, a link and a device as a file, a folder with octets, an archive after or before other octets',
    members: ['accepts'],
    applies: isArchive(/^(?:zip64-|symlink|device|folder-with|prefix|trailing)/),
  },
  {
    id: 'python-zip-directory',
    fault:
      'reads what the last end record and the directory say, and ignores what contradicts them: counts, disks, second end records, local headers, descriptors, gaps, and octets after a stream',
    members: ['accepts'],
    applies: isArchive(
      /^(?:count-|descriptor-|directory-name|disk|gap|lie-large|local-|overlap-inside|stored-sizes|stream-trailing|truncated-comment|two-ends)/,
    ),
  },
  {
    id: 'python-zip-names',
    fault:
      "shows names as they are written: with backslashes, `./` and doubled slashes; UTF-8 without its flag as code page 437; not the name in Info-ZIP's extra field; and the files that macOS adds",
    members: ['entries'],
    applies: isArchive(/^(?:backslashes|macos|unicode-path|utf8-unflagged)/),
  },
];

const PERL: readonly Omit<Fault, 'oracle'>[] = [
  {
    id: 'perl-escapes',
    fault: 'refuses an escape before a code that its table lacks, and two escapes',
    members: ['refuses'],
    applies: inFamily('gsm7', /\/escape-(?:main-|twice$)/),
  },
];

const of = (oracle: string, list: readonly Omit<Fault, 'oracle'>[]): Fault[] => list.map((fault) => ({ ...fault, oracle }));

/** All of them. */
export const FAULTS: readonly Fault[] = [
  ...of('gammu', GAMMU),
  ...of('tshark', TSHARK),
  ...of('gnokii', GNOKII),
  ...of('imagemagick', IMAGEMAGICK),
  ...of('libwbxml', LIBWBXML),
  ...of('netpbm', NETPBM),
  ...of('vobject', VOBJECT),
  ...of('node-smpp', NODE_SMPP),
  ...of('net-smpp', NET_SMPP),
  ...of('python', PYTHON),
  ...of('perl', PERL),
  ...NPM_FAULTS,
];
