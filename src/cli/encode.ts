/**
 * `handset encode`: content to messages, in the form that a modem or gateway takes.
 * @module
 */
import { type Command, Option } from 'commander';
import { fromHex, percentEncode, toHex } from '../bytes/index.js';
import { toAtCommands, toGatewayForm, toKannelUrl, toSubmitSm } from '../carrier/index.js';
import { type BuildOptions, buildSubmits, type Content, PHONE_MAKES, parsePhoneMake } from '../message/index.js';
import { type AddressInput, decodeUdh, encodeSubmit, type Submit } from '../sms/index.js';
import { countSegments } from '../text/index.js';
import { concatOption, numberOption, octetOption, type Session, toJson, UsageError } from './io.js';
import { nokiaOptions, readTune, type TuneOptions } from './tunes.js';

const FORMS = ['pdu', 'at', 'smpp', 'kannel', 'form', 'json'] as const;

interface CommonOptions {
  to: string;
  format: (typeof FORMS)[number];
  output?: string;
  reference?: number;
  concat?: 8 | 16;
  mr?: number;
  pid?: number;
  validity?: number;
  report?: boolean;
  smsc?: string;
  kannelUrl: string;
  from?: string;
}

interface TextOptions extends CommonOptions {
  encoding?: 'gsm7' | 'ucs2';
  locking?: number;
  single?: number;
  transliterate?: boolean;
}

/** Adds the command. */
export function addEncode(program: Command, session: Session): void {
  const encode = program.command('encode').description('turn content into SMS-SUBMITs');

  for (const [kind, what] of [
    ['text', 'a text message'],
    ['flash', 'a text shown at once and not stored (class 0)'],
  ] as const) {
    common(encode.command(`${kind} [text]`))
      .description(`${what}; TEXT is a file where there is one of that name, else the text itself; stdin when left out`)
      .addOption(new Option('--encoding <name>', 'force an alphabet').choices(['gsm7', 'ucs2']))
      .option('--locking <language>', 'national locking shift table, 1 to 13', numberOption('locking', 0, 13))
      .option('--single <language>', 'national single shift table, 1 to 13', numberOption('single', 0, 13))
      .option('--transliterate', 'use look-alikes where that keeps the text in GSM 7-bit')
      .action(async (argument: string | undefined, options: TextOptions) => {
        const text = await session.readText(argument);
        const { encoding, locking, single, transliterate } = options;
        send(session, { kind, text }, options, { encoding, locking, single, transliterate });
      });
  }

  common(encode.command('ringtone [file]'))
    .description('a tune: RTTTL, RTX or a Smart Messaging file (.ott)')
    .requiredOption('--make <make>', `make of the handset: ${PHONE_MAKES.join(', ')}`)
    .option('--model <model>', 'model of the handset')
    .option('--lenient', 'read tunes with faults, and report what was assumed')
    .addOption(new Option('--tempo <rule>', 'tempo between two of the format').choices(['nearest', 'up']).default('nearest'))
    .option('--cut-title', 'cut a title of more than 15 characters')
    .action(async (file: string | undefined, options: CommonOptions & TuneOptions & { make: string; model?: string }) => {
      if (parsePhoneMake(options.make) === undefined) {
        throw new UsageError(`--make ${options.make} is none of ${PHONE_MAKES.join(', ')}`);
      }
      const tune = await readTune(session, file ?? '-', options);
      const submits = send(session, { kind: 'ringtone', tune }, options, {
        make: options.make,
        model: options.model,
        ringtone: nokiaOptions(options),
      });
      if (submits > 3) session.warn(`${submits} parts: most handsets take a ringtone of at most 3`);
    });

  common(encode.command('pdu [text]'))
    .description('user data as given: --data for 8-bit codings, TEXT (or stdin) for the others')
    .option('--dcs <octet>', 'TP-DCS in hex; F5 with --data and 00 with TEXT when left out', octetOption('dcs'))
    .option('--udh <hex>', 'user data header in hex, its length octet included')
    .option('--data <hex>', 'user data in hex')
    .action(async (argument: string | undefined, options: CommonOptions & { dcs?: number; udh?: string; data?: string }) => {
      const header = options.udh === undefined ? undefined : fromHex(options.udh);
      const udh = header === undefined ? undefined : decodeUdh(header);
      if (udh !== undefined && udh.lengthOctets !== header?.length)
        throw new UsageError('--udh is longer than its length octet says');
      if (argument !== undefined && options.data !== undefined) throw new UsageError('give TEXT or --data, not both');
      const body = options.data === undefined ? { text: await session.readText(argument) } : { data: fromHex(options.data) };
      send(
        session,
        {
          kind: 'pdu',
          tpDcs: options.dcs ?? (options.data === undefined ? 0x00 : 0xf5),
          tpPid: options.pid,
          udh: udh?.elements ?? [],
          ...body,
        },
        options,
        {},
      );
    });
}

