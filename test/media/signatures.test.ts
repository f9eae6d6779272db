import { describe, expect, it } from 'vitest';
import { fileKindOf, isCutSignature, isOfType, typeBySignature, typesWithSignature } from '../../src/media/signatures.js';
import { hex } from '../support/hex.js';

const ascii = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

describe('signatures', () => {
  // PNG 5.2, T.81 B.1.1.3, GIF89a section 17, Multimedia Programming Interface 1.0 (RIFF).
  it.each([
    ['89504E470D0A1A0A', 'image/png', 'png'],
    ['FFD8FF', 'image/jpeg', 'jpeg'],
    ['474946383761', 'image/gif', 'gif'],
    ['474946383961', 'image/gif', 'gif'],
    ['5249464600000000 57415645', 'audio/x-wav', 'wav'],
    ['524946460000000057454250', 'image/webp', undefined],
    ['504B0304', 'application/zip', undefined],
  ])('%s is %s', (octets, type, kind) => {
    expect(typeBySignature(hex(octets))).toBe(type);
    expect(fileKindOf(hex(octets))).toBe(kind);
    // One octet less is none of it.
    expect(typeBySignature(hex(octets).subarray(0, -1))).not.toBe(type);
  });

  it('the longer of two that begin alike', () => {
    expect(typeBySignature(ascii('XMF_2.00'))).toBe('audio/mobile-xmf');
    expect(typeBySignature(ascii('XMF_1.00'))).toBe('audio/xmf');
    expect(typeBySignature(ascii('\0\0\0\x18ftyp3gp4'))).toBe('video/3gpp');
    expect(typeBySignature(ascii('\0\0\0\x18ftypisom'))).toBe('video/mp4');
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
