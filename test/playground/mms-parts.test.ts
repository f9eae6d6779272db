import { describe, expect, it } from 'vitest';
import { decodeUtf8, encodeUtf8 } from '../../src/bytes/index.js';
import { decodeMms, encodeMms, partText } from '../../src/mms/binary.js';
import { composeMms, parseSmil, resolveSlides } from '../../src/mms/index.js';
import {
  type FilledSlide,
  findPictureBox,
  fitInto,
  mediaFile,
  messageOf,
  submissionOf,
  weigh,
} from '../../src/playground/compose/mms-parts.js';
import { findHandset, type HandsetProfile, handsets } from '../../src/profile/index.js';
import { encodeMidi, parseRtttl } from '../../src/ringtone/index.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';

const profile = findHandset({ make: 'Nokia', model: '7650' }) as HandsetProfile;
const gif = hex(`47494638396140003000${'00'.repeat(20)}`);
const midi = encodeMidi(parseRtttl('Beep:d=4,o=5,b=120:c'));
const image = { name: 'photo of me.gif', contentType: 'image/gif', data: gif };
const sound = { name: 'tune.mid', contentType: 'audio/midi', data: midi };
const date = new Date('2026-01-02T03:04:05Z');

describe('the message', () => {
  const slides: FilledSlide[] = [{ text: 'Grüße & <b>', image, sound }, {}, { text: 'Second', durationMs: 3000 }];
  const message = messageOf({ slides, subject: 'Weekend', from: '+447700900123/TYPE=PLMN', date, profile });

  it('is of parts with safe names, SMIL in front, and reads back', () => {
    expect(message.parts.map(({ name, contentType }) => `${name} ${contentType}`)).toEqual([
      'slides.smil application/smil',
      'slide-1.gif image/gif',
      'slide-1.txt text/plain',
      'slide-1.mid audio/midi',
      'slide-2.txt text/plain',
    ]);
    const read = decodeMms(encodeMms(message));
    expect(read).toMatchObject({
      type: 'M-Retrieve.conf',
      subject: 'Weekend',
      from: '+447700900123/TYPE=PLMN',
      date,
      start: 'slides.smil',
    });
    const { slides: shown, attachments } = resolveSlides({ parts: read.parts ?? [], start: 'slides.smil' });
    expect(attachments).toEqual([]);
    expect(
      shown.map(({ text, image: picture, sound: tune, durationMs }) => [
        text && partText(text),
        picture?.name,
        tune?.name,
        durationMs,
      ]),
    ).toEqual([
      ['Grüße & <b>', 'slide-1.gif', 'slide-1.mid', 5000],
      ['Second', undefined, undefined, 3000],
    ]);
  });

  it('is the one that composeMms makes of the same files', async () => {
    const inputs = [
      { name: 'slide-1.gif', contentType: 'image/gif', data: gif },
      { name: 'slide-1.txt', contentType: 'text/plain', data: encodeUtf8('Hello') },
      { name: 'slide-1.mid', contentType: 'audio/midi', data: midi },
      { name: 'slide-2.txt', contentType: 'text/plain', data: encodeUtf8('Second') },
    ];
    const composed = await composeMms(inputs, { subject: 'Weekend', date, profile, smil: 'add' });
    const ours = messageOf({
      slides: [{ text: 'Hello', image, sound }, { text: 'Second' }],
      subject: 'Weekend',
      date,
      profile,
    });
    expect(ours.parts.slice(1).map(({ name, data }) => [name, data])).toEqual(
      composed.parts.slice(1).map(({ name, data }) => [name, data]),
    );
    const [ourSmil, theirs] = [ours, composed].map(({ parts }) =>
      parseSmil(decodeUtf8((parts[0] as (typeof parts)[number]).data)),
    );
    expect(ourSmil).toEqual(theirs);
  });

  it('is submitted too', () => {
    const submission = submissionOf(message, ['+447700900456/TYPE=PLMN']);
    expect(decodeMms(encodeMms(submission))).toMatchObject({
      type: 'M-Send.req',
      to: ['+447700900456/TYPE=PLMN'],
      subject: 'Weekend',
    });
  });

  it('has something in it, and a subject that is short enough', () => {
    expect(refusal(() => messageOf({ slides: [{}, { text: '' }], date }))).toMatchObject({
      code: 'bad-value',
      field: 'MMS/parts',
    });
    expect(refusal(() => messageOf({ slides, subject: 'x'.repeat(51), date }))).toMatchObject({
      code: 'limit-exceeded',
      field: 'MMS/Subject',
    });
    expect(refusal(() => messageOf({ slides: [{ text: '\ud800' }], date }))).toMatchObject({
      code: 'unencodable',
      field: 'text',
    });
  });

  it('is weighed', () => {
    const weight = weigh(message, profile);
    expect(weight).toMatchObject({ octets: encodeMms(message).length, most: profile.mms?.maxBytes });
    expect(weight.contentClass).toBe('image-rich');
    const odd = messageOf({ slides: [{ image: { ...image, contentType: 'image/tiff' } }], date });
    expect(weigh(odd, { ...profile, mms: null })).toMatchObject({ most: undefined, contentClass: undefined });
  });
});

describe('files', () => {
  it('are known by their octets, or else by their names', () => {
    expect(mediaFile('x', gif, 'image')).toEqual({ name: 'x', contentType: 'image/gif', data: gif });
    expect(mediaFile('x.mid', midi, 'sound').contentType).toBe('audio/midi');
    expect(mediaFile('song.imy', encodeUtf8('BEGIN:IMELODY'), 'sound').contentType).toMatch(/imelody/);
    expect(refusal(() => mediaFile('x.gif', gif, 'sound'))).toMatchObject({ code: 'bad-value', field: 'sound' });
    expect(() => mediaFile('x.bin', hex('0102'), 'image')).toThrow(/of a type that nobody knows/);
  });

  it('of an unknown type keep their ending, where it is safe', () => {
    const named = (name: string) =>
      messageOf({ slides: [{ image: { name, contentType: 'image/x-odd', data: gif } }], date }).parts[1]?.name;
    expect([named('a.odd'), named('a'), named('a.o d/d')]).toEqual(['slide-1.odd', 'slide-1', 'slide-1']);
  });

  it('pictures are made to fit the handset', () => {
    expect(fitInto({ widthPx: 640, heightPx: 480 }, { widthPx: 128, heightPx: 128 })).toEqual({ widthPx: 128, heightPx: 96 });
    expect(fitInto({ widthPx: 64, heightPx: 48 }, { widthPx: 128, heightPx: 128 })).toEqual({ widthPx: 64, heightPx: 48 });
    expect(fitInto({ widthPx: 10_000, heightPx: 1 }, { widthPx: 100, heightPx: 100 })).toEqual({ widthPx: 100, heightPx: 1 });
    expect(findPictureBox({ ...profile, mms: null })).toEqual({ widthPx: 160, heightPx: 120 });
    for (const one of handsets()) {
      const { widthPx, heightPx } = findPictureBox(one);
      expect(widthPx > 0 && heightPx > 0).toBe(true);
    }
  });
});
