import { describe, expect, it } from 'vitest';
import { isBareMarker, isFrameMarker, isReservedMarker, markerName } from '../../src/media/jpeg-segments.js';

const MARKERS = Array.from({ length: 256 }, (_, marker) => marker);
const range = (first: number, last: number) => MARKERS.slice(first, last + 1);

// T.81 table B.1.
describe('markers of JPEG', () => {
  it('SOF0 to SOF15 begin frames; DHT, JPG and DAC between them do not', () => {
    const frames = [...range(0xc0, 0xc3), ...range(0xc5, 0xc7), ...range(0xc9, 0xcb), ...range(0xcd, 0xcf)];
    expect(MARKERS.filter(isFrameMarker)).toEqual(frames);
    expect(frames.map(markerName)).toEqual(frames.map((marker) => `SOF${marker - 0xc0}`));
  });

  it('TEM, RST0 to RST7, SOI and EOI have no length', () => {
    expect(MARKERS.filter(isBareMarker)).toEqual([0x01, ...range(0xd0, 0xd9)]);
  });

  it('02 to BF are reserved, and JPG for extensions', () => {
    expect(MARKERS.filter(isReservedMarker)).toEqual([...range(0x02, 0xbf), 0xc8]);
  });

  it('have the names of the specification, or their number', () => {
    expect([0xc4, 0xc8, 0xcc, 0xd1, 0xe1, 0xe3, 0xf3, 0xfe, 0x02].map(markerName)).toEqual([
      'DHT',
      'JPG',
      'DAC',
      'RST1',
      'APP1',
      'APP3',
      'JPG3',
      'COM',
      'FF02',
    ]);
  });
});
