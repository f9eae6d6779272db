/**
 * `handset encode`: content to messages, in the form that a modem or gateway takes.
 * @module
 */
import { type Command, Option } from 'commander';
import { percentEncode, toHex } from '../bytes/index.js';
import { toAtCommands, toGatewayForm, toKannelUrl, toSubmitSm } from '../carrier/index.js';
import { EncodeError } from '../errors.js';
import {
  type BuildOptions,
  buildSubmits,
  type Content,
  chooseForm,
  MESSAGE_FORMS,
  type MessageForm,
  PHONE_MAKES,
  PORTS,
  parsePhoneMake,
} from '../message/index.js';
import { type ServiceIndication, type ServiceLoading, SI_ACTIONS, type SiItem, SL_ACTIONS } from '../push/index.js';
import type { TuneForm } from '../ringtone/index.js';
import { type AddressInput, decodeUdh, encodeSubmit, type Submit } from '../sms/index.js';
import { countSegments } from '../text/index.js';
import { fitVCard } from '../vobject/index.js';
import { extensionOption, type FileContent, holds, isPicture, isPush, isTune, isVObject, recogniseFile } from './files.js';
import { inputName, type Session, toJson, UsageError } from './io.js';
import { concatOption, hexOption, numberOption, octetOption, recipientOption, smscOption, urlOption } from './options.js';
import {
  addNetworkOptions,
  addPictureOptions,
  networkOf,
  type PictureFileOptions,
  readPicture,
  TARGETS,
  type Target,
  toBitmaps,
} from './pictures.js';
import { dateOption, infoOption, PUSH_NAMES, readPushDocument } from './pushes.js';
import { addTuneOptions, fittedTune, nokiaOptions, readTune, type TuneOptions, tellTempos } from './tunes.js';
import { calendarVersion, cardVersion, OBJECT_VERSIONS, type ObjectVersion, readVObject } from './vobjects.js';

const FORMS = ['pdu', 'at', 'smpp', 'kannel', 'form', 'json'] as const;

/** What a ringtone's length is measured as. */
const TUNE_FORMS: Partial<Record<MessageForm, TuneForm>> = { 'smart-messaging': 'nokia', ems: 'ems', seo: 'midi' };

interface CommonOptions {
  to: AddressInput;
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

interface HandsetOptions extends CommonOptions {
  make: string;
  model?: string;
  bearer?: MessageForm;
  as?: string;
  lenient?: boolean;
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

  const ringtone = forHandset(encode.command('ringtone [file]')).description('a tune, from any file of one that convert reads');
  ringtone.optionsGroup('Tune:');
  addTuneOptions(ringtone).action(async (file: string | undefined, options: HandsetOptions & TuneOptions) => {
    const handset = handsetOf(options);
    const content = recogniseFile(file ?? '-', await session.read(file ?? '-'), options.as);
    if (!isTune(content.extension))
      throw new UsageError(`${inputName(content.path)} holds ${holds(content.extension)}, and a ringtone is a tune`);
    const form = TUNE_FORMS[byOption(() => chooseForm('ringtone', handset)).form];
    const tune = fittedTune(session, readTune(session, content, options), form, options);
    if (form === 'nokia') tellTempos(session, tune, options);
    if (form === 'ems' && tune.title !== '') session.warn('the title is not sent: it would cost notes');
    send(session, { kind: 'ringtone', tune }, options, { ...handset, ringtone: nokiaOptions(options) });
  });

  for (const kind of ['operatorLogo', 'groupGraphic', 'pictureMessage'] as const) addPicture(encode, session, kind);

  addPushes(encode, session);
  addVObjects(encode, session);

