/**
 * Archives as gammu and Python read them.
 * @module
 */
import { archiveWork } from '../../interop/drivers/archive.js';
import { run } from '../../interop/drivers/run.js';
import { wireOf } from '../adapters/index.js';
import { defined } from '../pack/read.js';
import type { BareCase, Json, JsonObject } from '../pack/shape.js';
import { askPap, askSmil } from './markup.js';
import type { Ask, Oracle, Shown } from './oracle.js';
import { askThose } from './tshark-layers.js';

const PYTHON = '/usr/bin/python3';
const textOf = ({ input }: BareCase) => wireOf(input) as string;

/** Jobs one by one, since one that fails ends the program. */
const answersTo = (jobs: readonly object[]) =>
  Promise.all(
    jobs.map((job) =>
      archiveWork([job]).then(
        ([answer]) => ({ answer }),
        () => undefined,
      ),
    ),
  );

const asking =
  (jobOf: (bare: BareCase) => object, read: (answer: never) => JsonObject): Ask =>
  async (cases) => {
    const answers = await answersTo(cases.map(jobOf));
    return answers.map((found): Shown => (found === undefined ? { refused: true } : { shows: read(found.answer as never) }));
  };

interface GammuMessage {
  readonly type: string;
  readonly state: string;
  readonly number: string;
  readonly text: string;
  readonly coding: string;
  readonly time: string | null;
  readonly udh: string;
  readonly smsc: string;
}

const STATES: Readonly<Record<string, string>> = { Read: 'read', UnRead: 'unread', Sent: 'sent' };

function gammuMessage({ type, state, number, text, coding, time, udh, smsc }: GammuMessage): JsonObject {
  const isIn = type === 'Deliver';
  const isData = coding === '8bit';
  return defined({
    direction: isIn ? 'in' : 'out',
    state: STATES[state],
    addresses: number === '' ? undefined : [{ role: isIn ? 'from' : 'to', address: number }],
    text: isData ? undefined : text,
    parts: isData ? [{ octets: text.toUpperCase() }] : undefined,
    ...{ time: time ?? undefined, udh: udh === '' ? undefined : udh.toUpperCase() },
    serviceCentre: smsc === '' ? undefined : smsc,
  });
}

/** gammu on cases of `gammu-backup`: members that the case has. */
export const askBackups: Ask = async (cases) => {
  const answers = await answersTo(cases.map((bare) => ({ op: 'gammu', text: textOf(bare) })));
  return answers.map((found, index): Shown => {
    const messages = (found?.answer ?? []) as readonly GammuMessage[];
    // A file of which it takes nothing.
    if (messages.length === 0) return { refused: true };
    return { shows: { messages: messages.map((each, at) => asked(gammuMessage(each), cases[index]!, at)) } };
  });
};

/** The members of a message that a case has: the others are no difference. */
function asked(message: JsonObject, { expected }: BareCase, at: number): JsonObject {
  const list = ('value' in expected ? expected.value.messages : []) as readonly JsonObject[];
  return Object.fromEntries(Object.entries(message).filter(([name]) => list[at]?.[name] !== undefined));
}

interface XmlMessage {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly parts: readonly Readonly<Record<string, string>>[];
  readonly addrs: readonly Readonly<Record<string, string>>[];
}

/** A time of milliseconds or seconds. */
const plainTime = (value: number) => new Date(value).toISOString().replace('.000Z', 'Z');
const given = (value: string | undefined) => (value === undefined || value === 'null' ? undefined : value);

/** What an XML parser says; whether the values mean anything it does not know. */
function xmlMessage({ tag, attributes, parts }: XmlMessage): JsonObject {
  const { body, date, type, address } = attributes;
  return defined({
    kind: tag,
    ...(tag === 'sms' && { text: body, addresses: [{ role: type === '1' ? 'from' : 'to', address }] }),
    time: plainTime(Number(date)),
    parts:
      tag === 'mms'
        ? parts.map(({ ct, cl, text, data }) =>
            defined({
              ...{ contentType: ct, location: given(cl) },
              octets: Buffer.from(data ?? text ?? '', data === undefined ? 'utf8' : 'base64')
                .toString('hex')
                .toUpperCase(),
            }),
          )
        : undefined,
  });
}

