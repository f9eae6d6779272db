/**
 * Texts, and user data as given.
 * @module
 */
import type { Command } from 'commander';
import { EncodeError } from '../../errors.js';
import { decodeUdh } from '../../sms/index.js';
import { isFile, UsageError } from '../io.js';
import { alphabetOptions, hexOption, inOption, octetOption, transliterateOption } from '../options.js';
import { type Door, type Given, type Row, row } from './row.js';

interface TextOptions {
  readonly encoding?: 'gsm7' | 'ucs2';
  readonly locking?: number;
  readonly single?: number;
  readonly transliterate?: boolean;
}

/** A text, and a text that is shown at once. */
export const TEXTS: readonly Row[] = [
  textRow('text', [
    "handset encode text 'On my way' --to 447700900123 --format at",
    'handset encode text letter.txt --to 447700900123 --transliterate --report',
  ]),
  textRow('flash', ["handset encode flash 'Fire drill at 10' --to 447700900123"]),
];

function textRow(kind: 'text' | 'flash', examples: readonly string[]): Row {
  return row<TextOptions>({
    kind,
    argument: '[text]',
    source: '; TEXT is a file where there is one of that name, else the text itself; stdin when left out',
    options: (command, door) => door === 'encode' && transliterateOption(alphabetOptions(command)),
    async read(given) {
      const { encoding, locking, single, transliterate } = given.options;
      return { content: { kind, text: await readText(given) }, build: { encoding, locking, single, transliterate } };
    },
    optionOf: { Message: 'TEXT', FlashMessage: 'TEXT' },
    examples,
  });
}

/**
 * The text of the argument. @throws UsageError for what looks like the name of a file that is not there, where it would be sent: nobody wants
 * that, and who does has standard input.
 */
async function readText({ session, door, isSent, argument }: Given<unknown>): Promise<string> {
  if ((door === 'send' || isSent === true) && argument !== undefined && /^\S+\.te?xt$/i.test(argument) && !isFile(argument)) {
    throw new UsageError('TEXT names a file that does not exist; to send the name as a text, pass it on standard input');
  }
  return session.readText(argument);
}

interface PduOptions {
  readonly dcs?: number;
  readonly pid?: number;
  readonly udh?: string;
  readonly data?: string;
}

/** Octets of one message's user data, header included (3GPP TS 23.040, 9.2.3.24). */
const MAX_OCTETS = 140;

/** User data as given. */
export const PDU: Row = row<PduOptions>({
  kind: 'pdu',
  argument: '[text]',
  source: ': --data for 8-bit codings, TEXT (or stdin) for the others',
  options(command: Command, door: Door) {
    command.option('--dcs <octet>', 'TP-DCS in hex; F5 with --data and 00 with TEXT when left out', octetOption('dcs'));
    // Messages that are written take it whatever they hold.
    if (door === 'send') command.option('--pid <octet>', 'TP-PID in hex', octetOption('pid'), 0);
    command
      .option('--udh <hex>', 'user data header in hex, its length octet included')
      .option('--data <hex>', 'user data in hex');
  },
  async read(given) {
    const { door, argument, options } = given;
    const { dcs, pid, data } = options;
    const header = options.udh === undefined ? undefined : headerOption(options.udh);
    if (argument !== undefined && data !== undefined) throw new UsageError('give TEXT or --data, not both');
    const tpDcs = dcs ?? (data === undefined ? 0x00 : 0xf5);
    if (door === 'encode') {
      const body = data === undefined ? { text: await readText(given) } : { data: hexOption('data', data) };
      return { content: { kind: 'pdu', tpDcs, tpPid: pid, udh: header?.elements ?? [], ...body } };
    }
    const userDataHeader = header?.octets ?? new Uint8Array();
    const head = { kind: 'pdu', dataCodingScheme: tpDcs, protocolIdentifier: pid ?? 0, userDataHeader } as const;
    if (data === undefined) return { content: { ...head, message: await readText(given) } };
    return { content: { ...head, userData: checkLength(hexOption('data', data), userDataHeader.length) } };
  },
  optionOf: { Message: 'TEXT' },
  examples: ['handset encode pdu --dcs F5 --udh 06050415810000 --data 024A3A --to 447700900123'],
});

function checkLength(data: Uint8Array, headerOctets: number): Uint8Array {
  const octets = headerOctets + data.length;
  if (octets <= MAX_OCTETS) return data;
  const reason = `${octets} octets with the header, a message has at most ${MAX_OCTETS}`;
  throw new EncodeError('too-long', '--data', undefined, reason);
}

/** User data header of `--udh`, its length octet included. @throws DecodeError that names the option */
function headerOption(value: string): {
  readonly octets: Uint8Array;
  readonly elements: ReturnType<typeof decodeUdh>['elements'];
} {
  const octets = hexOption('udh', value);
  const { elements, lengthOctets } = inOption('udh', () => decodeUdh(octets));
  if (lengthOctets !== octets.length) throw new UsageError('--udh is longer than its length octet says');
  return { octets, elements };
}
