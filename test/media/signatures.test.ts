import { describe, expect, it } from 'vitest';
import {
  beginsWith,
  fileTypeBySignature,
  findFileKind,
  isCutSignature,
  isOfType,
  typeBySignature,
  typesWithSignature,
} from '../../src/media/signatures.js';
import { hex } from '../support/hex.js';

const ascii = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

describe('signatures', () => {
  // PNG 5.2, T.81 B.1.1.3, GIF89a section 17, Multimedia Programming Interface 1.0 (RIFF), ISO/IEC 15444-1 annexes A and I, ISO/IEC 18181-2.
  it.each([
    ['89504E470D0A1A0A', 'image/png', 'png'],
    ['FFD8FF', 'image/jpeg', 'jpeg'],
    ['474946383761', 'image/gif', 'gif'],
    ['474946383961', 'image/gif', 'gif'],
    ['5249464600000000 57415645', 'audio/x-wav', 'wav'],
    ['524946460000000057454250', 'image/webp', undefined],
    ['0000000C6A5020200D0A870A', 'image/jp2', undefined],
    ['FF4FFF51', 'image/jp2', undefined],
    ['0000000C4A584C200D0A870A', 'image/jxl', undefined],
    ['FF0A', 'image/jxl', undefined],
    ['504B0304', 'application/zip', undefined],
  ])('%s is %s', (octets, type, kind) => {
    expect(typeBySignature(hex(octets))).toBe(type);
    expect(findFileKind(hex(octets))).toBe(kind);
    // One octet less is none of it.
    expect(typeBySignature(hex(octets).subarray(0, -1))).not.toBe(type);
  });

  it('the longer of two that begin alike', () => {
    expect(typeBySignature(ascii('XMF_2.00'))).toBe('audio/mobile-xmf');
    expect(typeBySignature(ascii('XMF_1.00'))).toBe('audio/xmf');
    expect(typeBySignature(ascii('\0\0\0\x18ftyp3gp4'))).toBe('video/3gpp');
    expect(typeBySignature(ascii('\0\0\0\x18ftypisom'))).toBe('video/mp4');
  });

  // ISO/IEC 23008-12 section 10, AV1 Image File Format section 8.
  it.each([
    ['heic', 'image/heic'],
    ['hevc', 'image/heic'],
    ['avif', 'image/avif'],
    ['mif1\0\0\0\0heic', 'image/heic'],
    ['mif1\0\0\0\0miafavif', 'image/avif'],
  ])('a picture in the container of films: %s', (brands, type) => {
    expect(typeBySignature(ascii(`\0\0\0\x18ftyp${brands}`))).toBe(type);
  });

  // TIFF with offsets of 64 bits; the others are of handsets' own formats.
  it.each([
    ['49492B00', 'image/tiff'],
    ['4D4D002B', 'image/tiff'],
    ['4E4F4C00', 'image/x-nol'],
    ['4E474700', 'image/x-ngg'],
    ['4E4C4D20', 'image/x-nlm'],
    ['4E504D00', 'image/x-npm'],
    ['024A3A', 'audio/x-ott'],
    ['034A443A', 'audio/x-ott'],
    ['47494638', 'image/gif'],
    ['4D546864', 'audio/midi'],
  ])('%s is %s as a file, and no signature of a part', (octets, type) => {
    expect(fileTypeBySignature(hex(octets))).toBe(type);
    expect(fileTypeBySignature(hex(octets).subarray(0, -1))).toBeUndefined();
    expect(typeBySignature(hex(octets))).toBeUndefined();
  });

  it('files are known by the signatures of parts too', () => {
    expect(fileTypeBySignature(hex('FFD8FF'))).toBe('image/jpeg');
    expect(fileTypeBySignature(hex('4D4D002A'))).toBe('image/tiff');
    expect(fileTypeBySignature(new Uint8Array(0))).toBeUndefined();
  });

  it('any octet in place of a question mark', () => {
    expect(beginsWith(ascii('abcd'), 'a?c')).toBe(true);
    expect(beginsWith(ascii('abcd'), '?c', 1)).toBe(true);
    expect(beginsWith(ascii('abcd'), 'b?', 2)).toBe(false);
    expect(beginsWith(ascii('ab'), 'ab?')).toBe(false);
  });

  it('inside of other octets', () => {
    const octets = ascii('..GIF89a');
    expect(isOfType(octets, 'image/gif')).toBe(false);
    expect(isOfType(octets, 'image/gif', 2)).toBe(true);
    expect(isOfType(ascii('GIF88a'), 'image/gif')).toBe(false);
    expect(isOfType(ascii('image/gif'), 'image/gif')).toBe(false);
  });

  it('those that are cut', () => {
    expect(isCutSignature(hex('89504E'), 'image/png')).toBe(true);
    expect(isCutSignature(hex('89504F'), 'image/png')).toBe(false);
    expect(isCutSignature(hex('89504E470D0A1A0A'), 'image/png')).toBe(false);
    expect(isCutSignature(new Uint8Array(0), 'image/png')).toBe(false);
    expect(isCutSignature(ascii('GIF87'), 'image/gif')).toBe(true);
    expect(isCutSignature(ascii('GIF89'), 'image/gif')).toBe(true);
  });

  it('each type is there once', () => {
    expect(new Set(typesWithSignature()).size).toBe(typesWithSignature().length);
  });
});
