/**
 * `handset compose`: files, or an archive of them, to a multimedia message.
 * @module
 */

import { basename } from 'node:path';
import { type Command, Option } from 'commander';
import { pluralize } from '../../bytes/file-fields.js';
import type { Repurposed } from '../../image/repurpose/repurposed.js';
import { CONTENT_CLASSES, type ContentClassName, leafParts } from '../../mms/content-class.js';
import { type ComposeOptions, composeMms, encodeMms, type FitImages, mmsSize, type PartInput } from '../../mms/index.js';
import type { HandsetProfile } from '../../profile/index.js';
import { describeMessage } from '../../show/facts.js';
import { type ChosenHandset, summarizeHandset } from '../../show/handsets.js';
import { chosenHandset } from '../handsets.js';
import { inFileAsync, inputName, type Session, toJson, UsageError } from '../io.js';
import { numberOption } from '../options.js';
import { MESSAGE_FORMS, type Message, type MessageForm, resolveMessage } from './mms.js';
import { dateOption } from './pushes.js';
import { recogniseFile } from './recognise.js';

interface Options extends Pick<ComposeOptions, 'subject' | 'smil' | 'maxOctets' | 'from' | 'date' | 'order' | 'textFirst'> {
  output?: string;
  as: MessageForm;
  to?: string[];
  cc?: string[];
  class?: ContentClassName;
  handset?: string;
  profile?: string;
  fitPictures?: boolean;
  carryUnknown?: boolean;
  json?: boolean;
}

