/**
 * handset's readers and writers of cards and calendars, in the terms of the pack.
 * @module
 */
import {
  formatVCalendar,
  formatVCard,
  parseVCalendar,
  parseVCard,
  type VCard,
  type VCardVersion,
} from '../../../src/vobject/index.js';
import { defined } from '../pack/read.js';
import type { JsonObject } from '../pack/shape.js';
import type { Adapters } from './adapter.js';

const seconds = (date: Date | undefined) => date?.toISOString().replace('.000Z', 'Z');

interface PlainEvent {
  readonly summary: string;
  readonly location: string;
  readonly category: string;
  readonly start: string;
  readonly end: string;
}

export const cardAdapters: Adapters = {
  vcard: {
    decode: (wire: string) => defined({ ...parseVCard(wire) }),
    encode: (value: VCard, { options }) => formatVCard(value, { version: options.version as VCardVersion }),
  },
  vcalendar: {
    decode: (wire: string): JsonObject => {
      const { version, events = [] } = parseVCalendar(wire);
      const [event] = events;
      const { summary, description, location, categories, rrule } = event ?? {};
      return defined({
        ...{ version, summary, description, location, categories, rrule },
        start: seconds(event?.start),
        end: seconds(event?.end),
        alarm: seconds(event?.alarm),
      });
    },
    encode: ({ summary, location, category, start, end }: PlainEvent) => {
      const events = [{ summary, location, categories: [category], start: new Date(start), end: new Date(end) }];
      return formatVCalendar({ events }, { version: '1.0' });
    },
  },
};
