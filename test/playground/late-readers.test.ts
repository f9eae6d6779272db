import { expect, it } from 'vitest';
import { ByteReader } from '../../src/bytes/index.js';
import { FormatError } from '../../src/errors.js';
import * as lateReaders from '../../src/playground/late-readers.js';
import {
  formatVCard,
  loadReaders,
  parseVCalendar,
  readGif,
  takeMissed,
  withReaders,
} from '../../src/playground/late-readers.js';
import { formatVCard as wholeFormatVCard } from '../../src/vobject/index.js';

const CALENDAR =
  'BEGIN:VCALENDAR\r\nVERSION:1.0\r\nBEGIN:VEVENT\r\nSUMMARY:Tea\r\nDTSTART:20260601T100000\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n';

it('every reader that is missing is refused, and names what is loaded for it', async () => {
  const { loadReaders: _load, takeMissed: _take, withReaders: _with, ...standIns } = lateReaders;
  expect(Object.keys(standIns).length).toBeGreaterThan(20);
  for (const [name, standIn] of Object.entries(standIns)) {
    expect(() => (standIn as () => unknown)(), name).toThrow(/^[a-z]+: what reads this is being loaded$/);
    expect(takeMissed(), name).toBeDefined();
  }
});

it('who asks too early is refused, by an error that readers take for one of the payload, and asks again when it is there', async () => {
  expect(takeMissed()).toBeUndefined();
  expect(() => parseVCalendar(CALENDAR)).toThrow(FormatError);
  const load = takeMissed();
  expect(load).toBeDefined();
  expect(takeMissed()).toBeUndefined();
  await load?.();
  expect(parseVCalendar(CALENDAR).events?.map(({ summary }) => summary)).toEqual(['Tea']);
  expect(takeMissed()).toBeUndefined();
});

it('runs again as long as something is refused, though it was caught; a fault of the payload is told at once', async () => {
  let runs = 0;
  const card = { formattedName: 'Erika Müller' };
  const value = await withReaders(() => {
    runs++;
    try {
      return formatVCard(card, { version: '2.1' });
    } catch {
      return 'nothing';
    }
  });
  expect([runs, value]).toEqual([2, wholeFormatVCard(card, { version: '2.1' })]);
  await loadReaders('files');
  await expect(withReaders(() => readGif(new ByteReader(new Uint8Array(3))))).rejects.toThrow(FormatError);
});
