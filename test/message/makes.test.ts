import { describe, expect, it } from 'vitest';
import { type ContentKind, chooseForm, MAKES, MESSAGE_FORMS, PHONE_MAKES, PORTS } from '../../src/message/index.js';
import { refusal } from '../support/hostile.js';

const HANDSET_KINDS = ['ringtone', 'operatorLogo', 'groupGraphic', 'pictureMessage'] as const;

describe('the table', () => {
  it('has a row for every make and kind of content, and one for what no make changes', () => {
    for (const kind of HANDSET_KINDS) {
      for (const make of PHONE_MAKES) {
        const usual = MAKES.filter(
          (row) => row.kind === kind && row.make === make && row.modelPattern === undefined && row.onRequest !== true,
        );
        expect(usual, `${make} ${kind}`).toHaveLength(1);
      }
    }
    for (const kind of [
      'text',
      'flash',
      'serviceIndication',
      'serviceLoading',
      'mmsNotification',
      'vcard',
      'vcalendar',
      'pdu',
    ]) {
      expect(MAKES.filter((row) => row.kind === kind).map(({ make }) => make)).toEqual(['any']);
    }
  });

  it('names models by a pattern or a request, and each form once a make', () => {
    for (const row of MAKES) {
      expect(row.models === undefined || row.modelPattern !== undefined || row.onRequest === true).toBe(true);
      expect(row.form === 'refused' || MESSAGE_FORMS.includes(row.form)).toBe(true);
      expect(row.port !== undefined).toBe(row.form === 'smart-messaging' || row.form === 'wap-push');
    }
  });

  it('is sure of nothing for Sagem, and warns of it', () => {
    for (const row of MAKES.filter(({ make, form }) => make === 'Sagem' && form !== 'refused')) {
      expect([row.confirmed, row.warning]).toEqual([false, expect.stringContaining('no source')]);
    }
  });

  it('warns of what is taken on request, and of every logo that is no logo there', () => {
    for (const row of MAKES.filter(({ onRequest }) => onRequest === true)) expect(row.warning).toBeTypeOf('string');
    for (const row of MAKES.filter(({ kind, make }) => kind === 'operatorLogo' && make !== 'Nokia')) {
      expect(row.warning).toContain('MCC and MNC');
    }
  });
});

describe('the choice', () => {
  it.each([
    ['ringtone', 'Nokia', undefined, 'smart-messaging'],
    ['ringtone', 'EMS', undefined, 'ems'],
    ['ringtone', 'Ericsson', undefined, 'ems'],
    ['ringtone', 'Ericsson', 'T39m', 'ems'],
    ['ringtone', 'Ericsson', 'T200', 'ems'],
    ['ringtone', 'Alcatel', 'One Touch 511', 'ems'],
    ['ringtone', 'Sagem', undefined, 'ems'],
    ['ringtone', 'Motorola', 'T191', 'ems'],
    ['ringtone', 'Siemens', undefined, 'ems'],
    ['ringtone', 'Siemens', 'S45', 'seo'],
    ['ringtone', 'Siemens', 'Siemens SL-45i', 'seo'],
    ['ringtone', 'siemens', 'me 45', 'seo'],
    // The make's name may come before the model, and has blanks and capitals of its own.
    ['ringtone', ' Siemens ', 'SIEMENS S45', 'seo'],
    ['ringtone', 'Siemens', 'M50', 'seo'],
    ['ringtone', 'Siemens', 'S55', 'ems'],
    ['ringtone', 'Siemens', 'S450', 'ems'],
    ['pictureMessage', 'Siemens', 'x45', 'seo'],
    ['pictureMessage', 'Ericsson', 'T28', 'ems'],
    ['operatorLogo', 'Siemens', 'C45', 'seo'],
    ['operatorLogo', 'Motorola', undefined, 'ems'],
    ['groupGraphic', ' nokia ', '3310', 'smart-messaging'],
    ['text', undefined, undefined, 'text'],
    ['flash', undefined, undefined, 'text'],
    ['pdu', undefined, undefined, 'pdu'],
    ['serviceIndication', undefined, undefined, 'wap-push'],
    ['serviceLoading', 'Siemens', 'S45', 'wap-push'],
    ['mmsNotification', undefined, undefined, 'wap-push'],
    ['vcard', 'Nokia', undefined, 'smart-messaging'],
    ['vcalendar', undefined, undefined, 'smart-messaging'],
  ] as const)('%s for %s %s goes as %s', (kind, make, model, form) => {
    expect(chooseForm(kind, { make, model }).form).toBe(form);
  });

  it('tells port, coding, reason and warnings', () => {
    expect(chooseForm('operatorLogo', { make: 'Nokia' })).toEqual({
      form: 'smart-messaging',
      port: PORTS.operatorLogo,
      tpDcs: 0xf5,
      reason: expect.stringContaining('Nokia'),
      confirmed: true,
      warnings: [],
    });
    expect(chooseForm('operatorLogo', { make: 'Sagem' })).toStrictEqual({
      form: 'ems',
      tpDcs: 0x00,
      reason: expect.any(String),
      confirmed: false,
      warnings: [expect.stringMatching(/MCC and MNC.*Sagem/)],
    });
    expect(chooseForm('pictureMessage', { make: 'Ericsson', model: 'R320s' })).toMatchObject({
      confirmed: false,
      warnings: [expect.stringContaining('older than EMS')],
    });
  });

  it('a form can be asked for, as far as the make has it', () => {
    expect(chooseForm('ringtone', { make: 'Motorola', form: 'motorola-text' })).toMatchObject({
      form: 'motorola-text',
      confirmed: false,
      warnings: [expect.stringContaining('disagree')],
    });
    expect(chooseForm('ringtone', { make: 'Siemens', model: 'S45', form: 'ems' }).form).toBe('ems');
    expect(chooseForm('ringtone', { make: 'Siemens', form: 'seo' }).form).toBe('seo');
    expect(chooseForm('pictureMessage', { make: 'Alcatel', form: 'alcatel-picture' }).form).toBe('alcatel-picture');
    expect(chooseForm('text', { form: 'text' }).form).toBe('text');
  });

  it('the usual form changes nothing when it is asked for', () => {
    for (const [make, model] of [
      ['Ericsson', 'T68'],
      ['Ericsson', 'T28'],
      ['Ericsson', undefined],
      ['Siemens', 'S55'],
      ['Sagem', undefined],
    ] as const) {
      for (const kind of ['operatorLogo', 'pictureMessage'] as const) {
        expect(chooseForm(kind, { make, model, form: 'ems' })).toEqual(chooseForm(kind, { make, model }));
      }
    }
    expect(chooseForm('pictureMessage', { make: 'Ericsson', model: 'T68', form: 'ems' })).toMatchObject({
      confirmed: true,
      warnings: [],
    });
  });

  it.each([
    ['ringtone', 'Ericsson', 'T28', 'ems', /there is no form: .*eMelody/],
    ['pictureMessage', 'Siemens', 'S45', 'ems', /the usual form is seo/],
    ['pictureMessage', 'Siemens', 'S55', 'seo', /the usual form is ems/],
    ['operatorLogo', 'Siemens', undefined, 'seo', /MCC and MNC.*the usual form is ems/],
  ] as const)('%s for %s %s as %s is against the table, and says so', (kind, make, model, form, warning) => {
    expect(chooseForm(kind, { make, model, form })).toMatchObject({
      form,
      confirmed: false,
      reason: 'asked for',
      warnings: [expect.stringMatching(warning)],
    });
  });
});

