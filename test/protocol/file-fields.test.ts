import { describe, expect, it } from 'vitest';
import { formatRequest, parseRequest } from '../../src/protocol/request.js';
import {
  bad,
  badModel,
  base,
  content,
  DATA,
  type Fields,
  missing,
  refusedRead,
  refusedWrite,
  write,
  written,
} from '../support/multimedia-fields.js';

describe('files', () => {
  const mms = (name: string | undefined, data: string | undefined = '00', more: Fields = {}) =>
    refusedRead({ MMSNotificationFileName1: name, MMSNotificationFileData1: data, ...more });
  const push = (name: string | undefined, data: string | undefined = '00', more: Fields = {}) =>
    refusedRead({ WAPPushFileName1: name, WAPPushFileData1: data, ...more });

  it('G-MMS-54: a name without data, data without a name, either with a number', () => {
    expect(mms('a.mms', '')).toEqual(missing('MMSNotificationFileData1'));
    expect(mms(undefined)).toEqual(missing('MMSNotificationFileName1'));
    expect(mms('a.mms', '00', { MMSFileMMS: '80000' })).toEqual(bad('MMSFileMMS'));
    expect(mms('a.mms', '', { MMSFileMMS: '80000' })).toEqual(bad('MMSFileMMS'));
    expect(mms('', '00', { MMSFileMMS: '80000' })).toEqual(bad('MMSFileMMS'));
    expect(push('a.gif', '')).toEqual(missing('WAPPushFileData1'));
    expect(push('', '00')).toEqual(missing('WAPPushFileName1'));
    expect(push('a.gif', '00', { MMSFileWAP: '80000' })).toEqual(bad('MMSFileWAP'));
    expect(refusedWrite({ kind: 'mms', file: { name: 'a.mms', data: new Uint8Array(0) } })).toEqual(
      badModel('MMSNotificationFileData1'),
    );
  });

  it('G-MMS-21, 31: 50 characters at most, with an extension', () => {
    const longest = `${'n'.repeat(46)}.mms`;
    expect(content({ MMSNotificationFileName1: longest, MMSNotificationFileData1: '00' })).toMatchObject({
      file: { name: longest },
    });
    expect(mms(`n${longest}`)).toEqual({ code: 'too-long', field: 'MMSNotificationFileName1', offset: 50 });
    expect(refusedWrite({ kind: 'wapPush', file: { name: `${longest}s`, data: DATA } })).toEqual({
      code: 'too-long',
      field: 'WAPPushFileName1',
      offset: undefined,
    });
    for (const name of ['mms', '.mms', 'a.', 'a. mms', '../a.mms', 'a\\b.mms', 'a\0.mms', 'a\n.mms', 'a.mms/', 'a.m-s']) {
      expect(mms(name)).toEqual(bad('MMSNotificationFileName1'));
      expect(push(name)).toEqual(bad('WAPPushFileName1'));
      expect(refusedWrite({ kind: 'wapPush', file: { name, data: DATA } })).toEqual(badModel('WAPPushFileName1'));
    }
  });

  it('G-MMS-21: .mms and .zip, in any case; a push takes any extension', () => {
    for (const name of ['a.MMS', 'Ferien 2004.Zip', 'a.b.zip']) {
      expect(content({ MMSNotificationFileName1: name, MMSNotificationFileData1: '00' }).kind).toBe('mms');
    }
    expect(mms('a.jpg')).toEqual(bad('MMSNotificationFileName1'));
    expect(refusedWrite({ kind: 'mms', file: { name: 'a.gif', data: DATA } })).toEqual(badModel('MMSNotificationFileName1'));
    for (const extension of ['jpg', 'gif', 'png', 'jar', '3gp', 'MID']) {
      expect(content({ WAPPushFileName1: `a.${extension}`, WAPPushFileData1: '00' }).kind).toBe('wapPush');
    }
  });

  it('G-MMS-22, 32: data is hex', () => {
    expect(content({ WAPPushFileName1: 'a.gif', WAPPushFileData1: 'aBfF' })).toMatchObject({
      file: { data: Uint8Array.of(0xab, 0xff) },
    });
    expect(mms('a.mms', '0G')).toEqual(bad('MMSNotificationFileData1', 1));
    expect(push('a.gif', '012')).toEqual({ code: 'truncated', field: 'WAPPushFileData1', offset: 2 });
    expect(() => write({ kind: 'mms', file: { name: 'a.mms', data: 'ff' } })).toThrow(TypeError);
    expect(() => write({ kind: 'mms', file: { name: 7, data: DATA } })).toThrow(TypeError);
  });

  it('G-MMS-33: a subject has 50 characters of Latin-1, or 24 UTF-16 units', () => {
    const subject = (Message: string) => ({ MMSFileMMS: '80000', Message });
    for (const text of ['é'.repeat(50), 'я'.repeat(24), '😀'.repeat(12)]) {
      expect(content(subject(text))).toMatchObject({ message: text });
      expect(written({ kind: 'wapPush', libraryNumber: 80_000, message: text }).Message).toBe(text);
    }
    expect(refusedRead(subject('é'.repeat(51)))).toEqual({ code: 'too-long', field: 'Message', offset: 24 });
    for (const text of ['e'.repeat(51), 'я'.repeat(25), `${'a'.repeat(24)}я`]) {
      expect(refusedRead(subject(text))).toMatchObject({ code: 'too-long', field: 'Message' });
      expect(refusedWrite({ kind: 'mms', libraryNumber: 80_000, message: text })).toEqual({
        code: 'too-long',
        field: 'Message',
        offset: undefined,
      });
    }
  });

  it('G-MMS-34: a content type is type/subtype', () => {
    const typed = (ContentType: string) => ({ MMSFileWAP: '80000', ContentType });
    for (const type of ['image/jpeg', 'application/vnd.oma.drm.message; boundary="x y"', 'audio/x-amr']) {
      expect(content(typed(type))).toMatchObject({ contentType: type });
    }
    for (const type of ['jpeg', 'image/', '/jpeg', 'image/jpeg\r\nX: y', 'image /jpeg', 'image/jpeg;\u00e9']) {
      expect(refusedRead(typed(type))).toEqual(bad('ContentType'));
      expect(refusedWrite({ kind: 'mms', libraryNumber: 80_000, contentType: type })).toEqual(badModel('ContentType'));
    }
  });

  it('G-MMS-25, 35, 36: flags are 0 and 1, AddSMIL up to 2', () => {
    for (const name of ['DisableRepurposing', 'DisableWalledGardenRule', 'AddSMIL']) {
      for (const value of ['3', '-1', 'true', '00', '1 ']) {
        expect(refusedRead({ MMSFileMMS: '80000', [name]: value })).toEqual(bad(name));
      }
      expect(content({ MMSFileMMS: '80000', [name]: '' })).toEqual({ kind: 'mms', libraryNumber: 80_000 });
    }
    for (const addSmil of [0, 1, 2])
      expect(content({ MMSFileMMS: '80000', AddSMIL: String(addSmil) })).toMatchObject({ addSmil });
    expect(refusedWrite({ kind: 'mms', libraryNumber: 80_000, addSmil: 3 })).toEqual(badModel('AddSMIL'));
    expect(() => write({ kind: 'mms', libraryNumber: 80_000, disableRepurposing: 1 })).toThrow(TypeError);
  });

  it('300 kB of a file go out and come in as they are', () => {
    const data = Uint8Array.from({ length: 300_000 }, (_, i) => (i * 7) & 255);
    const request = { ...base, content: { kind: 'mms', file: { name: 'a.zip', data } } } as const;
    const { path, body } = formatRequest(request);
    expect(body.length).toBeLessThan(600_200);
    expect(parseRequest(path, new TextEncoder().encode(body))).toStrictEqual(request);
  });
});
