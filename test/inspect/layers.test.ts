import { describe, expect, it } from 'vitest';
import { encodeUtf8, fromHex, toHex } from '../../src/bytes/index.js';
import { formatTree, identify, inspect } from '../../src/inspect/index.js';
import { encodeNokiaRingtone, parseRtttl } from '../../src/ringtone/index.js';
import { expectTiling } from '../support/tiling.js';

const tune = encodeNokiaRingtone(parseRtttl('Siren:d=4,o=5,b=125:c,e,g,2c6'));

describe('payloads in other wrappings than a TPDU', () => {
  it('user data with its header, as SMPP carries it, is read down to the notes', () => {
    const octets = fromHex(`06050415810000${toHex(tune)}`);
    expect(identify(octets)[0]).toMatchObject({ format: 'udh', confidence: 0.95 });
    const tree = inspect(octets);
    expectTiling(tree);
    expect(formatTree(tree)).toContain('note-instruction (note c, 1/2)');
  });

  it('a tune without its command end is shown, with the fault as a warning', () => {
    const tree = inspect(tune.slice(0, -1));
    expect([tree.error, tree.warnings?.length]).toEqual([undefined, 1]);
    expectTiling(tree);
    expect(formatTree(tree)).toContain('note-instruction (note c, 1/2)');
  });

  it('a tune with a title in UCS-2 is recognised by its first octets', () => {
    const octets = fromHex('034A443A4410BC040002450000');
    expect(identify(octets)[0]?.format).toBe('nokia-ringtone');
  });

  it('what is said of a listing of hex lines holds for each line', () => {
    const pdu = '01000B917283010010F500000AE8329BFD4697D9EC37';
    const tree = inspect(encodeUtf8(`00${pdu}\n00${pdu}\n`), { as: 'pdu-mo' });
    expect(tree.children.map(({ name }) => name)).toEqual(['hex: SMS-SUBMIT', 'hex: SMS-SUBMIT']);
    expectTiling(tree);
  });
});