describe('refusals', () => {
  it.each([
    ['a ringtone without a make', 'ringtone', {}, 'unencodable', 'make'],
    ['a logo without a make', 'operatorLogo', { model: 'S45' }, 'unencodable', 'make'],
    ['a group graphic without a make', 'groupGraphic', {}, 'unencodable', 'make'],
    ['a picture without a make', 'pictureMessage', {}, 'unencodable', 'make'],
    ['an unknown make', 'ringtone', { make: 'Samsung' }, 'bad-value', 'make'],
    ['an empty make', 'pictureMessage', { make: '' }, 'bad-value', 'make'],
    ['a group graphic for another make', 'groupGraphic', { make: 'Siemens', model: 'S45' }, 'unencodable', 'make'],
    ['a ringtone for an eMelody model', 'ringtone', { make: 'Ericsson', model: 'T28 World' }, 'unencodable', 'model'],
    ['a form of another make', 'ringtone', { make: 'Nokia', form: 'ems' }, 'unencodable', 'form'],
    ['a push in another form', 'serviceIndication', { make: 'Nokia', form: 'smart-messaging' }, 'unencodable', 'form'],
    ['a form of another content', 'text', { form: 'ems' }, 'unencodable', 'form'],
    ['a form that there is none of', 'ringtone', { make: 'Nokia', form: 'fax' }, 'bad-value', 'form'],
    ['a refusal asked for', 'groupGraphic', { make: 'EMS', form: 'refused' }, 'bad-value', 'form'],
    ['a kind that there is none of', 'fax', { make: 'Nokia' }, 'bad-value', 'content.kind'],
  ])('%s', (_, kind, handset, code, field) => {
    expect(refusal(() => chooseForm(kind as ContentKind, handset as never))).toEqual({ code, field, offset: undefined });
  });

  it('say why', () => {
    expect(() => chooseForm('ringtone', { make: 'Ericsson', model: ' R320s ' })).toThrow(/Ericsson R320s: .*eMelody/);
    expect(() => chooseForm('groupGraphic', { make: 'EMS' })).toThrow(/only Nokia/);
    expect(() => chooseForm('ringtone')).toThrow(/name the handset's/);
  });

  it.each([
    ['ringtone', { make: 'Nokia', form: 'ems' }, 'form: a ringtone for Nokia has no form ems'],
    ['operatorLogo', { make: 'Nokia', form: 'ems' }, 'form: an operator logo for Nokia has no form ems'],
    ['groupGraphic', { make: 'Nokia', form: 'ems' }, 'form: a group graphic for Nokia has no form ems'],
    ['text', { form: 'ems' }, 'form: a text has no form ems'],
    ['mmsNotification', { form: 'text' }, 'form: an MMS notification has no form text'],
    ['pdu', { form: 'text' }, 'form: a PDU has no form text'],
  ] as const)('%s %j: %s', (kind, handset, message) => {
    expect(() => chooseForm(kind, handset)).toThrow(new RegExp(`^${message}$`));
  });

  it('name what is allowed', () => {
    expect(() => chooseForm('ringtone', { make: 'Samsung' })).toThrow(/^make: .*Alcatel, Ericsson, .*, EMS$/);
    expect(() => chooseForm('ringtone', { make: 'Nokia', form: 'fax' as never })).toThrow(
      /^form: .*text, pdu, .*alcatel-picture$/,
    );
    expect(() => chooseForm('fax' as never)).toThrow(/^content\.kind: .*text, flash, pdu, .*, pictureMessage$/);
  });
});
