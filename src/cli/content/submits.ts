/**
 * What every command of `handset encode` has: options of the messages and of the form in which they are written.
 * @module
 */

import { type Command, Option } from 'commander';
import { pluralize } from '../../bytes/file-fields.js';
import { KINDS } from '../../content/kinds.js';
import { type BuildOptions, buildSubmits, type Content } from '../../message/index.js';
import { formatSubmits, SUBMIT_FORMS, type SubmitForm } from '../../show/carrier.js';
import type { AddressInput, Submit } from '../../sms/index.js';
import { countSegments } from '../../text/index.js';
import { type Session, UsageError } from '../io.js';
import { recipientOption, smscOption } from '../number-options.js';
import { concatOption, numberOption, octetOption, underOption, urlOption } from '../options.js';

/** Options of the messages. */
export interface CommonOptions {
  to: AddressInput;
  format: SubmitForm;
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

/** Adds the options of the messages. */
export function common(command: Command): Command {
  return command
    .requiredOption(
      '--to <number>',
      'recipient: digits with country code, with or without +; short:1234 for a short code',
      recipientOption,
    )
    .addOption(new Option('--format <form>', 'form of the output').choices(SUBMIT_FORMS).default('pdu'))
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

/** Builds the messages of a content and writes them. */
export function writeMessages(session: Session, content: Content, options: CommonOptions, build: Partial<BuildOptions>): void {
  if (options.smsc !== undefined && options.format !== 'at') throw new UsageError('--smsc goes with --format at');
  if (options.from !== undefined && options.format !== 'kannel') throw new UsageError('--from goes with --format kannel');
  if (typeof options.to === 'string' && /^\+?0/.test(options.to))
    session.warn('--to begins with 0, which no country code does');
  let carriedAs = '';
  const onChoice: NonNullable<BuildOptions['onChoice']> = ({ form, port, reason, warnings }) => {
    // Of a text and of user data there is nothing to choose.
    if (form !== 'text' && form !== 'pdu') carriedAs = `; ${form}${port === undefined ? '' : ` to port ${port}`}: ${reason}`;
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
  const kannel = options.format === 'kannel' ? kannelAccount(session, options) : undefined;
  session.write(formatSubmits(submits, options.format, { smsc: options.smsc, kannel }), options.output);
}

/** The account on Kannel, with placeholders for what is not set. */
function kannelAccount(session: Session, { kannelUrl: baseUrl, from }: CommonOptions) {
  const { HANDSET_KANNEL_USERNAME: username, HANDSET_KANNEL_PASSWORD: password } = session.streams.env;
  if (username === undefined || password === undefined)
    session.note('HANDSET_KANNEL_USERNAME and HANDSET_KANNEL_PASSWORD are not set: the URL has placeholders');
  return { baseUrl, from, username: username ?? 'USERNAME', password: password ?? 'PASSWORD' };
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
export function byOption<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw underOption(error, OPTION_OF);
  }
}

function summary(content: Content, submits: readonly Submit[], build: Partial<BuildOptions>): string {
  const parts = pluralize(submits.length, 'message');
  if (content.kind !== 'text' && content.kind !== 'flash') return `${KINDS[content.kind].name}: ${parts}`;
  const { encoding, units, forcedBy } = countSegments(content.text, build);
  const offending = forcedBy.map(({ character }) => JSON.stringify(character)).join(' ');
  return `${content.kind}: ${parts}, ${pluralize(units, encoding === 'gsm7' ? 'septet' : 'UTF-16 unit')} of ${encoding}${
    offending === '' ? '' : `, which GSM 7-bit cannot carry for ${offending}`
  }`;
}
