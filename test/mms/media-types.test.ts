import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  classifyMedia,
  clipMs,
  encodeMms,
  extensionsOfType,
  mediaTypeOfName,
  pictureSize,
  plainType,
  signatureType,
  sniffMediaType,
} from '../../src/mms/index.js';
import {
  agreesWithSignature,
  beginsLikeText,
  hasSignature,
  parseMediaType,
  registeredType,
} from '../../src/mms/media-types.js';
import { decodeMidi, encodeMidi, parseRtttl, renderWav, tuneDurationMs } from '../../src/ringtone/index.js';
import { codeOfContentType, contentTypeOfCode } from '../../src/wsp/registers.js';
import { hex } from '../support/hex.js';

const ascii = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const join = (...pieces: (Uint8Array | string | number[])[]) =>
  Uint8Array.from(pieces.flatMap((piece) => (typeof piece === 'string' ? [...ascii(piece)] : [...piece])));
const u32 = (value: number) => [value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255];
const u32le = (value: number) => u32(value).reverse();

describe('types of names', () => {
  it.each([
    ['a.jpg', 'image/jpeg'],
    ['A.B.JPEG', 'image/jpeg'],
    ['x/y.wbmp', 'image/vnd.wap.wbmp'],
    // What general registers lack or have wrong.
    ['a.mms', 'application/vnd.wap.mms-message'],
    ['a.imy', 'audio/imelody'],
    ['a.otb', 'image/x-ota-bitmap'],
    ['a.rtx', 'text/x-rtx'],
    ['a.rng', 'application/vnd.nokia.ringing-tone'],
    ['a.ott', 'application/vnd.nokia.ringing-tone'],
    ['a.smi', 'application/smil'],
    ['a.sml', 'application/smil'],
    ['a.amr', 'audio/amr'],
    ['a.mmf', 'application/vnd.smaf'],
    ['a.dm', 'application/vnd.oma.drm.message'],
    ['a.vcf', 'text/x-vCard'],
    ['a.vcs', 'text/x-vCalendar'],
    ['a.3gp', 'video/3gpp'],
    ['a.sic', 'application/vnd.wap.sic'],
    ['jpg', undefined],
    ['a.', undefined],
    ['a.unknown', undefined],
    ['a.constructor', undefined],
  ])('%s is %s', (name, type) => {
    expect(mediaTypeOfName(name)).toBe(type);
  });

  it('the usual extension comes first', () => {
    expect(extensionsOfType('IMAGE/JPEG; q=1')[0]).toBe('jpg');
    expect(extensionsOfType('application/smil+xml')).toEqual(['smil', 'smi', 'sml']);
    expect(extensionsOfType('x/y')).toEqual([]);
  });

  it('types that WSP has a code for are spelt as there', () => {
    for (const extension of [
      'jpg',
      'gif',
      'png',
      'wbmp',
      'txt',
      'vcf',
      'vcs',
      'htm',
      'wml',
      'si',
      'sic',
      'sl',
      'slc',
      'dm',
      'dcf',
      'tif',
    ]) {
      const type = mediaTypeOfName(`a.${extension}`) as string;
      const code = codeOfContentType(type);
      expect([extension, code === undefined ? undefined : contentTypeOfCode(code)]).toEqual([extension, type]);
    }
  });

  it('other names of types', () => {
    expect(plainType('Image/JPG')).toBe('image/jpeg');
    expect(plainType('audio/x-mid;a=b')).toBe('audio/midi');
    expect(plainType('constructor')).toBe('constructor');
  });

  it('a type as messages spell it', () => {
    expect(registeredType('Image/JPG; q=1')).toBe('image/jpeg');
    expect(registeredType('TEXT/X-VCARD')).toBe('text/x-vCard');
    expect(registeredType(' X-Own/Type ; a=b')).toBe('X-Own/Type');
    expect(extensionsOfType('text/x-vcard')).toEqual(['vcf', 'vcard']);
  });

  it.each([
    ['text/plain', { contentType: 'text/plain' }],
    [' text/plain ;charset=utf-8', { contentType: 'text/plain', charset: 'utf-8' }],
    ['Text/Plain; a=b; CHARSET = "KOI8-R" ', { contentType: 'Text/Plain', charset: 'KOI8-R' }],
    ['text/plain; charset=a; charset=b', { contentType: 'text/plain', charset: 'a' }],
    ['text/plain; xcharset=a', { contentType: 'text/plain' }],
    ['text/plain; charset=', { contentType: 'text/plain' }],
    ['text/plain; charset=a b', { contentType: 'text/plain' }],
    [`${'a'.repeat(64)}/${'b'.repeat(64)}`, { contentType: `${'a'.repeat(64)}/${'b'.repeat(64)}` }],
    [`${'a'.repeat(65)}/b`, undefined],
    [`a/${'b'.repeat(65)}`, undefined],
    ['text', undefined],
    ['text/', undefined],
    ['/plain', undefined],
    ['text/plain/x', undefined],
    ['te xt/plain', undefined],
    ['', undefined],
  ])('%j as a media type with its charset', (text, found) => {
    expect(parseMediaType(text)).toStrictEqual(found);
  });

  it.each([
    ['image/gif', 'image'],
    ['text/x-emelody', 'sound'],
    ['text/x-rtttl', 'sound'],
    ['Text/X-RTX; a=b', 'sound'],
    ['audio/x-anything', 'sound'],
    ['video/x-anything', 'video'],
    ['image/x-anything', 'image'],
    ['application/smil+xml', 'presentation'],
    ['text/x-imelody; charset=us-ascii', 'sound'],
    ['x-image/gif', 'other'],
    ['imagegif', 'other'],
    ['text/plain; charset=utf-8', 'text'],
    ['audio/amr', 'sound'],
    ['application/vnd.smaf', 'sound'],
    ['application/vnd.nokia.ringing-tone', 'sound'],
    ['text/x-imelody', 'sound'],
    ['video/3gpp', 'video'],
    ['application/smil', 'presentation'],
    ['text/x-vCard', 'other'],
    ['text/html', 'other'],
    ['application/vnd.oma.drm.message', 'other'],
  ])('%s is %s', (type, mediaClass) => {
    expect(classifyMedia(type)).toBe(mediaClass);
  });
});