function common(command: Command): Command {
  return command
    .requiredOption('--to <number>', 'recipient: digits with country code, with or without +; short:1234 for a short code')
    .addOption(new Option('--format <form>', 'form of the output').choices(FORMS).default('pdu'))
    .option('-o, --output <file>', 'write to a file')
    .option('--reference <number>', 'concatenation reference', numberOption('reference', 0, 0xffff))
    .addOption(concatOption())
    .option('--mr <number>', 'TP-MR of the first message', numberOption('mr', 0, 255))
    .option('--pid <octet>', 'TP-PID in hex', octetOption('pid'))
    .option('--validity <minutes>', 'relative validity period', numberOption('validity', 1, 635_040))
    .option('--report', 'ask for a status report')
    .option('--smsc <number>', 'service centre, for --format at')
    .option('--kannel-url <url>', 'service, for --format kannel', 'http://127.0.0.1:13013/cgi-bin/sendsms')
    .option('--from <originator>', 'originator, for --format kannel');
}

function send(session: Session, content: Content, options: CommonOptions, build: Partial<BuildOptions>): number {
  if (options.smsc !== undefined && options.format !== 'at') throw new UsageError('--smsc goes with --format at');
  if (options.from !== undefined && options.format !== 'kannel') throw new UsageError('--from goes with --format kannel');
  const submits = buildSubmits(content, {
    to: addressOf(options.to),
    reference: options.reference,
    concat: options.concat,
    tpMr: options.mr,
    tpPid: options.pid,
    tpSrr: options.report,
    ...(options.validity !== undefined && { tpVp: { kind: 'relative', minutes: options.validity } }),
    ...build,
  });
  session.note(summary(content, submits, build));
  session.write(formatSubmits(session, submits, options), options.output);
  return submits.length;
}

function addressOf(to: string): AddressInput {
  const short = /^short:(.*)$/.exec(to)?.[1];
  if (short === '') throw new UsageError('--to short: needs digits');
  return short === undefined ? to : { ton: 0, npi: 1, digits: short };
}

function summary(content: Content, submits: readonly Submit[], build: Partial<BuildOptions>): string {
  const parts = `${submits.length} message${submits.length === 1 ? '' : 's'}`;
  if (content.kind !== 'text' && content.kind !== 'flash') return `${content.kind}: ${parts}`;
  const { encoding, units, forcedBy } = countSegments(content.text, build);
  const offending = forcedBy.map(({ character }) => JSON.stringify(character)).join(' ');
  return `${content.kind}: ${parts}, ${units} ${encoding === 'gsm7' ? 'septets' : 'UTF-16 units'} of ${encoding}${
    offending === '' ? '' : `, which GSM 7-bit cannot carry for ${offending}`
  }`;
}

function formatSubmits(session: Session, submits: readonly Submit[], options: CommonOptions): string {
  switch (options.format) {
    case 'pdu':
      return submits.map((submit) => `${toHex(encodeSubmit(submit))}\n`).join('');
    case 'at':
      // On paper a Ctrl-Z is invisible and a terminal may swallow it, but a script needs it: it stays.
      return toAtCommands(submits, options.smsc === undefined ? {} : { smsc: options.smsc })
        .map((line) => `${line}\n`)
        .join('');
    case 'smpp':
      return toJson(submits.map((submit) => toSubmitSm(submit)));
    case 'kannel': {
      const { HANDSET_KANNEL_USERNAME: username, HANDSET_KANNEL_PASSWORD: password } = session.streams.env;
      if (username === undefined || password === undefined) {
        session.note('HANDSET_KANNEL_USERNAME and HANDSET_KANNEL_PASSWORD are not set: the URL has placeholders');
      }
      const account = { username: username ?? 'USERNAME', password: password ?? 'PASSWORD' };
      const service = { baseUrl: options.kannelUrl, from: options.from, ...account };
      return submits.map((submit) => `${toKannelUrl(submit, service)}\n`).join('');
    }
    case 'form':
      return submits
        .map((submit) => {
          const pairs = Object.entries(toGatewayForm(submit));
          return `${pairs.map(([name, value]) => `${name}=${percentEncode(value)}`).join('&')}\n`;
        })
        .join('');
    default:
      return toJson(submits.map((submit) => ({ tpdu: encodeSubmit(submit), ...submit })));
  }
}
