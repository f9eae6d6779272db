import { describe, expect, it } from 'vitest';
import { lintSi, lintSl, PUSH_CONTENT_TYPES, type ServiceIndication, SI_ACTIONS, SL_ACTIONS } from '../../../src/push/index.js';

const good: ServiceIndication = {
  href: 'HTTP://example.com/',
  id: 'a',
  created: new Date('2024-01-01T00:00:00Z'),
  expires: new Date('2024-01-02T00:00:00Z'),
  text: 'Hello',
};

describe('lint', () => {
  it.each<[codes: string[], si: ServiceIndication]>([
    [[], good],
    [['missing-id'], { ...good, id: undefined }],
    [['missing-href'], { ...good, href: undefined }],
    [['empty-text'], { ...good, text: undefined }],
    [['empty-text'], { ...good, text: ' \n' }],
    [['scheme'], { ...good, href: 'javascript:alert(1)' }],
    [['scheme'], { ...good, href: 'tel:+447700900123' }],
    [['scheme'], { ...good, href: '//example.com/' }],
    [['expires-early'], { ...good, expires: good.created }],
    [['missing-id', 'missing-href', 'empty-text'], {}],
    [[], { id: 'a', action: 'delete' }],
    [['delete-without-id'], { href: 'http://a/', action: 'delete' }],
  ])('%j', (codes, si) => {
    expect(lintSi(si).map(({ code }) => code)).toEqual(codes);
  });

  it.each<[field: string, si: ServiceIndication]>([
    ['SI/indication/si-id', { ...good, id: undefined }],
    ['SI/indication/href', { ...good, href: undefined }],
    ['SI/indication', { ...good, text: '' }],
    ['SI/indication/href', { ...good, href: 'ftp://a/' }],
    ['SI/indication/si-expires', { ...good, expires: new Date('2023-12-31T00:00:00Z') }],
    ['SI/indication/si-id', { action: 'delete' }],
  ])('is of %s', (field, si) => {
    expect(lintSi(si).map((warning) => warning.field)).toEqual([field]);
  });

  it('takes an object', () => {
    expect(() => lintSi('x' as never)).toThrow(/^si is /);
    expect(() => lintSl('x' as never)).toThrow(/^sl is /);
  });

  it('names the field, and takes other schemes', () => {
    expect(lintSi({ ...good, id: undefined })).toEqual([
      { code: 'missing-id', field: 'SI/indication/si-id', message: expect.stringContaining('href') },
    ]);
    expect(lintSi({ ...good, href: 'tel:1' }, { schemes: ['tel'] })).toEqual([]);
    expect(lintSl({ href: 'file:///x' })).toEqual([expect.objectContaining({ code: 'scheme', field: 'SL/href' })]);
    expect(lintSl({ href: 'https://x/' })).toEqual([]);
  });
});

it('closed sets', () => {
  expect(SI_ACTIONS).toEqual(['signal-none', 'signal-low', 'signal-medium', 'signal-high', 'delete']);
  expect(SL_ACTIONS).toEqual(['execute-low', 'execute-high', 'cache']);
  expect(PUSH_CONTENT_TYPES.si.wbxml).toBe('application/vnd.wap.sic');
});
