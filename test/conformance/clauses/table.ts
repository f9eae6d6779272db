/**
 * The clauses of the specifications that the pack is held against: one row for each rule that octets can follow or break.
 *
 * A case touches a clause when its source names it, or a part of it, or when the inspector shows a field of it in the case's octets: by what the field
 * cites, by its name, or by the identifier of an information element.
 * @module
 */

/** A rule, as one row of the page. */
export interface Clause {
  /** As the document counts; several rows may share it. */
  readonly section: string;
  readonly rule: string;
  /** Names of the inspector's fields that follow it, where these do not cite the section. */
  readonly fields?: readonly string[];
  /** Identifiers of information elements. */
  readonly iei?: readonly number[];
  /** Whether only fields and elements count, since the section has several rows. */
  readonly isShared?: true;
}

/** A specification. */
export interface Specification {
  readonly name: string;
  /** As sources of cases, comments and the inspector write it. */
  readonly cited: readonly string[];
  /** Numbers of sections that no other document has here: comments name them alone. */
  readonly own?: RegExp;
  readonly clauses: readonly Clause[];
}

const row = (section: string, rule: string, ...fields: readonly string[]): Clause => ({
  section,
  rule,
  ...(fields.length > 0 && { fields }),
});
const shared = (section: string, rule: string, ...fields: readonly string[]): Clause => ({
  section,
  rule,
  fields,
  isShared: true,
});
const element = (section: string, rule: string, ...iei: readonly number[]): Clause => ({ section, rule, iei });
const ems = (rule: string, ...iei: readonly number[]): Clause => ({ section: '9.2.3.24.10', rule, iei, isShared: true });

