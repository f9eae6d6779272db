import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DecodeError } from '../../../src/errors.js';
import type { ServiceIndication } from '../../../src/push/index.js';
import { fromGatewayFields, type SiFields, toGatewayFields } from '../../../src/push/si-sl-co/gateway-fields.js';
import { expectValueOrFormatError, refusal } from '../../support/hostile.js';

const full: ServiceIndication = {
  href: 'http://wap.example.com/n/1',
  id: 'msg-0001',
  created: new Date('2024-02-29T23:59:59Z'),
  expires: new Date('2024-03-07T00:00:00Z'),
  action: 'signal-high',
  text: 'New mail',
  info: [{ pcdata: '10 p', class: 'price' }],
};
const fullFields = {
  'si-href': 'http://wap.example.com/n/1',
  'si-id': 'msg-0001',
  'si-content': 'New mail',
  'si-created': '2024-02-29T23:59:59',
  'si-expires': '2024-03-07T00:00:00',
  'si-action': 'signal-high',
  'si-info-pcdata': '10 p',
  'si-info-class': 'price',
};

const word = fc.string({ unit: fc.constantFrom(...'abcXYZ019.-_&=<é€'), minLength: 1, maxLength: 20 });
const date = fc.integer({ min: -62_167_219_200, max: 253_402_300_799 }).map((seconds) => new Date(seconds * 1000));
const si: fc.Arbitrary<ServiceIndication> = fc.record(
  {
    href: word,
    id: word,
    created: date,
    expires: date,
    action: fc.constantFrom('signal-none', 'signal-low', 'signal-medium', 'signal-high', 'delete'),
    text: fc.oneof(word, fc.constant('')),
    info: fc.tuple(fc.record({ pcdata: fc.oneof(word, fc.constant('')), class: fc.constantFrom('a', 'x-1', 'ns:b.c') })),
  },
  { requiredKeys: ['href'] },
);

describe('the gateway document', () => {
  it('maps its fields one to one', () => {
    expect(toGatewayFields(full)).toEqual(fullFields);
    expect(fromGatewayFields(fullFields)).toEqual(full);
    expect(toGatewayFields({ href: 'http://a/' })).toStrictEqual({ 'si-href': 'http://a/' });
  });

  it('writes delete in HTTP and signal-delete in SOAP, and reads both', () => {
    const deletion: ServiceIndication = { href: 'http://a/', id: 'x', action: 'delete' };
    expect(toGatewayFields(deletion)['si-action']).toBe('delete');
    expect(toGatewayFields(deletion, { dialect: 'soap' })['si-action']).toBe('signal-delete');
    for (const action of ['delete', 'signal-delete']) {
      expect(fromGatewayFields({ 'si-href': 'http://a/', 'si-id': 'x', 'si-action': action })).toEqual(deletion);
    }
  });

  it('takes names in any case, empty optional fields, a Z, and what belongs to others', () => {
    const given = { 'SI-Href': 'http://a/', 'si-id': '', 'si-created': '2024-02-29T23:59:59Z', 'si-action': '', Message: 'x' };
    expect(fromGatewayFields(given)).toStrictEqual({ href: 'http://a/', created: new Date('2024-02-29T23:59:59Z') });
    expect(fromGatewayFields({ 'si-href': 'http://a/', 'si-info-pcdata': '', 'si-info-class': '' })).toStrictEqual({
      href: 'http://a/',
    });
  });

  it('warns of what handsets make of a valid SI', () => {
    const codes = (call: (onIssue: (warning: { code: string }) => void) => unknown): string[] => {
      const seen: string[] = [];
      call(({ code }) => seen.push(code));
      return seen;
    };
    const late = { 'si-created': '2024-01-02T00:00:00', 'si-expires': '2024-01-02T00:00:00' };
    expect(codes((onIssue) => fromGatewayFields({ 'si-href': 'http://a/', ...late }, { onIssue }))).toEqual([
      'missing-id',
      'empty-text',
      'expires-early',
    ]);
    expect(codes((onIssue) => toGatewayFields({ href: 'http://a/', text: 'x' }, { onIssue }))).toEqual(['missing-id']);
    expect(codes((onIssue) => toGatewayFields(full, { onIssue }))).toEqual([]);
  });
});

describe('properties', () => {
  it('what is written is read again', () => {
    fc.assert(
      fc.property(si, fc.constantFrom('http' as const, 'soap' as const), (given, dialect) => {
        expect(fromGatewayFields(toGatewayFields(given, { dialect }))).toEqual(given);
      }),
    );
  });

  it('arbitrary values give an SI that can be written, or a FormatError', () => {
    const fields = fc.dictionary(
      fc.constantFrom(...Object.keys(fullFields)),
      fc.oneof(fc.string(), fc.constantFrom(...Object.values(fullFields))),
    );
    fc.assert(
      fc.property(fields, (given) => {
        const length = Math.max(0, ...Object.values(given).map((value) => value.length));
        const read = expectValueOrFormatError(() => fromGatewayFields(given), length);
        if (!(read instanceof Error)) expect(fromGatewayFields(toGatewayFields(read))).toEqual(read);
      }),
    );
  });
});

describe('refusals', () => {
  it.each([
    [{}, 'truncated', 'si-href'],
    [{ 'si-href': '' }, 'truncated', 'si-href'],
    [{ 'si-href': 'http://a/', 'SI-HREF': 'http://b/' }, 'bad-value', 'si-href'],
    [{ 'si-href': 'http://a/', 'si-created': '2024-02-30T00:00:00' }, 'bad-value', 'si-created'],
    [{ 'si-href': 'http://a/', 'si-expires': '2024-02-03T00:00:00+01:00' }, 'bad-value', 'si-expires'],
    [{ 'si-href': 'http://a/', 'si-action': 'signal' }, 'bad-value', 'si-action'],
    [{ 'si-href': 'http://a/', 'si-info-pcdata': 'x' }, 'truncated', 'si-info-class'],
    [{ 'si-href': 'http://a/', 'si-info-class': 'x' }, 'truncated', 'si-info-pcdata'],
    [{ 'si-href': 'http://a/', 'si-info-class': 'a b', 'si-info-pcdata': 'x' }, 'bad-value', 'si-info-class'],
  ])('%j', (fields, code, field) => {
    expect(refusal(() => fromGatewayFields(fields as SiFields))).toEqual({ code, field, offset: 0 });
  });

  it('names the form field and the character that no SI can hold', () => {
    expect(refusal(() => fromGatewayFields({ 'si-href': 'http://a/\r\nb' }))).toMatchObject({ field: 'si-href', offset: 9 });
    expect(refusal(() => fromGatewayFields({ 'si-href': 'http://a/', 'si-content': 'ab\0' }))).toMatchObject({
      field: 'si-content',
      offset: 2,
    });
    expect(() => fromGatewayFields({ 'si-href': 'http://a/', 'si-id': '\ud800' })).toThrow(DecodeError);
  });

  it.each([
    [{ text: 'x' }, 'bad-value', 'si-href'],
    [{ ...full, info: [...(full.info ?? []), { pcdata: 'b', class: 'c' }] }, 'unencodable', 'si-info-pcdata'],
    [{ ...full, created: new Date(Number.NaN) }, 'bad-value', 'SI/indication/created'],
  ])('cannot write %j', (given, code, field) => {
    expect(refusal(() => toGatewayFields(given as ServiceIndication))).toEqual({ code, field, offset: undefined });
  });
});
