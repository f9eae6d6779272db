import { describe, expect, it } from 'vitest';
import {
  bad,
  badModel,
  content,
  missing,
  refusedRead,
  refusedWrite,
  who,
  write,
  written,
} from '../support/multimedia-fields.js';

describe('service indications', () => {
  it('G-SI-01: si-href is needed, whatever else is there', () => {
    expect(refusedRead({ 'si-content': 'x' })).toEqual(missing('si-href'));
    expect(refusedWrite({ kind: 'serviceIndication', si: {} })).toEqual(badModel('si-href'));
    expect(refusedRead({ 'si-href': 'http://a/\n' })).toMatchObject({ field: 'si-href' });
    expect(refusedWrite({ kind: 'serviceIndication', si: { href: 'http://a/\n' } }).field).toBe('si-href');
  });

  it('G-SI-02, 07: without an id nothing is made up', () => {
    expect(content({ 'si-href': 'http://a/' })).toStrictEqual({ kind: 'serviceIndication', si: { href: 'http://a/' } });
    expect(written({ kind: 'serviceIndication', si: { href: 'http://a/' } })).toEqual({ ...who, 'si-href': 'http://a/' });
  });

  it('G-SI-03: times are UTC, without an offset', () => {
    for (const name of ['si-created', 'si-expires']) {
      expect(content({ 'si-href': 'http://a/', [name]: '2024-01-02T03:04:05Z' }).kind).toBe('serviceIndication');
      expect(refusedRead({ 'si-href': 'http://a/', [name]: '2024-01-02T03:04:05+01:00' })).toEqual(bad(name));
    }
    const si = { href: 'http://a/', created: new Date(Number.NaN) };
    expect(refusedWrite({ kind: 'serviceIndication', si }).field).toBe('si-created');
    expect(refusedWrite({ kind: 'serviceIndication', si: { href: 'http://a/', expires: 7 } }).field).toBe('si-expires');
  });

  it('G-SI-04, 08: actions, delete among them', () => {
    for (const action of ['signal-none', 'signal-low', 'signal-medium', 'signal-high', 'delete']) {
      expect(content({ 'si-href': 'http://a/', 'si-action': action })).toMatchObject({ si: { action } });
      expect(written({ kind: 'serviceIndication', si: { href: 'http://a/', action } })['si-action']).toBe(action);
    }
    expect(refusedRead({ 'si-href': 'http://a/', 'si-action': 'loud' })).toEqual(bad('si-action'));
    expect(refusedWrite({ kind: 'serviceIndication', si: { href: 'http://a/', action: 'loud' } }).field).toBe('si-action');
  });

  it('G-SI-05: one pair of info', () => {
    expect(refusedRead({ 'si-href': 'http://a/', 'si-info-pcdata': 'x' }).field).toBe('si-info-class');
    expect(refusedRead({ 'si-href': 'http://a/', 'si-info-class': 'x' }).field).toBe('si-info-pcdata');
    const item = { pcdata: 'x', class: 'y' };
    expect(refusedWrite({ kind: 'serviceIndication', si: { href: 'http://a/', info: [item, item] } }).field).toBe(
      'si-info-pcdata',
    );
    const named = { href: 'http://a/', info: [{ pcdata: 'x', class: 'a b' }] };
    expect(refusedWrite({ kind: 'serviceIndication', si: named }).field).toBe('si-info-class');
    const torn = { href: 'http://a/', info: [{ pcdata: '\0', class: 'a' }] };
    expect(refusedWrite({ kind: 'serviceIndication', si: torn }).field).toBe('si-info-pcdata');
  });

  it('a text or an id that an SI cannot hold is refused by its name', () => {
    expect(refusedWrite({ kind: 'serviceIndication', si: { href: 'http://a/', text: '\0' } }).field).toBe('si-content');
    expect(refusedWrite({ kind: 'serviceIndication', si: { href: 'http://a/', id: '\0' } }).field).toBe('si-id');
    expect(refusedRead({ 'si-href': 'http://a/', 'si-content': '\0' }).field).toBe('si-content');
    expect(() => write({ kind: 'serviceIndication', si: null })).toThrow(TypeError);
  });
});
