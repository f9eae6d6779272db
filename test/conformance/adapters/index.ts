/**
 * Every adapter, and a case run through one.
 * @module
 */
import { fromHex, toHex } from '../../../src/bytes/index.js';
import { FormatError, type FormatErrorCode } from '../../../src/errors.js';
import { differences } from '../compare.js';
import type { BareCase, Form, Json, JsonObject, Refusal } from '../pack/shape.js';
import { type Adapters, howOf, type Wire, type Written } from './adapter.js';
import { archiveAdapters } from './archives.js';
import { bitmapAdapters } from './bitmaps.js';
import { cardAdapters } from './cards.js';
import { cbsAdapters } from './cbs.js';
import { fileAdapters } from './files.js';
import { markupAdapters } from './markup.js';
import { mmsAdapters } from './mms.js';
import { provisioningAdapters } from './provisioning.js';
import { pushAdapters } from './push.js';
import { relayAdapters } from './relay.js';
import { simAdapters } from './sim.js';
import { smppAdapters } from './smpp.js';
import { smsAdapters } from './sms.js';
import { tuneAdapters } from './tunes.js';

/** handset in the pack's terms. */
export const adapters: Adapters = {
  ...smsAdapters,
  ...relayAdapters,
  ...smppAdapters,
  ...cbsAdapters,
  ...simAdapters,
  ...provisioningAdapters,
  ...archiveAdapters,
  ...tuneAdapters,
  ...bitmapAdapters,
  ...pushAdapters,
  ...mmsAdapters,
  ...markupAdapters,
  ...cardAdapters,
  ...fileAdapters,
};

const REASONS: Readonly<Record<FormatErrorCode, Refusal['reason']>> = {
  truncated: 'truncated',
  'trailing-bytes': 'trailing',
  'bad-value': 'bad-value',
  'too-long': 'too-long',
  unencodable: 'unencodable',
  'limit-exceeded': 'limit',
};

/** Fields that handset names by what stands in them, in the words of the specification. */
const FIELDS: Readonly<Record<string, string>> = {
  text: 'TP-UD',
  ...{ tpCt: 'TP-CT', tpMn: 'TP-MN', tpDa: 'TP-DA', tpFcs: 'TP-FCS' },
  ...{ rpMr: 'RP-MR', rpOa: 'RP-OA', rpDa: 'RP-DA', rpUd: 'RP-UD', rpCause: 'RP-Cause' },
  ...{ ti: 'TI', cpUd: 'CP-UD', cpCause: 'CP-Cause' },
};

/** What stands on the wire. @throws Error for a form that is a value. */
export function wireOf(form: Form): Wire {
  if ('hex' in form) return fromHex(form.hex);
  if ('hexList' in form) return form.hexList.map((hex) => fromHex(hex));
  if ('text' in form) return form.text;
  throw new Error('a value is not on the wire');
}

/** The wire as the pack writes it. */
function formOf(written: Written): JsonObject {
  if (typeof written === 'string') return { text: written };
  if (written instanceof Uint8Array) return { hex: toHex(written) };
  if (Array.isArray(written)) return { hexList: (written as readonly Uint8Array[]).map((octets) => toHex(octets)) };
  return { value: written as JsonObject };
}

/** Runs a case through an adapter. @returns what is wrong, one line each; none when it passes. */
export async function runCase(bare: BareCase): Promise<string[]> {
  const adapter = adapters[bare.format];
  if (adapter === undefined) return [`no adapter for ${bare.format}`];
  const how = howOf(bare);
  const { input, expected, direction, tolerance } = bare;
  const outcome = await attempt(async (): Promise<JsonObject> => {
    if ('value' in input) return formOf((adapter.encode as (value: JsonObject, how: unknown) => Written)(input.value, how));
    return { value: await (adapter.decode as (wire: Wire, how: unknown) => JsonObject)(wireOf(input), how) };
  });
  if ('refused' in expected) return refusalDifferences(expected.refused, outcome);
  if (outcome instanceof FormatError) return [`refused: ${outcome.message}`];
  const wrong = differences(expected as unknown as Json, outcome, tolerance);
  if (direction !== 'both' || wrong.length > 0 || !('value' in expected)) return wrong;
  const again = await attempt(async () =>
    formOf((adapter.encode as (value: JsonObject, how: unknown) => Written)(expected.value, how)),
  );
  if (again instanceof FormatError) return [`cannot be written: ${again.message}`];
  return differences(input as unknown as Json, again).map((line) => `written ${line}`);
}

async function attempt(run: () => Promise<JsonObject>): Promise<JsonObject | FormatError> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof FormatError) return error;
    throw error;
  }
}

/** A refusal has the reason, and its place where the case has one: the field is a step of the path. */
function refusalDifferences({ reason, field, offset }: Refusal, outcome: JsonObject | FormatError): string[] {
  if (!(outcome instanceof FormatError)) return [`should be refused as ${reason}, and is read`];
  const found = REASONS[outcome.code];
  return [
    ...(found === reason ? [] : [`refused as ${found} in place of ${reason}: ${outcome.message}`]),
    ...(field === undefined || outcome.field.split(/[/.]/).some((step) => step === field || FIELDS[step] === field)
      ? []
      : [`refused at ${outcome.field} in place of ${field}`]),
    ...(offset === undefined || outcome.offset === offset ? [] : [`refused at ${outcome.offset} in place of ${offset}`]),
  ];
}