interface Row {
  readonly body?: string;
  readonly date?: string;
  readonly duration?: string;
}

interface Mail {
  readonly subject: string | null;
  readonly date: string | null;
  readonly from: readonly [name: string, user: string][];
  readonly to: readonly [name: string, user: string][];
  readonly parts: readonly {
    readonly type: string;
    readonly charset: string | null;
    readonly name: string | null;
    readonly id: string | null;
    readonly data: string;
  }[];
}

function mailMessage({ subject, date, from, to, parts }: Mail): JsonObject {
  const numbers = (role: string, list: Mail['from']) =>
    list.map(([name, user]) =>
      defined({ role, address: user.replace('/TYPE=PLMN', ''), name: name === '' ? undefined : name }),
    );
  return defined({
    subject: subject ?? undefined,
    time: date?.replace('+00:00', 'Z'),
    addresses: [...numbers('from', from), ...numbers('to', to)],
    parts: parts.map(({ type, charset, name, id, data }) =>
      defined({
        ...{ contentType: type, charset: charset ?? undefined, name: name ?? undefined },
        ...{ contentId: id?.replace(/^<(.*)>$/, '$1'), octets: data.toUpperCase() },
      }),
    ),
  });
}

/** An answer of which one message of a case is compared by the members that the case has. */
const messagesOf = (cases: readonly BareCase[], shown: readonly Shown[]): Shown[] =>
  shown.map((one, index): Shown => {
    if (!('shows' in one)) return one;
    const messages = one.shows.messages as readonly JsonObject[];
    return { shows: { messages: messages.map((each, at): Json => asked(each, cases[index]!, at)) } };
  });

const comparing =
  (ask: Ask): Ask =>
  async (cases) =>
    messagesOf(cases, await ask(cases));

/** zipfile, in one run; it has no limits. */
const askZip: Ask = (cases) =>
  askThose(
    cases,
    ({ input, expected }) =>
      'refused' in expected && expected.refused.reason === 'limit'
        ? 'it has no limits'
        : { op: 'zip', hex: Buffer.from(wireOf(input) as Uint8Array).toString('hex') },
    async (jobs) =>
      (await archiveWork(jobs)).map(
        (entries): Shown => (entries === null ? { refused: true } : { shows: { entries: entries as Json } }),
      ),
  );

/** Python's own readers of mail, XML, JSON and ZIP. */
export const python: Oracle = {
  id: 'python',
  program: "Python's email, xml.etree, json and zipfile",
  package: 'python3 python3-gammu',
  version: async () => {
    try {
      const { stdout } = await run(PYTHON, ['--version']);
      await run(PYTHON, ['-c', 'import gammu']);
      return /Python (\S+)/.exec(stdout)?.[1];
    } catch {
      return undefined;
    }
  },
  asks: [
    { formats: ['smil'], ask: askSmil },
    { formats: ['pap'], ask: askPap },
    { formats: ['zip-archive'], ask: askZip },
    {
      formats: ['eml'],
      ask: comparing(
        asking(
          (bare) => ({ op: 'eml', hex: Buffer.from(textOf(bare)).toString('hex') }),
          (mail: Mail) => ({ messages: [mailMessage(mail)] }),
        ),
      ),
    },
    {
      formats: ['sms-backup-restore'],
      ask: async (cases) => {
        const answers = await answersTo(cases.map((bare) => ({ op: 'xml', text: textOf(bare) })));
        const shown = answers.map((found, index): Shown => {
          if (found === undefined) return { refused: true };
          if ('refused' in cases[index]!.expected) return { cannot: 'it reads XML, whatever the values mean' };
          const list = found.answer as readonly XmlMessage[];
          return { shows: { messages: list.filter(({ tag }) => /^[sm]ms$/.test(tag)).map(xmlMessage) } };
        });
        return messagesOf(cases, shown);
      },
    },
    {
      formats: ['sms-ie'],
      ask: comparing(
        asking(
          (bare) => ({ op: 'json', text: textOf(bare) }),
          (list: readonly (Row | readonly Row[])[]) => ({
            messages: list
              .flat()
              .filter((row) => (row as Row).duration === undefined)
              .map((row): JsonObject => defined({ text: (row as Row).body })),
          }),
        ),
      ),
    },
  ],
};