describe('types of octets', () => {
  it.each<[type: string | undefined, octets: Uint8Array]>([
    ['image/jpeg', hex('ff d8 ff e0 00 10')],
    ['image/gif', ascii('GIF89a....')],
    ['image/gif', ascii('GIF87a....')],
    ['image/png', hex('89 50 4e 47 0d 0a 1a 0a')],
    ['image/bmp', join('BM', [1, 2, 3, 4, 0, 0, 0, 0])],
    ['image/tiff', join('II*', [0])],
    ['image/tiff', join('MM', [0], '*')],
    ['image/webp', ascii('RIFF....WEBP')],
    ['audio/amr', ascii('#!AMR\n')],
    ['audio/amr-wb', ascii('#!AMR-WB\n')],
    ['audio/midi', join('MThd', [0, 0, 0, 6, 0, 0])],
    ['audio/x-wav', ascii('RIFF1234WAVEfmt ')],
    ['audio/qcelp', ascii('RIFF1234QLCMfmt ')],
    ['video/x-msvideo', ascii('RIFF1234AVI LIST')],
    ['application/vnd.smaf', join('MMMD', [0, 0, 1, 2])],
    ['audio/xmf', ascii('XMF_1.00')],
    ['audio/mobile-xmf', ascii('XMF_2.00')],
    ['audio/mpeg', join('ID3', [3, 0, 0])],
    ['video/3gpp', join([0, 0, 0, 20], 'ftyp3gp4')],
    ['video/3gpp2', join([0, 0, 0, 20], 'ftyp3g2a')],
    ['audio/mp4', join([0, 0, 0, 20], 'ftypM4A ')],
    ['video/mp4', join([0, 0, 0, 20], 'ftypisom')],
    ['application/zip', hex('50 4b 03 04')],
    ['application/pdf', ascii('%PDF-1.4')],
    ['application/vnd.wap.mms-message', hex('8c 84 8d 92')],
    ['text/x-vCard', ascii('BEGIN:VCARD\r\nVERSION:2.1')],
    ['text/x-vCalendar', ascii('begin:vcalendar')],
    ['audio/imelody', ascii('BEGIN:IMELODY')],
    ['application/smil', ascii('<smil>')],
    ['application/smil', join([0xef, 0xbb, 0xbf], '\n<?xml version="1.0"?>\n<!DOCTYPE smil>\n<smil xmlns="x">')],
    [undefined, ascii('<?xml version="1.0"?><si>')],
    [undefined, ascii('hello')],
    // Words.
    [undefined, ascii('ID3 tags')],
    [undefined, ascii('MMMD')],
    [undefined, new Uint8Array()],
    [undefined, hex('8c 98')],
    [undefined, ascii('GIF8')],
  ])('%s', (type, octets) => {
    expect(sniffMediaType(octets)).toBe(type);
  });

  // X-Mms-Message-Type, a type from 80 to 97, and the octet of another header, 81 to BF.
  it.each([
    ['8C 80 81', true],
    ['8C 97 BF', true],
    ['8C 7F 81', false],
    ['8C 98 81', false],
    ['8C 84 80', false],
    ['8C 84 C0', false],
    ['8C 84', false],
    ['8B 84 8D', false],
    ['8D 84 8D', false],
  ])('%s begins a message: %s', (octets, isMessage) => {
    expect(signatureType(hex(octets))).toBe(isMessage ? 'application/vnd.wap.mms-message' : undefined);
  });

  // First lines, after a byte order mark and white space, in any letter case.
  it.each([
    ['BEGIN:EMELODY', 'text/x-emelody'],
    ['\xef\xbb\xbf \r\n\tBegin:vCard', 'text/x-vCard'],
    ['  <SMIL>', 'application/smil'],
    ['<?XML version="1.0"?><SMIL >', 'application/smil'],
    ['<!DOCTYPE smil><smil\n>', 'application/smil'],
    ['<?xml version="1.0"?><smile>', undefined],
    ['<!DOCTYPE html><smil>', undefined],
    ['x<?xml version="1.0"?><smil>', undefined],
    ['\xef\xbbBEGIN:VCARD', undefined],
    ['\xef\xbb\xbeBEGIN:VCARD', undefined],
    ['xBEGIN:VCARD', undefined],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
    [`<?xml version="1.0"?>${' '.repeat(484)}<smil>`, 'application/smil'],
    [`<?xml version="1.0"?>${' '.repeat(486)}<smil>`, undefined],
  ])('%j is %s', (text, type) => {
    expect(sniffMediaType(ascii(text))).toBe(type);
  });

  it('text has no control characters but those of lines, tabs, pages and escapes', () => {
    const allowed = Array.from({ length: 256 }, (_, octet) => octet).filter((octet) =>
      beginsLikeText(Uint8Array.of(0x61, octet)),
    );
    expect(allowed).toEqual([9, 10, 11, 12, 13, 0x1b, ...Array.from({ length: 224 }, (_, i) => 0x20 + i)]);
    expect(beginsLikeText(join(' '.repeat(511), [0]))).toBe(false);
    expect(beginsLikeText(join(' '.repeat(512), [0]))).toBe(true);
    expect(beginsLikeText(new Uint8Array())).toBe(true);
  });

  it('an encoded message is one', () => {
    const octets = encodeMms({ type: 'M-Retrieve.conf', mmsVersion: '1.2', date: new Date(0), parts: [] });
    expect(sniffMediaType(octets)).toBe('application/vnd.wap.mms-message');
  });

  it('texts have no binary signature', () => {
    expect(signatureType(ascii('BEGIN:VCARD'))).toBeUndefined();
  });

  it('what agrees', () => {
    expect(agreesWithSignature('audio/sp-midi', 'audio/midi')).toBe(true);
    expect(agreesWithSignature('application/java-archive', 'application/zip')).toBe(true);
    expect(agreesWithSignature('image/jpg', 'image/jpeg')).toBe(true);
    expect(agreesWithSignature('image/gif', 'image/jpeg')).toBe(false);
    expect(hasSignature('image/jpg')).toBe(true);
    expect(hasSignature('image/vnd.wap.wbmp')).toBe(false);
    expect(hasSignature('audio/mpeg')).toBe(false);
  });
});

