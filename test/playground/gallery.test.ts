/** The gallery of the first tab: what its samples are, and what their cards show. */
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { identify } from '../../src/inspect/index.js';
import { GALLERY } from '../../src/playground/start/gallery.js';
import type { Thumb } from '../../src/playground/start/gallery-maker.js';

const thumbOf = (id: string): Thumb | undefined => GALLERY.find((item) => item.id === id)?.thumb;

describe('the gallery', () => {
  it('has each sample once, with words that fit a card', () => {
    const ids = GALLERY.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { title, about } of GALLERY) {
      expect(title.length, title).toBeLessThanOrEqual(20);
      expect(about.length, about).toBeLessThanOrEqual(40);
    }
  });

  it.each([
    ...([
      ['sms', 'pdu-mt'],
      ['report', 'pdu-mt'],
      ['ems', 'hex'],
      ['mms', 'mms'],
      ['logo', 'udh'],
      ['wbmp', 'wbmp'],
    ] as const),
    ...([
      ['ringtone', 'nokia-ringtone'],
      ['rtttl', 'rtttl'],
      ['midi', 'midi'],
      ['vcard', 'vcard'],
      ['log', 'log'],
      ['archive', 'vmg'],
    ] as const),
    ...([
      ['push', 'wsp-push'],
      ['at', 'at'],
      ['kannel', 'kannel'],
      ['siemens', 'seo'],
    ] as const),
  ])('%s is read as %s', (id, format) => {
    const octets = new Uint8Array(Buffer.from(GALLERY.find((item) => item.id === id)?.base64 as string, 'base64'));
    expect(identify(octets)[0]?.format).toBe(format);
  });

  it('says of an archive how many messages it has, and with whom', () => {
    const lines = ['2 messages of 1 conversation, 2005', 'Mum (2)'];
    expect(thumbOf('archive')).toEqual({ kind: 'card', lines });
  });

  it.each(GALLERY.map(({ id, thumb }) => [id, thumb] as const))('%s has a picture or lines', (_, thumb) => {
    if (thumb.kind !== 'picture') {
      expect(thumb.lines.length).toBeGreaterThan(0);
      for (const line of thumb.lines) expect([...line].length).toBeLessThanOrEqual(61);
      return;
    }
    const octets = Buffer.from(thumb.base64, 'base64');
    expect(thumb.type).toBe(`image/${identify(octets)[0]?.format}`);
    if (thumb.type !== 'image/png') return;
    const { width, height, data } = PNG.sync.read(octets);
    const colours = new Set(Array.from({ length: width * height }, (_, pixel) => data.readUInt32BE(4 * pixel)));
    expect(colours.size).toBeGreaterThan(1);
  });

  it('what a message says is in a bubble, a card has its facts, a log its lines', () => {
    expect(thumbOf('sms')).toEqual({ kind: 'bubble', lines: ['Your table for two is booked: 8 pm, 12 €.'] });
    expect(thumbOf('vcard')).toMatchObject({ kind: 'card' });
    expect(thumbOf('log')).toMatchObject({
      kind: 'lines',
      lines: [expect.stringContaining('18:30:01 INFO connected'), ...Array(3).fill(expect.anything())],
    });
  });
});