/** A value of an option that may be given several times, behind those before it. */
export function severalOption(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

/** Adds the command. */
export function addCompose(command: Command, session: Session): void {
  command
    .option('-o, --output <file>', 'the .mms to write; stdout when left out')
    .addOption(
      new Option('--as <form>', 'as handsets fetch it, or as it is sent').choices(['retrieve', 'send']).default('retrieve'),
    )
    .option('--subject <text>', 'at most 50 characters, of which handsets show 40')
    .option('--from <address>', 'number with country code, or mail address')
    .option('--to <address>', 'likewise; may be given several times', severalOption)
    .option('--cc <address>', 'likewise', severalOption)
    .option('--date <time>', 'when it was made, in UTC: 2026-11-21T18:30:00Z; now when left out', dateOption('date'));
  command.optionsGroup('Slides:');
  command
    .addOption(
      new Option('--smil <how>', 'whether slides are made where no SMIL is among the files').choices(['auto', 'add', 'none']),
    )
    .addOption(
      new Option('--order <how>', 'order of the files, where neither SMIL nor manifest says: 1, 2, 10').choices([
        'given',
        'natural',
      ]),
    )
    .option('--text-first', 'put the text above the picture')
    .option('--carry-unknown', 'carry files of unknown type as application/octet-stream');
  command.optionsGroup('Whom it is for:');
  command
    .option('--handset <name>', 'make and model: its screen and its limits count')
    .option('--profile <file>', 'a handset profile of your own, JSON')
    .option('--fit-pictures', 'adapt pictures that are not for the handset or the class, or too large')
    .addOption(
      new Option('--class <name>', 'content class, whose size and types count').choices(
        CONTENT_CLASSES.map(({ name }) => name),
      ),
    )
    .option('--max-octets <number>', 'size of the whole message', numberOption('max-octets', 1, 0x7fff_ffff))
    .option('--json', 'describe the message as JSON on stdout')
    .action(async (inputs: string[], options: Options) => {
      const { output, json = false } = options;
      if (json && (output === undefined || output === '-'))
        throw new UsageError('--json takes stdout: -o names the file of the message');
      const handset = await chosenHandset(session, options);
      const message = await compose(session, inputs, composeOptions(session, options, handset?.profile));
      const file = encodeMms(message);
      session.write(file, output);
      session.note(`${output ?? '-'}: ${describeMessage(message, file.length)}`);
      if (json) session.write(toJson(summaryOf(session, message, handset)), undefined);
    });
}

function composeOptions(
  session: Session,
  options: Options,
  profile: HandsetProfile | undefined,
): ComposeOptions & { as: Message['type'] } {
  const { as, subject, smil, maxOctets, from, to, cc, date, order, textFirst, carryUnknown } = options;
  if (as === 'send' && to === undefined && cc === undefined) throw new UsageError('--as send goes with --to');
  if (options.fitPictures === true && profile === undefined)
    throw new UsageError('--fit-pictures goes with --handset or --profile');
  return {
    as: MESSAGE_FORMS[as],
    ...{ subject, smil, maxOctets, from, to, cc, date, order, textFirst },
    contentClass: options.class,
    profile,
    fitImages: options.fitPictures === true ? fitPictures(session, profile as HandsetProfile) : undefined,
    unknownTypes: carryUnknown === true ? 'carry' : 'refuse',
  };
}

/** Adapts pictures, and notes what came of it. The image module is loaded for it: most messages do without. */
function fitPictures(session: Session, profile: HandsetProfile): FitImages {
  return async (images, budget) => {
    const { fitImagesFor } = await import('../../image/repurpose/fit-message.js');
    const onFitted = ({ name }: { readonly name: string }, { source, octets, widthPx, heightPx, warnings }: Repurposed) => {
      const before = source === undefined ? '' : `${source.widthPx}x${source.heightPx} `;
      session.note(`${name}: ${before}became ${widthPx}x${heightPx}, ${pluralize(octets.length, 'octet')}`);
      for (const warning of warnings) session.warn(`${name}: ${warning}`);
    };
    return fitImagesFor(profile, { onFitted, svg: true })(images, budget);
  };
}

/** Composes a message of files. What a sender may want to know becomes a warning. */
export async function compose(
  session: Session,
  inputs: readonly string[],
  options: ComposeOptions & { readonly as: Message['type'] },
): Promise<Message> {
  const sources = await Promise.all(inputs.map(async (path) => ({ path, octets: await session.read(path) })));
  const [first] = sources as [(typeof sources)[0], ...typeof sources];
  if (sources.length === 1 && isArchive(first.path, first.octets)) return composeOf(session, first.path, first.octets, options);
  const parts = sources.map(({ path, octets }): PartInput => ({ name: path === '-' ? 'stdin' : basename(path), data: octets }));
  return composeOf(session, undefined, parts, options);
}

/** Composes a message of an archive's octets, or of parts. @param path names the archive in messages. */
export async function composeOf(
  session: Session,
  path: string | undefined,
  source: Uint8Array | readonly PartInput[],
  options: ComposeOptions & { readonly as: Message['type'] },
): Promise<Message> {
  const onWarning: ComposeOptions['onWarning'] = ({ part, message }) => {
    session.warn(part === undefined ? message : `${part}: ${message}`);
  };
  const { as, ...rest } = options;
  const work = (): Promise<Message> =>
    as === 'M-Send.req' ? composeMms(source, { ...rest, as, onWarning }) : composeMms(source, { ...rest, onWarning });
  return path === undefined ? work() : inFileAsync(inputName(path), work);
}

/** A file of no octets, or of none that is known, is a part or none, not an archive. */
function isArchive(path: string, octets: Uint8Array): boolean {
  try {
    return recogniseFile(path, octets, undefined).extension === '.zip';
  } catch {
    return false;
  }
}

/** What a program may want to know of a message. */
function summaryOf(session: Session, message: Message, handset: ChosenHandset | undefined): object {
  const { type, subject, parts } = message;
  const { slides, attachments } = resolveMessage(session, message);
  return {
    type,
    subject,
    handset: handset && summarizeHandset(handset),
    octets: mmsSize(message),
    parts: leafParts(parts).map(({ name, contentType, data }) => ({ name, contentType, octets: data.length })),
    slides: slides.map(({ durationMs, image, video, text, sound }) => ({
      durationMs,
      picture: image?.name,
      video: video?.name,
      text: text?.name,
      sound: sound?.name,
    })),
    attachments: attachments.map(({ name }) => name),
    warnings: session.warnings,
  };
}