  common(encode.command('pdu [text]'))
    .description('user data as given: --data for 8-bit codings, TEXT (or stdin) for the others')
    .option('--dcs <octet>', 'TP-DCS in hex; F5 with --data and 00 with TEXT when left out', octetOption('dcs'))
    .option('--udh <hex>', 'user data header in hex, its length octet included')
    .option('--data <hex>', 'user data in hex')
    .action(async (argument: string | undefined, options: CommonOptions & { dcs?: number; udh?: string; data?: string }) => {
      const header = options.udh === undefined ? undefined : hexOption('udh', options.udh);
      const udh = header === undefined ? undefined : decodeUdh(header);
      if (udh !== undefined && udh.lengthOctets !== header?.length)
        throw new UsageError('--udh is longer than its length octet says');
      if (argument !== undefined && options.data !== undefined) throw new UsageError('give TEXT or --data, not both');
      const body =
        options.data === undefined ? { text: await session.readText(argument) } : { data: hexOption('data', options.data) };
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

function notA(wanted: string, { path, extension }: FileContent): UsageError {
  return new UsageError(`${inputName(path)} holds ${holds(extension)}, not ${wanted}`);
}

// ---- WAP Push ----

interface PushOptions extends CommonOptions {
  href?: string;
  applicationId?: string;
  as?: string;
  lenient?: boolean;
}

interface IndicationOptions extends PushOptions {
  id?: string;
  created?: Date;
  expires?: Date;
  action?: NonNullable<ServiceIndication['action']>;
  text?: string;
  info?: SiItem[];
}

interface LoadingOptions extends PushOptions {
  action?: NonNullable<ServiceLoading['action']>;
}

function addPushes(encode: Command, session: Session): void {
  pushOptions(encode.command('si [file]'))
    .description(
      'a service indication, from options or a file (.si .xml .sic .wbxml); options count more; stdin when neither is given',
    )
    .option('--id <id>', 'what identifies it on the handset')
    .option('--created <time>', 'when it was made, in UTC: 2026-11-21T18:30:00Z', dateOption('created'))
    .option('--expires <time>', 'when it stops to matter, in UTC', dateOption('expires'))
    .addOption(new Option('--action <action>', 'how much the handset makes of it').choices(SI_ACTIONS))
    .option('--text <text>', 'what the user reads')
    .option('--info <class=text>', 'further information for the handset; may be given several times', infoOption)
    .action(async (file: string | undefined, options: IndicationOptions) => {
      const { href, id, created, expires, action, text, info } = options;
      const given = definedOf({ href, id, created, expires, action, text, info });
      const path = inputOf(file, given);
      const base = path === undefined ? undefined : await readKind(session, path, 'si', options);
      sendPush(session, { kind: 'serviceIndication', si: { ...base, ...given } }, options);
    });
  pushOptions(encode.command('sl [file]'))
    .description(
      'a service loading, from options or a file (.sl .xml .slc .wbxml); options count more; stdin when neither is given',
    )
    .addOption(new Option('--action <action>', 'what the handset does with the address').choices(SL_ACTIONS))
    .action(async (file: string | undefined, options: LoadingOptions) => {
      const given = definedOf({ href: options.href, action: options.action });
      const path = inputOf(file, given);
      const base = path === undefined ? undefined : await readKind(session, path, 'sl', options);
      const { href } = { ...base, ...given };
      if (href === undefined) throw new UsageError('a service loading is an address: --href is needed');
      sendPush(session, { kind: 'serviceLoading', sl: { ...base, ...given, href } }, options);
    });
}

function pushOptions(command: Command): Command {
  return inputOptions(common(command))
    .option('--href <address>', 'where it leads')
    .option('--application-id <id>', 'whom in the handset it is for: a number, a name such as wml.ua, or a URI');
}

function definedOf<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}

/** The file of the argument; standard input when nothing else is given. */
function inputOf(file: string | undefined, given: object): string | undefined {
  return file ?? (Object.keys(given).length === 0 ? '-' : undefined);
}

function readKind(session: Session, path: string, kind: 'si', options: PushOptions): Promise<ServiceIndication>;
function readKind(session: Session, path: string, kind: 'sl', options: PushOptions): Promise<ServiceLoading>;
async function readKind(session: Session, path: string, kind: 'si' | 'sl', { as, lenient }: PushOptions) {
  const content = recogniseFile(path, await session.read(path), as);
  if (!isPush(content.extension)) throw notA(`a ${PUSH_NAMES[kind]}`, content);
  const document = readPushDocument(session, content, lenient === true);
  if (document.kind === 'si' && kind === 'si') return document.si;
  if (document.kind === 'sl' && kind === 'sl') return document.sl;
  throw new UsageError(`${inputName(path)} holds a ${PUSH_NAMES[document.kind]}, not a ${PUSH_NAMES[kind]}`);
}

function sendPush(session: Session, content: Content, options: PushOptions): void {
  const { applicationId } = options;
  const isNumber = applicationId !== undefined && /^\d+$/.test(applicationId);
  send(session, content, options, {
    push: applicationId === undefined ? undefined : { applicationId: isNumber ? Number(applicationId) : applicationId },
  });
}

// ---- Cards and calendars ----

interface ObjectOptions extends CommonOptions {
  version?: ObjectVersion;
  bits?: 7 | 8;
  maxParts?: number;
  port?: typeof PORTS.vcalendar | typeof PORTS.nokiaCalendar;
  as?: string;
  lenient?: boolean;
}

function addVObjects(encode: Command, session: Session): void {
  objectOptions(encode.command('vcard [file]'))
    .description('a business card, from a .vcf')
    .option('--max-parts <number>', 'leave out what counts least until it fits', numberOption('max-parts', 1, 255))
    .action(async (file: string | undefined, options: ObjectOptions) => {
      const version = cardVersion(options.version) ?? '2.1';
      const object = await readKindOf(session, file ?? '-', options);
      if (object.kind !== 'vcard') throw new UsageError(`${inputName(file ?? '-')} holds a calendar, not a card`);
      const { bits, maxParts } = options;
      let { card } = object;
      if (maxParts !== undefined) {
        const fitted = fitVCard(card, { version, bits, ...roomOf(maxParts, options) });
        for (const path of fitted.dropped) session.warn(`${path} is left out, so that the card fits`);
        card = fitted.card;
      }
      send(session, { kind: 'vcard', card }, options, { cardVersion: version, bits });
    });
  objectOptions(encode.command('vcal [file]'))
    .description('appointments and tasks, from a .vcs or .ics')
    .addOption(
      new Option('--port <number>', '9205, or 228 for older Nokia handsets; 9205 when left out').argParser((value) => {
        if (value === '9205') return PORTS.vcalendar;
        if (value === '228') return PORTS.nokiaCalendar;
        throw new UsageError(`--port is 9205 or 228, not ${JSON.stringify(value)}`);
      }),
    )
    .action(async (file: string | undefined, options: ObjectOptions) => {
      const version = calendarVersion(options.version);
      const object = await readKindOf(session, file ?? '-', options);
      if (object.kind !== 'vcalendar') throw new UsageError(`${inputName(file ?? '-')} holds a card, not a calendar`);
      send(session, object, options, { calendarVersion: version, calendarPort: options.port, bits: options.bits });
    });
}

/** A 16-bit reference takes an octet of each part; 7-bit text may also have to move an escape to the next one. */
function roomOf(maxParts: number, { concat, bits }: ObjectOptions): { maxParts: number; maxOctets?: number } {
  if (concat !== 16 || maxParts === 1) return { maxParts };
  return { maxParts, maxOctets: maxParts * (bits === 7 ? 144 : 127) };
}

function objectOptions(command: Command): Command {
  return inputOptions(common(command))
    .addOption(
      new Option('--version <version>', 'of a card 2.1 (default) or 3.0, of a calendar 1.0 (default) or 2.0').choices(
        OBJECT_VERSIONS,
      ),
    )
    .addOption(
      new Option('--bits <number>', 'carry it as octets (8, the default), or as text of GSM 7-bit (7)').argParser((value) => {
        if (value === '7') return 7;
        if (value === '8') return 8;
        throw new UsageError(`--bits is 7 or 8, not ${JSON.stringify(value)}`);
      }),
    );
}

async function readKindOf(session: Session, path: string, { as, lenient }: ObjectOptions) {
  const content = recogniseFile(path, await session.read(path), as);
  if (!isVObject(content.extension)) throw notA('a card or calendar', content);
  return readVObject(session, content, lenient === true);
}

function inputOptions(command: Command): Command {
  return command
    .option('--as <extension>', 'format of the input, where neither its octets nor its name tell', extensionOption)
    .option('--lenient', 'read input with faults, and report what was assumed');
}

// ---- Pictures ----

type PictureKind = keyof typeof TARGETS;

const COMMANDS: Readonly<Record<PictureKind, readonly [name: string, what: string]>> = {
  operatorLogo: ['operator-logo', "a picture in place of the network's name, from any picture file"],
  groupGraphic: ['group-graphic', 'a picture shown when somebody of a group of callers rings'],
  pictureMessage: ['picture-message', 'a picture with a text below'],
};

function addPicture(encode: Command, session: Session, kind: PictureKind): void {
  const [name, what] = COMMANDS[kind];
  const command = forHandset(encode.command(`${name} [file]`))
    .description(what)
    .option('--any-size', 'send a size that no handset is known to show');
  command.optionsGroup('Picture:');
  if (kind === 'operatorLogo') addNetworkOptions(command);
  if (kind === 'pictureMessage') command.option('--text <text>', 'the text below; by default that of an .npm');
  addPictureOptions(command).action(
    async (file: string | undefined, options: HandsetOptions & PictureFileOptions & { readonly anySize?: boolean }) => {
      const handset = handsetOf(options);
      const { form } = byOption(() => chooseForm(kind, handset));
      const content = recogniseFile(file ?? '-', await session.read(file ?? '-'), options.as);
      if (!isPicture(content.extension)) throw notA('a picture', content);
      const picture = readPicture(session, content, options.lenient === true);
      const target = options.anySize === true ? undefined : targetOf(kind, form);
      const bitmaps = toBitmaps(session, picture, options, target);
      if (bitmaps.length > 1) session.warn(`only the first of ${bitmaps.length} pictures is sent`);
      const bitmap = bitmaps[0] as (typeof bitmaps)[number];
      const text = options.text ?? picture.text;
      const message: Content =
        kind === 'operatorLogo'
          ? { kind, ...networkOf(picture, options, 'an operator logo'), bitmap }
          : kind === 'groupGraphic'
            ? { kind, bitmap }
            : { kind, bitmap, text };
      send(session, message, options, { ...handset, anySize: options.anySize });
    },
  );
}

/** Screens of other makes than Nokia's differ: no size is usual, but what is larger than these is made smaller. */
const MOST: Partial<Record<MessageForm, readonly [widthPx: number, heightPx: number]>> = { ems: [96, 64], seo: [101, 80] };

function targetOf(kind: PictureKind, form: MessageForm): Target | undefined {
  if (form === 'smart-messaging')
    return { ...TARGETS[kind], ...(kind === 'groupGraphic' && { sizes: [[72, 14]] }), rule: 'exact' };
  const most = MOST[form];
  return most && { name: TARGETS[kind].name, sizes: [most], rule: 'limit' };
}

function forHandset(command: Command): Command {
  return inputOptions(common(command))
    .requiredOption('--make <make>', `make of the handset: ${PHONE_MAKES.join(', ')}`)
    .option('--model <model>', 'model of the handset')
    .addOption(
      new Option('--bearer <form>', 'a form in place of the usual one of the make').choices(
        MESSAGE_FORMS.filter((form) => form !== 'text' && form !== 'pdu' && form !== 'wap-push'),
      ),
    );
}

function handsetOf({ make, model, bearer }: HandsetOptions): Pick<BuildOptions, 'make' | 'model' | 'form'> {
  if (parsePhoneMake(make) === undefined) throw new UsageError(`--make ${make} is none of ${PHONE_MAKES.join(', ')}`);
  return { make, model, form: bearer };
}

function common(command: Command): Command {
  return command
    .requiredOption(
      '--to <number>',
      'recipient: digits with country code, with or without +; short:1234 for a short code',
      recipientOption,
    )
    .addOption(new Option('--format <form>', 'form of the output').choices(FORMS).default('pdu'))
    .option('-o, --output <file>', 'write to a file')
    .option('--reference <number>', 'concatenation reference', numberOption('reference', 0, 0xffff))
    .addOption(concatOption())
    .option('--mr <number>', 'TP-MR of the first message', numberOption('mr', 0, 255))
    .option('--pid <octet>', 'TP-PID in hex', octetOption('pid'))
    .option('--validity <minutes>', 'relative validity period', numberOption('validity', 1, 635_040))
    .option('--report', 'ask for a status report')
    .option('--smsc <number>', 'service centre, for --format at', smscOption)
    .option('--kannel-url <url>', 'service, for --format kannel', urlOption, 'http://127.0.0.1:13013/cgi-bin/sendsms')
    .option('--from <originator>', 'originator, for --format kannel');
}

function send(session: Session, content: Content, options: CommonOptions, build: Partial<BuildOptions>): void {
  if (options.smsc !== undefined && options.format !== 'at') throw new UsageError('--smsc goes with --format at');
  if (options.from !== undefined && options.format !== 'kannel') throw new UsageError('--from goes with --format kannel');
  let carriedAs = '';
  const onChoice: NonNullable<BuildOptions['onChoice']> = ({ form, port, reason, warnings }) => {
    // Of a text and of user data there is nothing to choose.
    if (content.kind !== 'text' && content.kind !== 'flash' && content.kind !== 'pdu')
      carriedAs = `; ${form}${port === undefined ? '' : ` to port ${port}`}: ${reason}`;
    for (const warning of warnings) session.warn(warning);
  };
  const submits = byOption(() =>
    buildSubmits(content, {
      onChoice,
      to: options.to,
      reference: options.reference,
      concat: options.concat,
      tpMr: options.mr,
      tpPid: options.pid,
      tpSrr: options.report,
      ...(options.validity !== undefined && { tpVp: { kind: 'relative', minutes: options.validity } }),
      ...build,
    }),
  );
  session.note(`${summary(content, submits, build)}${carriedAs}`);
  session.write(formatSubmits(session, submits, options), options.output);
}

/** The options that stand behind the fields of a content. */
const OPTION_OF: Readonly<Record<string, string | undefined>> = {
  make: '--make',
  form: '--bearer',
  'content.data': '--data',
  'content.text': 'TEXT',
  'SI/indication': '--text',
  'SI/indication/href': '--href',
  'SI/indication/si-id': '--id',
  'SL/href': '--href',
  applicationId: '--application-id',
};

/** Errors of a content, or of a form for it, name the option that is to blame. */
function byOption<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const option = error instanceof EncodeError ? OPTION_OF[error.field] : undefined;
    if (option === undefined) throw error;
    const { code, offset, reason } = error as EncodeError;
    throw new EncodeError(code, option, offset, reason, { cause: error });
  }
}

const NAMES = {
  ringtone: 'ringtone',
  operatorLogo: 'operator logo',
  groupGraphic: 'group graphic',
  pictureMessage: 'picture message',
  serviceIndication: 'service indication',
  serviceLoading: 'service loading',
  vcard: 'card',
  vcalendar: 'calendar',
  pdu: 'pdu',
} as const;

function summary(content: Content, submits: readonly Submit[], build: Partial<BuildOptions>): string {
  const parts = `${submits.length} message${submits.length === 1 ? '' : 's'}`;
  if (content.kind !== 'text' && content.kind !== 'flash') return `${NAMES[content.kind]}: ${parts}`;
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
