/** Multimedia requests by their parameters and as models: what the tests of the gateway's content fields read and write with. */
import { FormFields } from '../../src/protocol/form.js';
import type { MultimediaContent, MultimediaKind, SendMultimediaRequest } from '../../src/protocol/model.js';
import { formatRequest, PATHS, parseRequest } from '../../src/protocol/request.js';
import { type Refusal, refusal } from './hostile.js';

export const who = { Username: 'a.1', PIN: '01', SendTo: '447700900123' };
export const base = { operation: 'sendMultimedia', username: 'a.1', pin: '01', sendTo: ['447700900123'] } as const;

export type Fields = Record<string, string | undefined>;

export const fieldsOf = (given: Fields): FormFields =>
  new FormFields(
    Object.entries({ ...who, ...given }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as [string, string]],
    ),
  );
export const read = (given: Fields): SendMultimediaRequest =>
  parseRequest(PATHS.sendMultimedia, fieldsOf(given)) as SendMultimediaRequest;
export const content = (given: Fields): MultimediaContent => read(given).content;
export const refusedRead = (given: Fields): Refusal => refusal(() => read(given));
export const write = (one: object, rest: object = {}) =>
  formatRequest({ ...base, content: one, ...rest } as unknown as SendMultimediaRequest);
export const written = (one: object, rest: object = {}) => Object.fromEntries(new URLSearchParams(write(one, rest).body));
export const refusedWrite = (one: object, rest: object = {}): Refusal => refusal(() => write(one, rest));

export const bad = (field: string, offset = 0): Refusal => ({ code: 'bad-value', field, offset });
/** What a writer says, who has no place to name. */
export const badModel = (field: string): Refusal => ({ code: 'bad-value', field, offset: undefined });
export const missing = (field: string): Refusal => ({ code: 'truncated', field, offset: undefined });

export const NOKIA = { PhoneMake: 'Nokia' };
export const nokia = { phoneMake: 'Nokia' };
/** 8x2, written by hand: infofield, width, height, depth, pixels. */
export const HEX = '000802018001';
export const DATA = Uint8Array.of(0, 8, 2, 1, 0x80, 1);
export const TUNE = 'Beep:d=4,o=5,b=120:c,8d#6.,p';
export const CARD = 'BEGIN:VCARD\r\nVERSION:2.1\r\nN:Doe;J=C3=A9\r\nEND:VCARD\r\n';
export const CALENDAR = 'BEGIN:VCALENDAR\r\nVERSION:1.0\r\nEND:VCALENDAR\r\n';
export const PDU = {
  SmsSubmitPduDataCodingScheme: 'F5',
  SmsSubmitPduProtocolIdentifier: '00',
  SmsSubmitPduUserDataHeader: '06050415820000',
  SmsSubmitPduUserData: '30',
};
export const pdu = {
  kind: 'pdu',
  dataCodingScheme: 0xf5,
  protocolIdentifier: 0,
  userDataHeader: Uint8Array.of(6, 5, 4, 0x15, 0x82, 0, 0),
  userData: Uint8Array.of(0x30),
} as const;

/** A request of each kind that has nothing but what it needs. */
export const SMALLEST: Record<MultimediaKind, Fields> = {
  pictureMessage: { PictureMessage: '20000' },
  groupGraphic: { GroupGraphic: '10000' },
  operatorLogo: { OperatorLogo: '10000', MCC: '234', MNC: '10' },
  ringtone: { Ringtone: '30000' },
  vcard: { vCard: CARD },
  vcalendar: { vCal: CALENDAR },
  mms: { MMSFileMMS: '80000' },
  wapPush: { MMSFileWAP: '80000' },
  serviceIndication: { 'si-href': 'http://a/' },
  pdu: PDU,
};
export const KINDS = Object.keys(SMALLEST) as MultimediaKind[];
