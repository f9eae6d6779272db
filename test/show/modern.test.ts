import { describe, expect, it } from 'vitest';
import { bitmapFromRows, encodeNlm, encodeNol } from '../../src/bitmap/index.js';
import { decodeUtf8, encodeUtf8 } from '../../src/bytes/index.js';
import type { Format } from '../../src/inspect/index.js';
import { encodeMms } from '../../src/mms/index.js';
import { sampleOf } from '../../src/playground/inspect/samples.js';
import { decodeMidi, encodeNokiaRingtone, parseRtttl } from '../../src/ringtone/index.js';
import { modernise } from '../../src/show/modern.js';
import { parseVCard } from '../../src/vobject/index.js';
import { pngPixels } from '../support/png-files.js';

const sample = (format: Format) => sampleOf(format)?.make() ?? expect.fail(`no sample of ${format}`);
const suffixes = (octets: Uint8Array) => modernise(octets).files.map(({ suffix }) => suffix);
const logo = bitmapFromRows(Array.from({ length: 14 }, () => '#..#'.repeat(18)));

describe('files of then', () => {
  it('pictures are PNGs, those of an animation one each', () => {
    const { outcome, files } = modernise(encodeNol({ mcc: '234', mnc: '10', bitmap: logo }));
    expect([outcome, files.map(({ suffix }) => suffix)]).toEqual(['converted', ['.png']]);
    expect(pngPixels(files[0]?.data as Uint8Array)).toMatchObject({ widthPx: 72, heightPx: 14 });
    const frames = Array.from({ length: 20 }, () => logo);
    const animation = modernise(encodeNlm({ kind: 'operatorLogo', frames }));
    expect(animation).toMatchObject({ outcome: 'converted', reasons: [] });
    expect(animation.files.map(({ suffix }) => suffix)).toEqual(frames.map((_, i) => `-${i + 1}.png`));
  });

  it('tunes are MIDI and WAV', () => {
    const { files } = modernise(encodeNokiaRingtone(parseRtttl('Bell:d=4,o=5,b=125:c,d,e')));
    expect(files.map(({ suffix }) => suffix)).toEqual(['.mid', '.wav']);
    expect(decodeMidi(files[0]?.data as Uint8Array).notes).toHaveLength(3);
  });

  it('cards are vCard 3.0, calendars iCalendar; newer ones stay', () => {
    const card = modernise(sample('vcard'));
    expect(card.files.map(({ suffix }) => suffix)).toEqual(['.vcf']);
    const text = decodeUtf8(card.files[0]?.data as Uint8Array);
    expect(text).toContain('VERSION:3.0');
    expect(parseVCard(text)).toMatchObject({ version: '3.0' });
    const calendar = modernise(sample('vcalendar'));
    expect(decodeUtf8(calendar.files[0]?.data as Uint8Array)).toMatch(
      /BEGIN:VCALENDAR[\s\S]*VERSION:2\.0[\s\S]*SUMMARY:Team meeting/,
    );
    expect(modernise(encodeUtf8(text))).toEqual({ outcome: 'kept', files: [], reasons: [] });
  });

  it('a card in ISO-8859-1 is one in UTF-8', () => {
    const octets = Buffer.from('BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=ISO-8859-1:M\xfcller\r\nEND:VCARD\r\n', 'latin1');
    const { outcome, files } = modernise(new Uint8Array(octets));
    expect(outcome).toBe('converted');
    expect(decodeUtf8(files[0]?.data as Uint8Array)).toContain('Müller');
  });

  it('messages are texts, in full', () => {
    const [file] = modernise(sample('pdu-mt')).files;
    expect([file?.suffix, decodeUtf8(file?.data as Uint8Array)]).toEqual([
      '.txt',
      'Your table for two is booked: 8 pm, 12 €.\n',
    ]);
    expect(suffixes(sample('sckl'))).toEqual(['.mid', '.wav']);
    expect(suffixes(sample('udh'))).toEqual(['.png']);
  });

  it('a multimedia message is a page with its parts beside it', () => {
    const octets = sample('mms');
    const { outcome, files } = modernise(octets);
    expect(outcome).toBe('converted');
    expect(files.map(({ suffix }) => suffix)).toEqual(['/index.html', '/slides.smil', '/heart.gif']);
    const page = decodeUtf8(files[0]?.data as Uint8Array);
    expect(page).toContain('<img src="heart.gif" alt="heart.gif">');
    expect(page).toContain('Wish you were here');
  });

  it('names and texts of a message are no markup, and lead nowhere', () => {
    const part = { contentType: 'image/gif', data: sample('gif') };
    const pdu = { type: 'M-Retrieve.conf', mmsVersion: '1.2', date: new Date(0), subject: '<script>' } as const;
    const parts = [{ ...part, name: '../../"><b>.gif' }];
    const octets = encodeMms({ ...pdu, contentType: 'application/vnd.wap.multipart.mixed', parts } as never);
    const { files } = modernise(octets);
    const page = decodeUtf8(files[0]?.data as Uint8Array);
    expect(page).not.toMatch(/<script>|<b>/);
    for (const { suffix } of files) expect(suffix).toMatch(/^\/[^/\\<>"]+$/);
  });

  it('messages in messages are opened as far as three deep', () => {
    const pdu = { type: 'M-Retrieve.conf', mmsVersion: '1.2', date: new Date(0) } as const;
    const wrap = (data: Uint8Array) =>
      encodeMms({
        ...{ ...pdu, contentType: 'application/vnd.wap.multipart.mixed' },
        parts: [{ contentType: 'image/gif', name: 'inner', data }],
      } as never);
    const nested = (depth: number) => {
      let octets = wrap(sample('gif'));
      for (let i = 0; i < depth; i++) octets = wrap(octets);
      return modernise(octets);
    };
    expect(nested(3)).toMatchObject({ outcome: 'converted', reasons: [] });
    expect(nested(200).reasons.join()).toContain('more than 3 messages inside of each other');
  });

  it('what programs of today read stays; what it carries of then is beside it', () => {
    for (const format of ['png', 'gif', 'text', 'xml', 'json', 'wav', 'midi'] as const) {
      expect(modernise(sample(format)), format).toEqual({ outcome: 'kept', files: [], reasons: [] });
    }
    expect(modernise(sample('kannel'))).toMatchObject({ outcome: 'kept', files: [{ suffix: '.png' }] });
  });

  it('what is unknown or damaged says why', () => {
    expect(modernise(Uint8Array.of(0xde, 0xad, 0xbe, 0xef, 0x99))).toMatchObject({ outcome: 'unknown', files: [] });
    expect(modernise(new Uint8Array(0))).toEqual({ outcome: 'unknown', files: [], reasons: ['it is empty'] });
    const cut = encodeNol({ mcc: '234', mnc: '10', bitmap: logo }).subarray(0, 400);
    const { outcome, reasons } = modernise(cut);
    expect(outcome).toBe('unknown');
    expect(reasons.join()).not.toBe('');
  });
});
