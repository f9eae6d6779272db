/**
 * Pushes as tshark shows them: the content type with its parameters, and the headers of the first page.
 * @module
 */
import { toHex } from '../../../src/bytes/index.js';
import { type PdmlField, walk } from '../../interop/drivers/tshark.js';
import { defined } from '../pack/read.js';
import type { BareCase, JsonObject } from '../pack/shape.js';
import type { Shown } from './oracle.js';
import { fieldsOf, octetsOf } from './tshark-layers.js';

/** What is said of a value that cannot be read. */
const FAULTS = ['header_invalid_value', 'invalid_parameter_value', 'text_field_invalid', 'header_invalid', 'oversized_uintvar'];

/** Fields of parameters by their names. */
const PARAMETERS: Readonly<Record<string, string>> = {
  'wsp.parameter.name': 'name',
  'wsp.parameter.filename': 'filename',
  'wsp.parameter.start': 'start',
  'wsp.parameter.start_info': 'start-info',
  'wsp.parameter.comment': 'comment',
  'wsp.parameter.domain': 'domain',
  'wsp.parameter.path': 'path',
  'wsp.parameter.upart.type': 'type',
};

/** Names that tshark has for the codes of applications from 0 on. */
const APPLICATIONS = [
  '*',
  'push.sia',
  'wml.ua',
  'wta.ua',
  'mms.ua',
  'push.syncml',
  'loc.ua',
  'syncml.dm',
  'drm.ua',
  'emn.ua',
  'wv.ua',
];

function parametersOf(all: readonly PdmlField[]): JsonObject[] {
  return all.flatMap(({ name, show, showName }): JsonObject[] => {
    const known = PARAMETERS[name];
    if (known !== undefined) return [{ name: known, value: unquoted(show) }];
    if (!name.startsWith('wsp.untype.')) return [];
    const own = showName.slice(0, showName.indexOf(': ')).toLowerCase();
    return [{ name: own, value: name === 'wsp.untype.int' ? Number(show) : unquoted(show) }];
  });
}

/** tshark shows the mark of a quoted string, and another at its end. */
const unquoted = (show: string) => show.replace(/^"(.*?)"?$/, '$1');

/** From a wording such as `Oct 10, 1999 02:54:56 UTC`. */
const instant = (wording: string | undefined) =>
  wording === undefined ? undefined : new Date(wording.replace(/\.\d+ UTC$/, ' UTC')).toISOString().replace('.000Z', 'Z');

function applicationOf(shown: string | undefined): number | string | undefined {
  if (shown === undefined) return undefined;
  const code = APPLICATIONS.indexOf(shown.replace(/^x-wap-application:/, ''));
  return code >= 0 ? code : /^\d+$/.test(shown) ? Number(shown) : /^(?:0x|<)/i.test(shown) ? undefined : shown;
}

/** The content type; the number of one that tshark does not know. */
function contentTypeOf(shown: string | undefined): number | string | undefined {
  const code = /identifier (0x[0-9A-F]+)>/i.exec(shown ?? '')?.[1];
  return code === undefined ? shown : Number(code);
}

/** A push in the terms of the pack. */
export function shownWsp(bare: BareCase, protocols: readonly PdmlField[]): Shown {
  const wsp = protocols.find(({ name }) => name === 'wsp');
  if (wsp === undefined) return { refused: true };
  const { all, show, number } = fieldsOf(wsp.children);
  const type = number('wsp.pdu_type');
  const isMalformed = [...walk(protocols)].some(({ showName }) => /Malformed Packet: WSP/.test(showName));
  if (isMalformed || (type !== 6 && type !== 7) || FAULTS.some((fault) => show(`wsp.${fault}`) !== undefined))
    return { refused: true };
  const told = 'value' in bare.expected ? bare.expected.value : {};
  const charset = show('wsp.parameter.charset');
  const sameCharset = charset?.toLowerCase() === String(told.charset).toLowerCase();
  const lengths = all.find(({ name }) => name === 'wsp.headers_length');
  const from = lengths === undefined ? 0 : 2 + lengths.size + Number(lengths.show);
  const headers = all.flatMap(({ name, showName }): JsonObject[] => {
    const [, header, value] = /^([^:]+): (.*)$/.exec(showName) ?? [];
    return name === 'wsp.header_text_value' ? [{ name: header as string, value: value as string }] : [];
  });
  const flags = ['authenticated', 'trusted', 'last'].map((bit) => show(`wsp.header.push_flag.${bit}`));
  const isNamed = (told.headers as readonly JsonObject[] | undefined)?.every((header) => 'name' in header);
  return {
    shows: defined({
      transactionId: number('wsp.TID'),
      ...(type === 7 && { confirmed: true }),
      contentType: contentTypeOf(show('wsp.header.content_type')?.split(';')[0]),
      charset: charset === undefined ? undefined : sameCharset ? told.charset : charset,
      parameters: told.parameters === undefined ? undefined : parametersOf(all),
      applicationId: applicationOf(show('wsp.header.x_wap_application_id')),
      contentLength: number('wsp.header.content_length'),
      contentLocation: show('wsp.header.content_location'),
      initiatorUri: show('wsp.header.initiator_uri'),
      contentUri: show('wsp.header.content_uri'),
      pushFlag: flags.includes(undefined)
        ? undefined
        : flags.reduce((sum, flag, bit) => sum + (/^(?:1|True)$/.test(flag as string) ? 1 << bit : 0), 0),
      date: instant(show('wsp.header.date')),
      expires: instant(show('wsp.header.expires')),
      encodingVersion: show('wsp.header.encoding_version'),
      // Not those with characters that it does not show.
      headers: isNamed === true && !/\ufffd/.test(JSON.stringify(headers)) ? headers : undefined,
      body: from === 0 ? undefined : toHex(octetsOf(bare).subarray(from)),
    }),
  };
}
