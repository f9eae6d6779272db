/**
 * What a message does to a phone, against what tshark says of its fields: every TP-PID, every TP-DCS, every message waiting indication of a header, and
 * the names of all elements.
 */
import { describe, expect, it } from 'vitest';
import { findPhoneEffects, type PhoneEffectId } from '../../src/message/index.js';
import { alphabetOfDcs, type DeliverInput, encodeDeliver } from '../../src/sms/index.js';
import { dissect, type PdmlField, tsharkVersion, walk } from './drivers/tshark.js';

const OCTETS = Array.from({ length: 256 }, (_, octet) => octet);
const HEAD = { tpOa: '447700900456', tpScts: { at: new Date(Date.UTC(2026, 10, 21, 18, 30)), offsetMinutes: 60 } };

/** Lines of tshark for each message, without their bits. */
async function linesOf(messages: readonly DeliverInput[]): Promise<string[][]> {
  const frames = messages.map((message) => ({ octets: encodeDeliver(message), direction: 'MT' as const }));
  const wordsOf = (tree: readonly PdmlField[]) =>
    [...walk(tree)].map(({ showName, show }) => (showName || show).replace(/^[.01 ]+ = /, ''));
  return (await dissect(frames)).map(({ tree }) => wordsOf(tree));
}

/** A text, or an octet where the coding has none. */
const contentOf = (tpDcs: number): Partial<DeliverInput> =>
  alphabetOfDcs(tpDcs) === '8bit' ? { data: Uint8Array.of(1) } : { text: 'x' };

/** Findings for a line of tshark. */
const MEANINGS: readonly (readonly [line: RegExp, effects: readonly PhoneEffectId[]])[] = [
  [/^Message type: Short Message Type 0 /, ['silent']],
  [/^Message type: Replace Short Message Type [1-7] /, ['replaces']],
  [/^Message type: Device Triggering Short Message /, ['triggers-device']],
  [/^Message type: Return Call Message /, ['replaces', 'calls-back']],
  [/^Message type: (?:ANSI-136 R-DATA|\(U\)SIM Data download) /, ['to-sim']],
  [/^Message type: ME Data download /, ['to-phone']],
  [/^Message type: ME De-personalization Short Message /, ['unlocks']],
  [/^Message Class: Class 0/, ['flash']],
  [/^Message Class: Class 1/, ['stored-on-phone']],
  [/^Message Class: Class 2/, ['stored-on-sim']],
  [/^Message Class: Class 3/, ['to-terminal']],
  // tshark does not name the group; TS 23.038 section 4 does.
  [/^Coding Group Bits: General Data Coding indication \(1\)/, ['deleted-when-read']],
  [/^Indication Sense: Set Indication Active/, ['message-waiting']],
  [/^Indication Sense: Set Indication Inactive/, ['waiting-cleared']],
];

/** tshark shows a class also of a coding that says that it has none. */
const meant = (lines: readonly string[]) =>
  lines
    .filter((line) => !/^Message Class: Class/.test(line) || !lines.includes('Message Class: Reserved, no message class'))
    .flatMap((line) => MEANINGS.find(([pattern]) => pattern.test(line))?.[1] ?? [])
    .sort();
const idsOf = (message: DeliverInput) => findPhoneEffects(message).map(({ effect }) => effect);

const KINDS = { Voicemail: 'voicemail', Fax: 'fax', 'Electronic Mail': 'email', Other: 'other' } as const;
const NAMES = ['Voice', 'Fax', 'Electronic Mail', 'Extended'] as const;

describe('what a message does to a phone, by tshark', () => {
  it('every TP-PID', async () => {
    const messages = OCTETS.map((tpPid) => ({ ...HEAD, tpPid, text: 'x' }));
    const shown = await linesOf(messages);
    expect(messages.map((message) => idsOf(message).sort())).toEqual(shown.map(meant));
    const meaningful = shown.filter((lines) => meant(lines).length > 0).length;
    console.log(`tshark ${await tsharkVersion()}: 256 TP-PID, ${meaningful} of which do something`);
    expect(meaningful).toBe(14);
  });

  it('every TP-DCS', async () => {
    const messages = OCTETS.map((tpDcs) => ({ ...HEAD, tpDcs, ...contentOf(tpDcs) }));
    const shown = await linesOf(messages);
    expect(messages.map((message) => idsOf(message).sort())).toEqual(shown.map(meant));
    const waiting = shown.map((lines) => {
      const find = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
      const kind = find('Message Waiting')?.replace(/ \(0x.\)$/, '');
      if (find('Indication Sense') === undefined || kind === undefined) return undefined;
      return { kind: KINDS[kind as keyof typeof KINDS], stored: find('Coding Group Bits')?.includes('Store Message') };
    });
    expect(messages.map((message) => findPhoneEffects(message).find((each) => each.waiting)?.waiting)).toEqual(waiting);
    expect(waiting.filter((each) => each !== undefined)).toHaveLength(48);
  });

  it('every message waiting indication of a header', async () => {
    const messages = OCTETS.flatMap((indication) =>
      [0, 1, 200].map((count) => ({ ...HEAD, text: 'x', udh: [{ kind: 'specialMessage', indication, count } as const] })),
    );
    const shown = (await linesOf(messages)).map((lines) => {
      const find = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? '';
      const basic = NAMES.findIndex((name) => find('Message Indication Type').startsWith(name));
      const isVideo = basic === 3 && find('Extended Message Indication Type').startsWith('Video');
      const kind = isVideo ? 'video' : ['voicemail', 'fax', 'email', 'other'][basic];
      return {
        kind,
        count: Number(find('Message Count')),
        stored: find('Message Indication type and Storage').startsWith('Store'),
      };
    });
    const found = messages.map((message) => findPhoneEffects(message));
    expect(found.map(([effect]) => effect?.waiting)).toEqual(shown);
    expect(found.every((effects) => effects.length === 1)).toBe(true);
    expect(found.map(([effect]) => effect?.effect === 'message-waiting')).toEqual(shown.map(({ count }) => count > 0));
  });

  it('every element of a header', async () => {
    const messages = OCTETS.map((iei) => ({
      ...HEAD,
      text: 'x',
      udh: [{ kind: 'raw', iei, data: Uint8Array.of(0) } as const],
    }));
    const expected: readonly (readonly [line: RegExp, effect: PhoneEffectId])[] = [
      [/SIM Toolkit Security Headers/i, 'to-sim'],
      [/Reply Address Element/, 'replies-elsewhere'],
    ];
    const shown = (await linesOf(messages)).map((lines) =>
      expected.filter(([line]) => lines.some((each) => line.test(each))).map(([, effect]) => effect),
    );
    expect(messages.map(idsOf)).toEqual(shown);
    expect(shown.flat()).toHaveLength(17);
  });
});