describe('lengths of clips', () => {
  it('AMR: 20 ms a frame, of every rate', () => {
    // Frame sizes of RFC 4867 for 4.75 to 12.2 kbit/s and comfort noise, table of contents octet included.
    const sizes = [13, 14, 16, 18, 20, 21, 27, 32, 6];
    const frames = sizes.flatMap((size, type) => [type << 3, ...new Array(size - 1).fill(0)]);
    expect(clipMs(join('#!AMR\n', frames))).toBe(9 * 20);
    expect(clipMs(join('#!AMR\n', frames, [15 << 3]))).toBe(10 * 20);
    expect(clipMs(join('#!AMR\n', frames, [12 << 3]))).toBeUndefined();
    expect(clipMs(ascii('#!AMR\n'))).toBeUndefined();
  });

  it('AMR-WB', () => {
    const sizes = [18, 24, 33, 37, 41, 47, 51, 59, 61, 6];
    const frames = sizes.flatMap((size, type) => [type << 3, ...new Array(size - 1).fill(0)]);
    expect(clipMs(join('#!AMR-WB\n', frames))).toBe(200);
    // A frame of speech that was lost, then one without data; AMR has the second only.
    expect(clipMs(join('#!AMR-WB\n', [14 << 3, 15 << 3]))).toBe(40);
    expect(clipMs(join('#!AMR\n', [14 << 3, 15 << 3]))).toBeUndefined();
  });

  it('WAV: octets of data over octets a second', () => {
    const head = join('RIFF', u32le(0), 'WAVE', 'junk', u32le(3), [1, 2, 3, 0], 'fmt ', u32le(16));
    const format = [1, 0, 1, 0, ...u32le(8000), ...u32le(16_000), 2, 0, 16, 0];
    expect(clipMs(join(head, format, 'data', u32le(8000), new Uint8Array(8000)))).toBe(500);
    // The size of the data may be a lie.
    expect(clipMs(join(head, format, 'data', u32le(0xffffffff), new Uint8Array(8000)))).toBe(500);
    expect(clipMs(join('RIFF', u32le(0), 'WAVE', 'data', u32le(8), new Uint8Array(8)))).toBeUndefined();
    expect(clipMs(ascii('RIFF0000WAVE'))).toBeUndefined();
  });

  it('WAV: the rate is in the format, which may be cut', () => {
    const wave = (...chunks: Parameters<typeof join>) => clipMs(join('RIFF', u32le(0), 'WAVE', ...chunks));
    const format = (rate: number) => join('fmt ', u32le(16), [1, 0, 1, 0], u32le(8000), u32le(rate), [2, 0, 16, 0]);
    expect(wave(format(3), 'data', u32le(1), [9])).toBe(333);
    expect(wave(format(3), 'data', u32le(2), [9, 9])).toBe(667);
    expect(wave(format(0), 'data', u32le(1), [9])).toBeUndefined();
    expect(wave(format(3), 'data', u32le(0))).toBeUndefined();
    // A format without content: what follows is not a rate.
    expect(wave('fmt ', u32le(0), 'data', u32le(3), [1, 0, 0])).toBeUndefined();
    // Chunks have an even number of octets.
    expect(wave('junk', u32le(4), [1, 2, 3, 4], format(1000), 'data', u32le(5), [1, 2, 3, 4, 5])).toBe(5);
    expect(wave(format(1000), 'data')).toBeUndefined();
  });

  it('MIDI: events of all kinds', () => {
    const midi = (...events: number[]) => clipMs(join('MThd', u32(6), [0, 0, 0, 1, 0, 96], 'MTrk', u32(events.length), events));
    // After a quarter, an event; after another quarter, the end.
    const with_ = (...event: number[]) => midi(0x60, ...event, 0x60, 0xff, 0x2f, 0);
    for (const status of [0x80, 0x8f, 0x90, 0xa0, 0xb0, 0xbf, 0xe0, 0xef]) expect(with_(status, 1, 2)).toBe(1000);
    for (const status of [0xc0, 0xcf, 0xd0, 0xdf]) expect(with_(status, 1)).toBe(1000);
    // The same status again, which is not written.
    expect(with_(0x90, 1, 2, 0, 3, 4)).toBe(1000);
    expect(with_(0xc0, 1, 0, 2)).toBe(1000);
    expect(with_(0xf0, 2, 1, 0xf7)).toBe(1000);
    expect(with_(0xf7, 1, 1)).toBe(1000);
    expect(with_(0xff, 1, 3, 0x90, 0x90, 0x90)).toBe(1000);
    // What cannot be read ends the track: data without a status, system messages.
    expect(with_(1, 2)).toBe(500);
    for (const status of [0xf1, 0xf2, 0xf6, 0xf8, 0xfe]) expect(with_(status, 1, 2)).toBe(500);
    // Numbers of two, three and four octets.
    expect(midi(0x83, 0x00, 0xff, 0x2f, 0)).toBe(2000);
    expect(midi(0x81, 0x80, 0x00, 0xff, 0x2f, 0)).toBe(85_333);
    expect(midi(0x81, 0x80, 0x80, 0x00, 0xff, 0x2f, 0)).toBe(10_922_667);
  });

  it('MIDI: tempos of all tracks in the order of time, the longest track', () => {
    const track = (...events: number[]) => join('MTrk', u32(events.length), events);
    const midi = (...tracks: Parameters<typeof join>) => clipMs(join('MThd', u32(6), [0, 1, 0, 2, 0, 96], ...tracks));
    const end = [0xff, 0x2f, 0];
    const quarter = (ms: number) => [0xff, 0x51, 3, ...u32(ms * 1000).slice(1)];
    const four = track(0x83, 0x00, ...end);
    // 250 ms from the second quarter on, 1000 ms from the third on.
    expect(midi(track(0x60, ...quarter(250), 0x60, ...quarter(1000), 0, ...end), four)).toBe(500 + 250 + 2000);
    expect(midi(track(0x81, 0x40, ...quarter(1000), 0, ...end), track(0x60, ...quarter(250), 0, ...end), four)).toBe(2750);
    expect(midi(four, track(0x60, ...end))).toBe(2000);
    expect(midi(track(0x60, ...end), four)).toBe(2000);
    // A chunk of another kind, a tempo of another length, a tempo that is cut.
    expect(midi('XFIH', u32(4), [0x83, 0, 0xff, 0x2f], track(0x60, ...end))).toBe(500);
    expect(midi(track(0, 0xff, 0x51, 2, 1, 1, 0x60, ...end))).toBe(500);
    expect(midi(track(0, ...quarter(250)), four)).toBe(1000);
    expect(midi('MTrk', u32(100), [0x60, ...end])).toBe(500);
    expect(midi(track(0x60, ...end), 'MTrk', u32(100), [0, 0xff, 0x51, 3, 1])).toBe(500);
  });

  it('MIDI: ticks of a quarter', () => {
    const midi = (...division: number[]) =>
      clipMs(join('MThd', u32(6), [0, 0, 0, 1], division, 'MTrk', u32(5), [0x83, 0x00, 0xff, 0x2f, 0]));
    expect(midi(0, 1)).toBe(192_000);
    expect(midi(0x7f, 0xff)).toBe(6);
    expect(midi(0x80, 0)).toBeUndefined();
    expect(midi(0, 0)).toBeUndefined();
    expect(clipMs(join('MThd', u32(6), [0, 0, 0, 1, 0]))).toBeUndefined();
  });

  it('MIDI: ticks and tempos', () => {
    const track = (...events: number[]) => join('MTrk', u32(events.length), events);
    const header = (tracks: number, division: number) =>
      join('MThd', u32(6), [0, tracks > 1 ? 1 : 0, 0, tracks, division >> 8, division & 255]);
    const end = [0, 0xff, 0x2f, 0];
    // 96 ticks a quarter, 500 ms a quarter until told otherwise.
    const notes = [0, 0x90, 60, 64, 0x60, 60, 0, 0x60, 0xc0, 5, 0, 0xf0, 1, 0xf7];
    expect(clipMs(join(header(1, 96), track(...notes, ...end)))).toBe(1000);
    // A tempo of 250 ms a quarter after the first quarter, in a track of its own.
    const tempo = [0x60, 0xff, 0x51, 3, 0x03, 0xd0, 0x90, ...end];
    expect(clipMs(join(header(2, 96), track(...tempo), track(...notes, ...end)))).toBe(750);
    // The last event may be the end of the track, later than the last note.
    expect(clipMs(join(header(1, 96), track(...notes, 0x81, 0x40, 0xff, 0x2f, 0)))).toBe(2000);
    expect(clipMs(join(header(1, 0xe728), track(...notes, ...end)))).toBeUndefined();
    expect(clipMs(header(1, 96))).toBeUndefined();
  });

  it('a tune as MIDI and as WAV is as long as the tune', () => {
    const tune = parseRtttl('x:d=4,o=5,b=120:8c,e,g,2c6,8p,d#');
    const ms = tuneDurationMs(tune);
    expect(clipMs(renderWav(tune))).toBe(Math.round(ms));
    const midi = encodeMidi(tune);
    expect(decodeMidi(midi).notes.length).toBeGreaterThan(0);
    expect(Math.abs((clipMs(midi) as number) - ms)).toBeLessThan(20);
  });

  it('3GPP and MP4: the movie header', () => {
    const box = (type: string, ...pieces: (Uint8Array | number[] | string)[]) => {
      const body = join(...pieces);
      return join(u32(body.length + 8), type, body);
    };
    const short = box('mvhd', [0, 0, 0, 0], u32(1), u32(2), u32(600), u32(1500), new Uint8Array(80));
    const long = box('mvhd', [1, 0, 0, 0], u32(0), u32(1), u32(0), u32(2), u32(1000), u32(0), u32(7000));
    const file = box('ftyp', '3gp4', u32(0));
    expect(clipMs(join(file, box('mdat', new Uint8Array(20)), box('moov', box('free'), short)))).toBe(2500);
    expect(clipMs(join(file, box('moov', long)))).toBe(7000);
    expect(clipMs(join(file, box('mdat', 'x')))).toBeUndefined();
    expect(clipMs(join(file, box('moov', box('mvhd', [0, 0, 0, 0]))))).toBeUndefined();
    expect(clipMs(join(file, u32(4), 'moov'))).toBeUndefined();
    // All bits set says that nobody knows, whatever the scale makes of it.
    const unknown = box('mvhd', [0, 0, 0, 0], u32(1), u32(2), u32(90_000), u32(0xffffffff), new Uint8Array(80));
    expect(clipMs(join(file, box('moov', unknown)))).toBeUndefined();
  });

  describe('boxes of 3GPP and MP4', () => {
    const box = (type: string, ...pieces: Parameters<typeof join>) => {
      const body = join(...pieces);
      return join(u32(body.length + 8), type, body);
    };
    const mvhd = (duration: number, scale = 1000) => box('mvhd', u32(0), u32(0), u32(0), u32(scale), u32(duration));
    const long = (high: number, low: number, scale: number) =>
      box('mvhd', [1, 0, 0, 0], new Uint8Array(16), u32(scale), u32(high), u32(low));
    const film = (...boxes: Parameters<typeof join>) => clipMs(join(box('ftyp', '3gp4', u32(0)), ...boxes));

    it.each<[what: string, moov: Uint8Array, ms: number | undefined]>([
      ['the shortest header', mvhd(7), 7],
      ['a header that is one octet shorter', join(u32(27), mvhd(7).subarray(4, 27)), undefined],
      ['the shortest long header', long(0, 7, 1000), 7],
      ['a long header that is one octet shorter', join(u32(39), long(0, 7, 1000).subarray(4, 39)), undefined],
      ['a long duration', long(1, 0x10000, 0x10000), 65_537_000],
      ['the longest time', mvhd(0x7fff_ffff), 0x7fff_ffff],
      ['one that is longer', mvhd(0x8000_0000), undefined],
      ['a fraction', mvhd(2, 3000), 1],
      ['no scale', mvhd(7, 0), undefined],
      ['no duration', mvhd(0), undefined],
      ['a box that goes on to the end', join(u32(0), mvhd(7).subarray(4)), 7],
      ['a box past the end', join(u32(29), mvhd(7).subarray(4)), undefined],
      ['a box of 8 octets before it', join(box('free'), mvhd(7)), 7],
      // Otherwise the next box would begin 4 or 7 octets on.
      ['a box of 4 octets before it', join(u32(4), mvhd(7)), undefined],
      ['a box of 7 octets before it', join(u32(7), [1, 2, 3], mvhd(7)), undefined],
    ])('%s', (_, moov, ms) => {
      expect(film(box('moov', moov))).toBe(ms);
    });

    it('the movie may go on to the end, not past it', () => {
      expect(film(u32(0), 'moov', mvhd(7))).toBe(7);
      expect(film(u32(36), 'moov', mvhd(7))).toBe(7);
      expect(film(u32(37), 'moov', mvhd(7))).toBeUndefined();
      expect(film(u32(1), 'moov', mvhd(7))).toBeUndefined();
    });

    it.each([
      ['3gp4', 7],
      ['3g2a', 7],
      ['isom', 7],
      ['M4A ', 7],
    ])('of the brand %s', (brand, ms) => {
      expect(clipMs(join(box('ftyp', brand, u32(0)), box('moov', mvhd(7))))).toBe(ms);
    });
  });

  it('other types have no length here', () => {
    expect(clipMs(join('ID3', [3, 0, 0]))).toBeUndefined();
    expect(clipMs(ascii('hello'))).toBeUndefined();
  });
});

