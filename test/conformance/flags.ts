/**
 * Flags: which known bug a case finds in programs that have it. Each was told of in public, by the threads that are named, or is at work in a program whose
 * answers the pack has on record.
 * @module
 */
import type { BareCase, Json, JsonObject, Verdict } from './pack/shape.js';

/** A bug, as index.json has it. */
export interface FlagEntry {
  readonly id: string;
  /** What goes wrong. */
  readonly title: string;
  /** Where: in a length, in the coding of characters, in a limit, in a number or name, in a time, in the order of things. */
  readonly bug: 'length' | 'coding' | 'limit' | 'value' | 'time' | 'order';
  readonly cause: string;
  readonly effect: string;
  /** Public threads, `owner/repository#number`. */
  readonly threads: readonly string[];
}

interface Flag extends FlagEntry {
  /** Faults of programs on record that are this bug. */
  readonly faults?: readonly string[];
  /** Which cases meet it, besides those whose verdicts name one of the faults. */
  of?(bare: BareCase, about: About): boolean;
}

/** What predicates look at. */
interface About {
  readonly value: JsonObject;
  readonly text: string;
  /** Its coding, where a case has one. */
  readonly coding: Json | undefined;
  /** Identifiers of the elements of a header. */
  readonly ieis: readonly number[];
  readonly refused: string | undefined;
  /** In a text on the wire. */
  readonly wire: string;
}

const EXTENSION = /[\f^{}\\[~\]|€]/;
const PAIR = /[\ud800-\udbff][\udc00-\udfff]/;
const TPDUS = ['sms-submit', 'sms-deliver', 'sms-status-report', 'sms-submit-report', 'sms-deliver-report', 'sms-command'];
const CUT_INTO_PARTS = ['sms-segmentation', 'sms-concatenation'];

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function about({ input, expected, options }: BareCase): About {
  const value: JsonObject = Object.assign({}, ...[input, expected].map((form) => ('value' in form ? form.value : {})));
  const elements = Array.isArray(value.UDH) ? (value.UDH as readonly JsonObject[]) : [];
  const text = value.text;
  return {
    value,
    text: typeof text === 'string' ? text : '',
    coding: value['TP-DCS'] ?? value.DCS ?? options?.DCS,
    ieis: elements.map(({ IEI }) => IEI as number),
    refused: 'refused' in expected ? expected.refused.reason : undefined,
    wire: 'text' in input ? input.text : '',
  };
}

/** The address of a TPDU. */
function addressOf(value: JsonObject): { readonly ton: number; readonly address: string } | undefined {
  const address = value['TP-OA'] ?? value['TP-DA'] ?? value['TP-RA'];
  return isObject(address) ? { ton: address.TON as number, address: String(address.address) } : undefined;
}

/** Whether the text is in the default alphabet, or one that is packed as it is. */
const isPacked = ({ value, text }: About) => {
  const dcs = value['TP-DCS'];
  return text !== '' && typeof dcs === 'number' && ((dcs & 0xcc) === 0 || (dcs & 0xf4) === 0xf0);
};

/** Whether the text has septets: it is not in UCS-2. */
const isInSeptets = ({ value, text, coding }: About) =>
  value.encoding !== 'ucs2' && (typeof coding !== 'number' || !isUcs2(coding)) && text !== '';
/** Codings of UCS-2 (TS 23.038 sections 4 and 5). */
const isUcs2 = (dcs: number) => dcs === 0x11 || (dcs < 0x80 && dcs !== 0x10 && (dcs & 0x0c) === 8) || (dcs & 0xf0) === 0xe0;

/** Septets that a text takes. */
const septetsOf = (text: string) => [...text].reduce((sum, character) => sum + (EXTENSION.test(character) ? 2 : 1), 0);

const times = ({ value }: About) => [value['TP-SCTS'], value['TP-DT']].filter((time) => typeof time === 'string') as string[];