/** In the order of the page. */
export const SPECIFICATIONS: readonly Specification[] = [
  {
    name: '3GPP TS 23.038, alphabets',
    cited: ['TS 23.038', '23.038'],
    clauses: [
      row('4', 'coding of a short message: groups, classes, waiting indications', 'TP-DCS'),
      row('5', 'coding of cell broadcast and USSD', 'data coding scheme', 'ussd-DataCodingScheme'),
      row('6.1.2.1', 'packing of septets in a short message, from the first bit behind a header'),
      row('6.1.2.2', 'packing of septets on a page of cell broadcast'),
      row('6.1.2.3', 'packing of septets in a string of USSD, and the filler at its end'),
      row('6.2.1', 'the default alphabet'),
      shared('6.2.1.1', 'the extension table and its escape', 'escape pair'),
      { section: '6.2.1.2', rule: 'national single shift and locking shift tables', iei: [0x24, 0x25] },
      row('6.2.2', 'data of 8 bits', 'TP-UD'),
      row('6.2.3', 'UCS-2, with surrogate pairs'),
    ],
  },
  {
    name: '3GPP TS 23.040, short messages',
    cited: ['TS 23.040', '23.040'],
    own: /(?<![\d.])9\.[12]\.\d+(?:\.\d+)*[a-z]?/g,
    clauses: [
      row('9.1.2.3', 'semi-octets, and the half octet at the end', 'digits'),
      row('9.1.2.5', 'addresses: type of number, numbering plan, digits or letters', 'type of address'),
      row('9.2.2.1', 'SMS-DELIVER', 'SMS-DELIVER'),
      row('9.2.2.1a', 'SMS-DELIVER-REPORT', 'SMS-DELIVER-REPORT'),
      row('9.2.2.2', 'SMS-SUBMIT', 'SMS-SUBMIT'),
      row('9.2.2.2a', 'SMS-SUBMIT-REPORT', 'SMS-SUBMIT-REPORT'),
      row('9.2.2.3', 'SMS-STATUS-REPORT', 'SMS-STATUS-REPORT'),
      row('9.2.2.4', 'SMS-COMMAND', 'SMS-COMMAND'),
      row('9.2.3.1', 'TP-MTI, message type', 'TP-MTI'),
      row('9.2.3.2', 'TP-MMS, more messages to send', 'TP-MMS'),
      row('9.2.3.3', 'TP-VPF, which validity period is there', 'TP-VPF'),
      row('9.2.3.4', 'TP-SRI, whether a report is returned', 'TP-SRI'),
      row('9.2.3.5', 'TP-SRR, whether a report is asked for', 'TP-SRR'),
      row('9.2.3.6', 'TP-MR, reference', 'TP-MR'),
      row('9.2.3.7', 'TP-OA, originating address', 'TP-OA'),
      row('9.2.3.8', 'TP-DA, destination address', 'TP-DA'),
      row('9.2.3.9', 'TP-PID, protocol', 'TP-PID'),
      row('9.2.3.10', 'TP-DCS, coding', 'TP-DCS'),
      row('9.2.3.11', 'TP-SCTS, time stamp with its zone', 'TP-SCTS'),
      row('9.2.3.12.1', 'TP-VP, relative'),
      row('9.2.3.12.2', 'TP-VP, absolute'),
      row('9.2.3.12.3', 'TP-VP, enhanced'),
      row('9.2.3.13', 'TP-DT, discharge time', 'TP-DT'),
      row('9.2.3.14', 'TP-RA, recipient address', 'TP-RA'),
      row('9.2.3.15', 'TP-ST, status', 'TP-ST'),
      row('9.2.3.16', 'TP-UDL, length in septets or octets', 'TP-UDL'),
      row('9.2.3.17', 'TP-RP, reply path', 'TP-RP'),
      row('9.2.3.18', 'TP-MN, message number', 'TP-MN'),
      row('9.2.3.19', 'TP-CT, command', 'TP-CT'),
      row('9.2.3.20', 'TP-CDL, length of a command', 'TP-CDL'),
      row('9.2.3.21', 'TP-CD, data of a command', 'TP-CD'),
      row('9.2.3.22', 'TP-FCS, failure cause', 'TP-FCS'),
      row('9.2.3.23', 'TP-UDHI, whether a header is there', 'TP-UDHI'),
      row('9.2.3.24', 'TP-UD and its header: lengths, fill bits, order and repetition of elements', 'UDHL'),
      element('9.2.3.24.1', 'concatenation, 8-bit reference', 0x00),
      element('9.2.3.24.2', 'special message indication', 0x01),
      element('9.2.3.24.3', 'application ports of 8 bits', 0x04),
      element('9.2.3.24.4', 'application ports of 16 bits', 0x05),
      element('9.2.3.24.5', 'SMSC control parameters', 0x06),
      element('9.2.3.24.6', 'UDH source indicator', 0x07),
      element('9.2.3.24.7', 'SIM toolkit security headers', 0x70, 0x71),
      element('9.2.3.24.8', 'concatenation, 16-bit reference', 0x08),
      element('9.2.3.24.9', 'wireless control message protocol', 0x09),
      ems('text formatting', 0x0a),
      ems('predefined and user defined sounds', 0x0b, 0x0c),
      ems('animations', 0x0d, 0x0e, 0x0f),
      ems('pictures', 0x10, 0x11, 0x12),
      ems('user prompt', 0x13),
      ems('extended objects, also reused', 0x14, 0x15, 0x1a),
      ems('compression control', 0x16),
      ems('object distribution', 0x17),
      ems('vector graphics', 0x18, 0x19),
      element('9.2.3.24.11', 'RFC 822 header', 0x20),
      element('9.2.3.24.12', 'hyperlink', 0x21),
      ems('reply address', 0x22),
      element('9.2.3.24.13', 'enhanced voice mail', 0x23),
      element('9.2.3.24.15', 'national single shift', 0x24),
      element('9.2.3.24.16', 'national locking shift', 0x25),
      row('9.2.3.25', 'TP-RD, duplicates', 'TP-RD'),
      row('9.2.3.26', 'TP-SRQ, what a report is about', 'TP-SRQ'),
      row('9.2.3.27', 'TP-PI, which fields are there', 'TP-PI'),
      row('9.2.3.28', 'TP-LP, loop prevention', 'TP-LP'),
    ],
  },
  {
    name: 'Nokia Smart Messaging 3.0',
    cited: ['Smart Messaging'],
    clauses: [
      shared('ringing tone', 'commands of a ringing tone', 'ringing-tone-programming', 'sound'),
      shared('ringing tone', 'basic songs and their titles', 'song-type', 'song-title'),
      shared('ringing tone', 'patterns: new ones and those that are repeated', 'pattern-header-id', 'pattern-specifier'),
      shared('ringing tone', 'loops of a pattern', 'loop-value'),
      shared('ringing tone', 'notes with duration and its specifier', 'note-instruction'),
      shared('ringing tone', 'scales', 'scale-instruction'),
      shared('ringing tone', 'styles', 'style-instruction'),
      shared('ringing tone', 'tempos', 'tempo-instruction'),
      shared('ringing tone', 'volumes', 'volume-instruction'),
      shared('OTA bitmap', 'the info field and its flags', 'infofield'),
      shared('OTA bitmap', 'sizes of one octet and of two', 'large-sizes'),
      shared('OTA bitmap', 'rows of pixels', 'pixels'),
      shared('operator logo', 'network codes', 'network-code'),
      shared('CLI icon', 'group graphics', 'group graphic'),
      shared('multipart', 'picture messages and their items', 'picture message', 'item'),
      shared('narrow-band sockets', 'ports in text, //SCKL', 'destination'),
    ],
  },
  {
    name: 'WAP-192, WBXML',
    cited: ['WAP-192-WBXML-20010725', 'WAP-192 WBXML', 'WAP-192'],
    clauses: [
      row('5.4', 'version'),
      row('5.5', 'public identifier, by number or string'),
      row('5.6', 'charset'),
      row('5.7', 'string table'),
      row('5.8.2', 'code pages', 'SWITCH_PAGE'),
      row('5.8.3', 'attributes: starts and values'),
      shared('5.8.4.1', 'strings in place', 'STR_I'),
      shared('5.8.4.1', 'strings of the table', 'STR_T'),
      shared(
        '5.8.4.2',
        'extension tokens',
        'EXT_I_0',
        'EXT_I_1',
        'EXT_I_2',
        'EXT_T_0',
        'EXT_T_1',
        'EXT_T_2',
        'EXT_0',
        'EXT_1',
        'EXT_2',
      ),
      row('5.8.4.3', 'character entities', 'ENTITY'),
      row('5.8.4.4', 'processing instructions', 'PI'),
      row('5.8.4.5', 'literal tags and attributes', 'LITERAL', 'LITERAL_A', 'LITERAL_C', 'LITERAL_AC'),
      row('5.8.4.6', 'opaque data', 'OPAQUE'),
      row('5.8.4.7.1', 'ends', 'END'),
      row('5.8.4.7.2', 'switches of a page', 'SWITCH_PAGE'),
    ],
  },
  {
    name: 'WAP-230, WSP',
    cited: ['WAP-230-WSP', 'WAP-230'],
    clauses: [
      row('8.1.2', 'integers of variable length'),
      row('8.2.1', 'transaction identifier and type'),
      row('8.2.4.3', 'Push: length of the headers, content type, headers, data'),
      row('8.4.1.1', 'headers by number, by text, and shifts of the page'),
      row('8.4.2.1', 'short and long integers, text, quoted strings, value lengths'),
      row('8.4.2.4', 'parameters', 'charset'),
      row('8.4.2.24', 'content types: well-known, by text, with parameters'),
      shared('8.4.2', 'Content-Length', 'Content-Length'),
      shared('8.4.2', 'Content-Location', 'Content-Location'),
      shared('8.4.2', 'dates', 'Date', 'Expires', 'Last-Modified'),
      shared('8.4.2', 'X-Wap-Application-Id', 'X-Wap-Application-Id'),
      shared(
        '8.4.2',
        'Push-Flag, Accept-Application and others of push',
        'Push-Flag',
        'X-Wap-Content-URI',
        'X-Wap-Initiator-URI',
      ),
      row('8.5', 'multiparts: entries, lengths of headers and data'),
    ],
  },
  {
    name: 'OMA MMS encapsulation 1.3',
    cited: ['OMA-TS-MMS_ENC-V1_3', 'MMS_ENC'],
    clauses: [
      ...[
        ...['M-Send.req', 'M-Send.conf', 'M-Notification.ind', 'M-NotifyResp.ind', 'M-Retrieve.conf', 'M-Acknowledge.ind'],
        ...['M-Delivery.ind', 'M-Read-Rec.ind', 'M-Read-Orig.ind', 'M-Forward.req', 'M-Forward.conf', 'M-Mbox-Store.req'],
        ...['M-Mbox-Store.conf', 'M-Mbox-View.req', 'M-Mbox-View.conf', 'M-Mbox-Upload.req', 'M-Mbox-Upload.conf'],
        ...['M-Mbox-Delete.req', 'M-Mbox-Delete.conf', 'M-Delete.req', 'M-Delete.conf', 'M-Cancel.req', 'M-Cancel.conf'],
      ].map((name) => shared('6', name, name)),
      ...[
        ...['Bcc', 'Cc', 'To', 'From', 'Date', 'Subject', 'Message-ID', 'X-Mms-Adaptation-Allowed', 'X-Mms-Applic-ID'],
        ...['X-Mms-Attributes', 'X-Mms-Aux-Applic-Info', 'X-Mms-Cancel-ID', 'X-Mms-Cancel-Status', 'X-Mms-Content-Class'],
        ...['X-Mms-Content-Location', 'X-Mms-DRM-Content', 'X-Mms-Delivery-Report', 'X-Mms-Delivery-Time'],
        ...['X-Mms-Distribution-Indicator', 'X-Mms-Element-Descriptor', 'X-Mms-Expiry', 'X-Mms-Limit', 'X-Mms-MM-Flags'],
        ...['X-Mms-MM-State', 'X-Mms-MMS-Version', 'X-Mms-Mbox-Quotas', 'X-Mms-Mbox-Totals', 'X-Mms-Message-Class'],
        ...['X-Mms-Message-Count', 'X-Mms-Message-Size', 'X-Mms-Message-Type', 'X-Mms-Previously-Sent-By'],
        ...['X-Mms-Previously-Sent-Date', 'X-Mms-Priority', 'X-Mms-Quotas', 'X-Mms-Read-Report', 'X-Mms-Read-Status'],
        ...['X-Mms-Recommended-Retrieval-Mode', 'X-Mms-Recommended-Retrieval-Mode-Text', 'X-Mms-Replace-ID'],
        ...['X-Mms-Reply-Applic-ID', 'X-Mms-Reply-Charging', 'X-Mms-Reply-Charging-Deadline', 'X-Mms-Reply-Charging-ID'],
        ...['X-Mms-Reply-Charging-Size', 'X-Mms-Report-Allowed', 'X-Mms-Response-Status', 'X-Mms-Response-Text'],
        ...['X-Mms-Retrieve-Status', 'X-Mms-Retrieve-Text', 'X-Mms-Sender-Visibility', 'X-Mms-Start', 'X-Mms-Status'],
        ...['X-Mms-Status-Text', 'X-Mms-Store', 'X-Mms-Store-Status', 'X-Mms-Store-Status-Text', 'X-Mms-Stored'],
        ...['X-Mms-Totals', 'X-Mms-Transaction-Id'],
      ].map((name) => shared('7.3', name, name)),
      shared('8', 'parts with their headers', 'part 1'),
    ],
  },
];