describe('sizes of pictures', () => {
  it.each<[type: string, octets: Uint8Array, size: { widthPx: number; heightPx: number } | undefined]>([
    ['image/gif', join('GIF89a', [160, 0, 120, 0]), { widthPx: 160, heightPx: 120 }],
    ['image/gif', ascii('GIF89a'), undefined],
    [
      'image/png',
      join(hex('89 50 4e 47 0d 0a 1a 0a 00 00 00 0d'), 'IHDR', u32(640), u32(480)),
      { widthPx: 640, heightPx: 480 },
    ],
    ['image/png', hex('89 50 4e 47'), undefined],
    ['image/bmp', join('BM', new Uint8Array(12), u32le(40), u32le(10), u32le(-20)), { widthPx: 10, heightPx: 20 }],
    // The header of OS/2, 12 octets with 16-bit numbers.
    ['image/bmp', join('BM', new Uint8Array(12), u32le(12), [10, 0, 20, 0, 1, 0, 1, 0]), { widthPx: 10, heightPx: 20 }],
    // What is another type, or nothing.
    ['image/gif', join('\x89PNG\r\n\x1a\n', [160, 0, 120, 0]), undefined],
    ['image/gif', new Uint8Array(20).fill(1), undefined],
    ['image/png', new Uint8Array(30).fill(1), undefined],
    ['image/bmp', ascii('BM'), undefined],
    ['image/bmp', join('BM', new Uint8Array(12)), undefined],
    // Type 0, fixed header 0, width 81 00 = 128, height 40.
    ['image/vnd.wap.wbmp', hex('00 00 81 00 28'), { widthPx: 128, heightPx: 40 }],
    ['image/wbmp', hex('00 00 81'), undefined],
    ['image/vnd.wap.wbmp', hex('01 00 08 08'), undefined],
    // APP0 of 4 octets, a fill octet, SOF2 with 8 bits, 48 lines of 64.
    ['image/jpeg', hex('ff d8 ff e0 00 04 aa bb ff ff c2 00 11 08 00 30 00 40 03'), { widthPx: 64, heightPx: 48 }],
    // A Huffman table (C4) and a restart marker are no frame.
    ['image/jpg', hex('ff d8 ff c4 00 03 00 ff d0 ff c0 00 0b 08 00 01 00 02 01'), { widthPx: 2, heightPx: 1 }],
    // Cut inside of the width.
    ['image/jpeg', hex('ff d8 ff c0 00 11 08 01 e0 02'), undefined],
    ['image/jpeg', hex('ff d8 ff e0 00 00 00 00 00 00 00 00'), undefined],
    ['image/jpeg', hex('ff d8'), undefined],
    ['image/svg+xml', ascii('<svg width="5" height="5"/>'), undefined],
    // No side is 0.
    ['image/gif', join('GIF89a', [0, 0, 120, 0]), undefined],
    ['image/gif', join('GIF89a', [160, 0, 0, 0]), undefined],
    ['image/gif', join('GIF89a', [1, 2, 3, 4]), { widthPx: 0x201, heightPx: 0x403 }],
    ['image/gif', join('GIF89a', [1, 0, 1]), undefined],
    ['image/png', join(hex('89 50 4e 47 0d 0a 1a 0a 00 00 00 0d'), 'IHDR', u32(640), [0, 0, 1]), undefined],
    ['image/bmp', join('BM', new Uint8Array(12), u32le(40), u32le(0), u32le(20)), undefined],
    ['image/vnd.wap.wbmp', hex('00 00 00 08'), undefined],
    ['image/vnd.wap.wbmp', hex('00 00 08 00'), undefined],
    // Integers of two, three and four octets.
    ['image/vnd.wap.wbmp', hex('00 00 ff 7f 81 80 01'), { widthPx: 16_383, heightPx: 16_385 }],
    ['image/vnd.wap.wbmp', hex('00 00 81 80 80 01 08'), undefined],
    // A scan or the end of the picture before its frame.
    ['image/jpeg', hex('ff d8 ff da 00 02 ff c0 00 0b 08 00 01 00 02 01'), undefined],
    ['image/jpeg', hex('ff d8 ff d9 ff c0 00 0b 08 00 01 00 02 01'), undefined],
    // A frame that ends with its width, and one octet before.
    ['image/jpeg', hex('ff d8 ff c0 00 07 08 00 01 00 02'), { widthPx: 2, heightPx: 1 }],
    ['image/jpeg', hex('ff d8 ff c0 00 06 08 00 01 00 02'), undefined],
  ])('%s', (type, octets, size) => {
    expect(pictureSize(octets, type)).toEqual(size);
  });
});

