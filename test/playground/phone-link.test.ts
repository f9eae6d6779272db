import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FormatError } from '../../src/errors.js';
import type { Content } from '../../src/message/index.js';
import { messageOf } from '../../src/playground/compose/mms-parts.js';
import type { Shown } from '../../src/playground/composed.js';
import { readPhoneLink, writePhoneLink } from '../../src/playground/phone/phone-link.js';
import { PHONE_SAMPLES } from '../../src/playground/phone/sample-names.js';
import { makeSample } from '../../src/playground/phone/samples.js';
import { findHandset, type HandsetProfile, handsets } from '../../src/profile/index.js';
import {
  flashContent,
  groupGraphic,
  indication,
  loading,
  nokiaLogo,
  nokiaPicture,
  pduData,
  ringtoneContent,
  textContent,
} from '../support/contents.js';
import { refusal } from '../support/hostile.js';

const NOKIA = findHandset({ make: 'Nokia', model: '3310' }) as HandsetProfile;
const through = (shown: Shown | undefined) => readPhoneLink(writePhoneLink(shown, NOKIA));

describe('a link to what is on the phone', () => {
  it.each<[string, fc.Arbitrary<Content>]>([
    ['flash', flashContent],
    ['group graphic', groupGraphic],
    ['indication', indication],
    ['loading', loading],
    ['logo', nokiaLogo],
    ['data', pduData],
    ['picture', nokiaPicture],
    ['ringtone', ringtoneContent],
    ['text', textContent],
  ])('%s: comes back with its originator and the handset', (_, contents) => {
    fc.assert(
      fc.property(contents, (content) => {
        const shown = { kind: 'content', content, from: '+447700900123' } as const;
        expect(through(shown)).toEqual({ shown, handset: NOKIA });
      }),
      { numRuns: 20 },
    );
  });

  it.each(PHONE_SAMPLES)('$id: the sample comes back', ({ id }) => {
    const shown = makeSample(id);
    expect(through(shown)).toEqual({ shown, handset: NOKIA });
  });

  it('a multimedia message comes back, any text too, and nothing but a handset', () => {
    const message = messageOf({ slides: [{ text: 'Ahoi' }], subject: 'Sea', date: new Date('2026-06-01T10:08:00Z') });
    const { shown } = through({ kind: 'mms', message });
    expect(shown).toMatchObject({ kind: 'mms', message: { type: 'M-Retrieve.conf', subject: 'Sea' } });
    expect(writePhoneLink(undefined, NOKIA)).toBe('?on=nokia-3310');
    expect(through(undefined)).toEqual({ shown: undefined, handset: NOKIA });
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 400 }), (text) => {
        const shown = { kind: 'content', content: { kind: 'text', text } } as const;
        expect(through(shown).shown).toEqual(shown);
      }),
    );
  });

  it('names any handset of the table', () => {
    for (const { id } of handsets()) expect(readPhoneLink(`?on=${encodeURIComponent(id)}`).handset?.id).toBe(id);
  });
});

describe('a link that is none', () => {
  it.each([
    ['?on=phone-of-nobody', 'link/on'],
    ['AQ?on=phone-of-nobody', 'link/on'],
    ['Ag', 'link/version'],
    ['A.', 'link'],
    ['AQo', 'link/message'],
    ['eNo', 'link'],
  ])('%s is refused at %s', (rest, field) => {
    expect(refusal(() => readPhoneLink(rest))).toMatchObject({ field });
  });

  it('any text is one, or is refused with a FormatError', () => {
    const text = fc.oneof(
      fc.string(),
      fc.base64String(),
      fc.string().map((rest) => `AQ${rest}`),
    );
    fc.assert(
      fc.property(text, fc.constantFrom('', '?kind=mms', '?kind=sms&on=nokia', '?on=x'), (link, query) => {
        try {
          readPhoneLink(link + query);
        } catch (error) {
          if (!(error instanceof FormatError)) throw error;
        }
      }),
    );
  });
});