const ALL: readonly Flag[] = [
  {
    ...{ id: 'address-letters', title: 'the length of a sender in letters', bug: 'length' },
    cause: 'The length of an address counts half octets, also if it holds septets of text.',
    effect: 'The name has wrong letters at its end, or every field after it is read from the wrong octet.',
    threads: ['mgaman/PDUlib#16', 'warthog618/sms#3', 'futomi/node-sms-pdu#1', 'bg111/asterisk-chan-dongle#91', 'xlab/at#14'],
    of: (_, { value }) => addressOf(value)?.ton === 5,
  },
  {
    ...{ id: 'address-odd', title: 'numbers with an odd count of digits', bug: 'length' },
    cause: 'The last octet holds one digit and a filler, and belongs to the address.',
    effect: 'One octet too few is skipped, so every field after it is wrong.',
    threads: ['mgaman/PDUlib#1', 'babca/python-gsmmodem#34'],
    of: (_, { value }) => {
      const found = addressOf(value);
      return found !== undefined && found.ton !== 5 && found.address.length % 2 === 1;
    },
  },
  {
    ...{ id: 'address-types', title: 'types of number that are seldom seen', bug: 'value' },
    cause: 'Only unknown, international and letters are expected as the type of a number.',
    effect: 'The address is skipped with a wrong length, or missing.',
    threads: ['mgaman/PDUlib#49', 'xlab/at#33'],
    of: (_, { value }) => [2, 3, 4, 6].includes(addressOf(value)?.ton ?? 0),
  },
  {
    ...{ id: 'address-overflow', title: 'addresses that are too long', bug: 'limit' },
    cause: 'The length of an address is taken as it is, although no more than 20 digits are allowed.',
    effect: 'A buffer overflows, or the rest of the message is taken for digits.',
    threads: ['onomondo/onomondo-uicc#149'],
    of: ({ title }, { refused }) => refused === 'bad-value' && /^an address of \d+ digits$/.test(title),
  },
  {
    ...{ id: 'broadcast-language', title: 'the language of a broadcast', bug: 'coding' },
    cause: 'The coding names the language, or the text begins with it, packed in one of two ways.',
    effect: 'The text begins with two letters, or with a garbled character.',
    threads: ['RangeNetworks/openbts#1'],
    faults: ['tshark-announced-language'],
    of: ({ format }, { value }) => format.startsWith('cbs-') && typeof value.language === 'string',
  },
  {
    ...{ id: 'broadcast-pages', title: 'broadcasts of several pages', bug: 'order' },
    cause: 'The page parameter holds the number of the page and their count, a half octet each.',
    effect: 'Pages are shown as messages of their own, or in a wrong order.',
    threads: ['the-modem-distro/pinephone_modem_sdk#133'],
    faults: ['tshark-page-parameter'],
    of: ({ format }, { value }) => format.startsWith('cbs-') && Number(value.pages ?? 1) > 1,
  },
  {
    ...{ id: 'coding-groups', title: 'the groups of TP-DCS', bug: 'coding' },
    cause: 'Only the lower bits of the coding are looked at.',
    effect: 'Texts with a class or a waiting indication are read in the wrong alphabet.',
    threads: ['farhadi/node-smpp#261', 'farhadi/node-smpp#66'],
    of: ({ format }, { value }) => TPDUS.includes(format) && Number(value['TP-DCS'] ?? 0) >= 0x10,
  },
  {
    ...{ id: 'cut-input', title: 'inputs that end inside a field', bug: 'length' },
    cause: 'The octets that are left are not compared with the length that is announced.',
    effect: 'Reading past the end, a crash, or a shorter value without an error.',
    threads: ['GrapheneOS/Messaging#127', 'opentelecoms-org/jsmpp#214', 'futomi/node-sms-pdu#3', 'mudita/MuditaOS#4017'],
    faults: ['tshark-cut-quietly', 'node-smpp-ends', 'tshark-short-data'],
    of: ({ direction }, { refused }) => direction === 'decode' && refused === 'truncated',
  },
  {
    ...{ id: 'element-shift', title: 'national tables that a header selects', bug: 'coding' },
    cause: 'The elements that select a table are unknown, or their octet is counted twice.',
    effect: 'Every character of the text is wrong.',
    threads: [
      ...['wdoekes/asterisk-chan-dongle#183', 'farhadi/node-smpp#100', 'pmarti/python-messaging#20', 'FUjr/QModem#259'],
      'jookies/jasmin#246',
    ],
    faults: ['gammu-national-tables', 'tshark-national-tables'],
    of: ({ options }, { ieis }) =>
      ieis.includes(0x24) || ieis.includes(0x25) || options?.lockingShift !== undefined || options?.singleShift !== undefined,
  },
  {
    ...{ id: 'escape-costs-two', title: 'characters that take two septets', bug: 'length' },
    cause: 'Characters of the extension table are counted as one.',
    effect: 'A text is taken to fit into one message, and its end is lost.',
    threads: ['linxGnu/gosmpp#198', 'linxGnu/gosmpp#197', 'Codesleuth/split-sms#4', 'Nexmo/nexmo-developer#701'],
    of: ({ format }, found) =>
      [...CUT_INTO_PARTS, 'sms-submit'].includes(format) && isInSeptets(found) && EXTENSION.test(found.text),
  },
  {
    ...{ id: 'escape-split', title: 'an escape at the end of a part', bug: 'order' },
    cause: 'The escape and its character are cut into two messages.',
    effect: 'A blank ends one part, and a wrong letter begins the next.',
    threads: ['babca/python-gsmmodem#30', 'python-smpplib/python-smpplib#59', 'linxGnu/gosmpp#136'],
    of: ({ format }, found) =>
      CUT_INTO_PARTS.includes(format) &&
      isInSeptets(found) &&
      EXTENSION.test(found.text) &&
      (found.text.length > 150 || Number(found.value.count ?? 2) > 1),
  },
  {
    ...{ id: 'escape-unknown', title: 'the extension table', bug: 'coding' },
    cause: 'The extension table is missing or incomplete.',
    effect: 'The euro sign and brackets become blanks, letters or question marks.',
    threads: ['OpenSmpp/opensmpp#19', 'Codesleuth/split-sms#4'],
    faults: ['gammu-escape-tail'],
    of: ({ format }, found) =>
      ['gsm7-text', 'sms-deliver', 'sms-submit', 'cbs-page', 'ussd-string'].includes(format) &&
      isInSeptets(found) &&
      EXTENSION.test(found.text),
  },
  {
    ...{ id: 'fill-bits', title: 'fill bits between header and text', bug: 'length' },
    cause: 'Packed text begins at the next multiple of seven bits after the header.',
    effect: 'All characters are shifted, or the first is lost.',
    threads: [
      ...['babca/python-gsmmodem#99', 'wdoekes/asterisk-chan-dongle#13', 'linxGnu/gosmpp#136', 'emilsedgh/pdu#3'],
      'twitter-archive/cloudhopper-smpp#100',
    ],
    of: ({ format, options }, found) =>
      (format === 'gsm7-packing' && Number(options?.fillBits ?? 0) > 0) || (isPacked(found) && found.ieis.length > 0),
  },
  {
    ...{ id: 'header-in-text', title: 'a header that is shown as text', bug: 'coding' },
    cause: 'TP-UDHI, or the bit of esm_class, is not looked at.',
    effect: 'Each part begins with strange characters.',
    threads: ['onlinecity/php-smpp#33', 'faucamp/python-gsmmodem#17'],
    of: (_, { text, ieis }) => text !== '' && ieis.length > 0,
  },
  {
    ...{ id: 'last-septet', title: 'seven bits that are left at the end', bug: 'length' },
    cause: 'With 8n - 1 septets seven bits are left, which look like one more character.',
    effect: 'An @ too many when reading; a message that is refused when a carriage return is missing.',
    threads: ['syenchuk/smspdudecoder#4', 'mgaman/PDUlib#33', 'bg111/asterisk-chan-dongle#140'],
    of: ({ format, options }, found) =>
      (format === 'gsm7-packing' && Number(options?.septets ?? 0) % 8 === 7) ||
      (['ussd-string', 'sms-deliver', 'sms-submit'].includes(format) &&
        isInSeptets(found) &&
        septetsOf(found.text) % 8 === 7 &&
        found.ieis.length === 0),
  },
  {
    ...{ id: 'odd-ucs2', title: 'half a character of UCS-2', bug: 'length' },
    cause: 'A length in octets that is odd is halved.',
    effect: 'The last octet is lost without an error, or a character of the next field is shown.',
    threads: ['OpenSIPS/opensips#3891', 'telenordigital/sms-smpp#172'],
    faults: ['gammu-odd-ucs2'],
  },
  {
    ...{ id: 'picture-sizes', title: 'pictures wider than 127 pixels', bug: 'length' },
    cause: 'Sizes are integers of several octets, and one is read.',
    effect: 'The picture is garbled or refused.',
    threads: [],
    faults: ['gammu-wbmp-one-octet-sizes'],
    of: ({ format }, { value }) =>
      format === 'wbmp' && Array.isArray(value.rows) && ((value.rows[0] as string)?.length > 127 || value.rows.length > 127),
  },
  {
    ...{ id: 'picture-rows', title: 'rows that are filled to whole octets', bug: 'length' },
    cause: 'Rows are read as one stream of bits.',
    effect: 'The picture leans to one side.',
    threads: ['SixLabors/ImageSharp#2471', 'psd-tools/psd-tools#768'],
    faults: ['gammu-wbmp-stream'],
  },
  {
    ...{ id: 'picture-bombs', title: 'pictures that ask for much memory', bug: 'limit' },
    cause: 'Memory is taken by the size that a header names.',
    effect: 'A small file stops a server.',
    threads: ['python-pillow/Pillow#515', 'python-pillow/Pillow#6402'],
    of: ({ format }, { refused }) => format === 'picture' && refused === 'limit',
  },
  {
    ...{ id: 'quoted-soft-break', title: 'soft line breaks of quoted-printable', bug: 'length' },
    cause: 'A line that ends in an equals sign goes on in the next, also within a character.',
    effect: 'The card is refused, or its second line becomes a property.',
    threads: [
      ...['jowave/vcard2to3#3', 'skarim/vobject#152', 'skarim/vobject#160', 'jhermsmeier/node-vcf#31', 'Heymdall/vcard#12'],
      ...['ranguard/text-vcard#34', 'mangstadt/ez-vcard#80'],
    ],
    of: ({ format }, { wire }) => ['vcard', 'vcalendar'].includes(format) && /=\r?\n/.test(wire),
  },
  {
    ...{ id: 'quoted-charset', title: 'quoted-printable in another charset', bug: 'coding' },
    cause: 'The octets are taken for UTF-8.',
    effect: 'The card is refused, or has wrong letters.',
    threads: ['jowave/vcard2to3#11'],
    of: ({ format }, { wire }) => ['vcard', 'vcalendar'].includes(format) && /CHARSET=(?!UTF-8)/i.test(wire),
  },
  {
    ...{ id: 'reference-16', title: 'references of 16 bits', bug: 'length' },
    cause: 'Only the element of concatenation with three octets is known.',
    effect: 'Parts are shown as messages of their own.',
    threads: ['linxGnu/gosmpp#33'],
    of: ({ options }, { ieis }) => ieis.includes(0x08) || options?.referenceBits === 16,
  },
  {
    ...{ id: 'refused-value', title: 'values that the specification does not define', bug: 'value' },
    cause: 'Fields are read by their position, without a check of their values.',
    effect: 'An invalid message is passed on as a valid one.',
    threads: ['xlab/at#37'],
    faults: ['tshark-smpp-values', 'node-smpp-values', 'tshark-layer-lengths'],
    of: ({ direction }, { refused }) => direction === 'decode' && refused === 'bad-value',
  },
  {
    ...{ id: 'septets-in-length', title: 'TP-UDL in septets', bug: 'length' },
    cause: 'For packed text the length counts septets, not octets.',
    effect: 'The end of the text is cut, or an @ is added.',
    threads: ['emilsedgh/pdu#1'],
    of: ({ format, direction }, found) => format === 'sms-submit' && direction !== 'decode' && isPacked(found),
  },
  {
    ...{ id: 'smpp-extra-octet', title: 'octets after the last field', bug: 'length' },
    cause: 'What is left is taken for a parameter, or not seen.',
    effect: 'The whole message is lost, or something is hidden in it.',
    threads: ['praekelt/python-smpp#7'],
    faults: ['tshark-trailing'],
    of: ({ direction }, { refused }) => direction === 'decode' && refused === 'trailing',
  },
  {
    ...{ id: 'smpp-parameters', title: 'parameters of operators', bug: 'value' },
    cause: 'A tag that is not in the table is dropped, or read as text with a NUL.',
    effect: 'Values are lost, or shortened by an octet.',
    threads: ['farhadi/node-smpp#231', 'opentelecoms-org/jsmpp#16', 'kneodev/ksmppd#135'],
    of: ({ format }, { value }) =>
      format === 'smpp' &&
      Array.isArray(value.parameters) &&
      (value.parameters as readonly JsonObject[]).some(({ name }) => name === undefined),
  },
  {
    ...{ id: 'smpp-error-answers', title: 'answers with a status', bug: 'order' },
    cause: 'An answer that says no may have no body, or only parameters.',
    effect: 'A mandatory field is read from octets that are not there.',
    threads: ['farhadi/node-smpp#65', 'farhadi/node-smpp#118'],
    of: ({ format }, { value }) => format === 'smpp' && value.status !== undefined && value.status !== 0,
  },
  {
    ...{ id: 'surrogate-split', title: 'surrogate pairs at the end of a part', bug: 'order' },
    cause: 'Text is cut between two units of UTF-16.',
    effect: 'An emoji becomes two replacement characters.',
    threads: [
      ...['Codesleuth/split-sms#1', 'Codesleuth/split-sms#2', 'gammu/gammu#104', 'rilmodem/ofono#77'],
      'futomi/node-sms-pdu#4',
    ],
    of: ({ format }, { text }) => CUT_INTO_PARTS.includes(format) && PAIR.test(text),
  },
  {
    ...{ id: 'surrogate-units', title: 'characters of two units', bug: 'length' },
    cause: 'Characters are counted, not their units of 16 bits.',
    effect: 'A message of more than 140 octets is made, and refused by the network.',
    threads: ['linxGnu/gosmpp#167', 'acpmasquerade/sms-counter-php#7', 'TwilioDevEd/message-segment-calculator#5'],
    of: (_, { text }) => PAIR.test(text),
  },
  {
    ...{ id: 'tune-dot-after', title: 'a dot after the octave', bug: 'order' },
    cause: 'The dot is only accepted before the octave.',
    effect: 'The note is too short, and a pause is played.',
    threads: [
      ...['esphome/esphome#13674', 'earlephilhower/ESP8266Audio#668', 'end2endzone/AnyRtttl#33'],
      'end2endzone/NonBlockingRTTTL#10',
    ],
    faults: ['gammu-dot-behind-octave'],
    of: ({ format }, { wire }) => format === 'rtttl' && /[a-h]#?\d\./i.test(wire),
  },
  {
    ...{ id: 'tune-dot-before', title: 'a dot before the octave', bug: 'order' },
    cause: 'The dot is only accepted after the octave.',
    effect: 'The octave is lost, or taken for the next note.',
    threads: ['end2endzone/NonBlockingRTTTL#10', 'adamonsoon/rtttl-play#1'],
    of: ({ format }, { wire }) => format === 'rtttl' && /[a-h]#?\.\d/i.test(wire),
  },
  {
    ...{ id: 'tune-defaults', title: 'defaults in another order, or missing', bug: 'order' },
    cause: 'The defaults of duration, octave and tempo are read by their position.',
    effect: 'The tune is played at a wrong height or speed.',
    threads: ['fabianoriccardi/melody-player#9'],
    faults: ['gammu-default-octave', 'gnokii-empty-defaults'],
    of: ({ format }, { wire }) => format === 'rtttl' && !/^[^:]*:\s*d=\d+\s*,\s*o=\d\s*,\s*b=\d+/i.test(wire),
  },
  {
    ...{ id: 'zip-bombs', title: 'archives that grow', bug: 'limit' },
    cause: 'What an entry or the whole archive unpacks to has no limit, or is believed.',
    effect: 'A small file fills memory or disk.',
    threads: ['zeroturnaround/zt-zip#183', 'modelcontextprotocol/mcpb#273', 'dobjlabs/digital-objects-network#138'],
    of: ({ format }, { refused }) => format === 'zip-archive' && refused === 'limit',
  },
  {
    ...{ id: 'zip-paths', title: 'names that lead out of an archive', bug: 'value' },
    cause: 'The name of an entry is joined to a folder as it is.',
    effect: 'Files outside of the folder are overwritten.',
    threads: ['ChronoAIProject/Ornn#443', 'thejoshwolfe/yauzl#55'],
    of: ({ format, id }) => format === 'zip-archive' && /path-|absolute|drive|backslash/.test(id),
  },
  {
    ...{ id: 'zone-sign', title: 'time zones west of Greenwich', bug: 'time' },
    cause: 'The sign is a bit of the swapped digits.',
    effect: 'Times are wrong by twice the zone, or refused.',
    threads: ['xlab/at#11', 'syenchuk/smspdudecoder#3', 'RestComm/smscgateway#115', 'nrfconnect/sdk-nrf#7464'],
    of: (_, found) => times(found).some((time) => /-\d\d:\d\d$/.test(time)),
  },
  {
    ...{ id: 'zone-quarters', title: 'time zones of quarters of an hour', bug: 'time' },
    cause: 'The zone is read as whole hours.',
    effect: 'Times in India, Nepal or parts of Australia are wrong.',
    threads: ['nrfconnect/sdk-nrf#7464', 'pmarti/python-messaging#44'],
    of: (_, found) => times(found).some((time) => /[+-]\d\d:(?!00)\d\d$/.test(time)),
  },
  {
    ...{ id: 'zone-invalid', title: 'times that do not exist', bug: 'time' },
    cause: 'Digits are used as numbers, whatever they are.',
    effect: 'An exception, or a time years away.',
    threads: ['babca/python-gsmmodem#15', 'babca/python-gsmmodem#42'],
    of: ({ expected }, { refused }) =>
      refused === 'bad-value' && 'refused' in expected && /^TP-(SCTS|DT)/.test(expected.refused.field ?? ''),
  },
];

/** By their ids. */
export const FLAGS: readonly Flag[] = [...ALL].sort((one, other) => (one.id < other.id ? -1 : 1));

/** The flags of a case. */
export function flagsOf(bare: BareCase, verdicts: Readonly<Record<string, Verdict>>): string[] {
  const found = about(bare);
  const named = new Set(Object.values(verdicts).flatMap((verdict) => ('faults' in verdict ? verdict.faults : [])));
  return FLAGS.filter(({ faults = [], of }) => faults.some((id) => named.has(id)) || of?.(bare, found) === true).map(
    ({ id }) => id,
  );
}

/** As index.json has it. */
export const flagEntry = ({ id, title, bug, cause, effect, threads }: Flag): FlagEntry => ({
  id,
  title,
  bug,
  cause,
  effect,
  threads,
});