describe('arbitrary octets', () => {
  it('have a type, a length and a size or none', () => {
    const begin = fc.constantFrom(
      '',
      '#!AMR\n',
      'RIFF\0\0\0\0WAVE',
      'MThd\0\0\0\x06\0\x01\0\x01\0\x60MTrk\0\0\0\x20',
      '\0\0\0\x08ftyp',
      '\xff\xd8\xff',
    );
    fc.assert(
      fc.property(begin, fc.uint8Array({ maxLength: 200 }), (start, rest) => {
        const octets = join(start, rest);
        const ms = clipMs(octets);
        if (ms !== undefined) expect(Number.isInteger(ms) && ms > 0 && ms <= 0x7fffffff).toBe(true);
        expect(typeof (sniffMediaType(octets) ?? '')).toBe('string');
        for (const type of ['image/jpeg', 'image/gif', 'image/png', 'image/bmp', 'image/vnd.wap.wbmp']) {
          const size = pictureSize(octets, type);
          if (size !== undefined) expect(Math.min(size.widthPx, size.heightPx)).toBeGreaterThan(0);
        }
      }),
    );
  });

  it('chunks of length 0 end', () => {
    expect(clipMs(join('RIFF', u32le(0), 'WAVE', new Uint8Array(100_000)))).toBeUndefined();
    expect(clipMs(join('MThd', u32(6), [0, 0, 0, 1, 0, 96], new Uint8Array(100_000)))).toBeUndefined();
  });
});
