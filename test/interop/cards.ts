/**
 * Cards and calendars that every program at hand has a place for, and their fields in plain form.
 * @module
 */
import fc from 'fast-check';
import type { VCalendar, VCard } from '../../src/vobject/index.js';

/** Texts with what is escaped in one version or the other. */
export const plainText = fc
  .array(fc.constantFrom('a', 'B', '1', 'é', 'ü', '中', '😀', ' ', ',', ';', '=', ':', '"', "'", '.', '-'), {
    minLength: 1,
    maxLength: 14,
  })
  .map((characters) => characters.join('').trim())
  .filter((text) => text !== '');

/** The same in several lines. */
const lines = fc.array(plainText, { minLength: 1, maxLength: 3 }).map((each) => each.join('\n'));

const number = fc.stringMatching(/^\+?[0-9]{3,14}$/);
const address = fc.stringMatching(/^[a-z][a-z0-9.]{0,8}@[a-z]{1,8}\.[a-z]{2,3}$/);
const day = fc
  .date({ min: new Date('1910-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10));
const types = (...names: string[]) => fc.subarray(names);

/** A card of our model. */
export const card: fc.Arbitrary<VCard> = fc.record(
  {
    family: plainText,
    given: plainText,
    formattedName: plainText,
    organization: plainText,
    title: plainText,
    note: lines,
    url: fc.webUrl(),
    birthday: day,
    tel: fc.array(fc.record({ value: number, types: types('CELL', 'HOME', 'WORK', 'FAX', 'PREF') }), { maxLength: 3 }),
    email: fc.array(fc.record({ value: address, types: types('INTERNET', 'HOME') }), { maxLength: 2 }),
    address: fc.array(
      fc.record({
        street: plainText,
        locality: plainText,
        postalCode: number,
        country: plainText,
        types: types('HOME', 'WORK'),
      }),
      { maxLength: 1 },
    ),
  },
  { requiredKeys: ['family', 'given', 'formattedName', 'tel', 'email', 'address'] },
) as fc.Arbitrary<VCard>;

const instant = fc
  .integer({ min: Date.UTC(2001, 0, 1) / 60_000, max: Date.UTC(2037, 0, 1) / 60_000 })
  .map((minutes) => new Date(minutes * 60_000));

/** A calendar of one event. */
export const calendar: fc.Arbitrary<VCalendar> = fc
  .record(
    {
      summary: plainText,
      description: lines,
      location: plainText,
      start: instant,
      end: instant,
      alarm: instant,
      categories: fc.constant(['MEETING']),
    },
    { requiredKeys: ['summary', 'start', 'categories'] },
  )
  .map((event) => ({ events: [event] })) as fc.Arbitrary<VCalendar>;
