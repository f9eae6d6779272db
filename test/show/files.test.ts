import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '../../src/bytes/index.js';
import { describeKind, findExtension, findFileType, findTuneForm, listExtensions } from '../../src/show/files.js';
import { hex } from '../support/hex.js';

describe('extensions', () => {
  it('say what a file holds, and whether it is read and written', () => {
    expect(findFileType('.nol')).toEqual({ extension: '.nol', kind: 'picture', isRead: true, isWritten: true });
    expect(findFileType('.jpg')).toMatchObject({ kind: 'picture', isWritten: false });
    expect(findFileType('.wav')).toMatchObject({ kind: 'sound', isRead: false, isWritten: true });
    expect(findFileType('.exe')).toBeUndefined();
    expect(listExtensions()).not.toContain('.wav');
    expect(listExtensions('isWritten')).toContain('.wav');
    expect(['picture', 'card', 'archive'].map((kind) => describeKind(kind as 'card'))).toEqual([
      'a picture',
      'a card',
      'an archive',
    ]);
  });
});

describe('what octets are', () => {
  const text = (words: string) => encodeUtf8(words);

  it.each([
    ['a signature, whatever the name', hex('89504E470D0A1A0A'), '.jpg', '.png'],
    ['a signature that two extensions share', hex('024A3A'), '.rng', '.rng'],
    ['a multimedia message', hex('8C849801'), '', '.mms'],
    ['a document of a known type', hex('02056A00'), '.sic', '.sic'],
    ['a melody', text('BEGIN:IMELODY\r\n'), '.txt', '.imy'],
    ['a card', text('BEGIN:VCARD\r\n'), '', '.vcf'],
    ['a calendar by its name', text('BEGIN:VCALENDAR\r\n'), '.ics', '.ics'],
    ['XML of a push', text('<?xml version="1.0"?><si/>'), '.si', '.si'],
    ['a tune without a beginning', text('Siren:d=4:c'), '', '.rtttl'],
    ['digits', text('00480E01'), '', '.hex'],
    ['a drawing', text('.#.\n###\n'), '', '.rows'],
    ['a picture of width and height', hex('00000801AA'), '', '.wbmp'],
    ['a picture with its depth', hex('00080101AA'), '', '.otb'],
    ['nothing known', hex('FFFF'), '.foo', undefined],
  ])('%s', (_, octets, named, extension) => {
    expect(findExtension(octets, named)).toBe(extension);
  });

  it('what has no beginning of its own is what somebody says', () => {
    expect(findExtension(text('004801'), '', '.rtx')).toBe('.rtx');
  });

  it('a text of a tune goes by its beginning, then by its name', () => {
    expect([findTuneForm('BEGIN:EMELODY', '.imy'), findTuneForm('x', '.imy'), findTuneForm('x', '.txt')]).toEqual([
      '.emy',
      '.imy',
      '.rtttl',
    ]);
  });
});
