import { describe, expect, it } from 'vitest';
import { bad, badModel, content, missing, PDU, pdu, refusedRead, refusedWrite, write } from '../support/multimedia-fields.js';

describe('PDUs', () => {
  it('G-MMS-40, 41: one octet each, as two digits', () => {
    for (const name of ['SmsSubmitPduDataCodingScheme', 'SmsSubmitPduProtocolIdentifier']) {
      for (const value of ['0', '000', 'G0', '245']) expect(refusedRead({ ...PDU, [name]: value })).toEqual(bad(name));
      expect(refusedRead({ ...PDU, [name]: undefined })).toEqual(missing(name));
    }
    for (const octet of [-1, 256, 1.5, '00']) {
      expect(refusedWrite({ ...pdu, dataCodingScheme: octet })).toEqual(badModel('SmsSubmitPduDataCodingScheme'));
      expect(refusedWrite({ ...pdu, protocolIdentifier: octet })).toEqual(badModel('SmsSubmitPduProtocolIdentifier'));
    }
    expect(content({ ...PDU, SmsSubmitPduDataCodingScheme: 'f5' })).toEqual(pdu);
  });

  it('G-MMS-42: a header with its length; there, but empty when there is none', () => {
    const name = 'SmsSubmitPduUserDataHeader';
    expect(refusedRead({ ...PDU, [name]: undefined })).toEqual(missing(name));
    expect(content({ ...PDU, [name]: '' })).toMatchObject({ userDataHeader: new Uint8Array(0) });
    expect(refusedRead({ ...PDU, [name]: '060504158200' })).toMatchObject({ code: 'truncated', field: name });
    expect(refusedRead({ ...PDU, [name]: '0605041582000099' })).toEqual({ code: 'trailing-bytes', field: name, offset: 14 });
    expect(refusedRead({ ...PDU, [name]: 'xx' })).toEqual(bad(name, 0));
    expect(refusedWrite({ ...pdu, userDataHeader: Uint8Array.of(1, 0, 0) })).toMatchObject({ code: 'bad-value', field: name });
    expect(refusedWrite({ ...pdu, userDataHeader: Uint8Array.of(0, 0) })).toEqual(bad(name, 1));
    expect(() => write({ ...pdu, userDataHeader: '06' })).toThrow(TypeError);
  });

  it('G-MMS-43, 44: user data or Message', () => {
    const name = 'SmsSubmitPduUserData';
    expect(refusedRead({ ...PDU, Message: 'x' })).toEqual(bad('Message'));
    expect(refusedRead({ ...PDU, [name]: undefined })).toEqual(missing(name));
    expect(refusedRead({ ...PDU, [name]: undefined, Message: '' })).toEqual(missing(name));
    expect(refusedRead({ ...PDU, [name]: '3' })).toEqual({ code: 'truncated', field: name, offset: 0 });
    expect(content({ ...PDU, [name]: '' })).toMatchObject({ userData: new Uint8Array(0) });
    expect(content({ ...PDU, [name]: '', Message: 'x' })).toMatchObject({ message: 'x' });
    expect(refusedWrite({ ...pdu, message: 'x' })).toEqual(badModel('Message'));
    expect(refusedWrite({ ...pdu, userData: undefined })).toEqual(badModel(name));
    expect(refusedWrite({ ...pdu, userData: undefined, message: '' })).toEqual(badModel(name));
    expect(() => write({ ...pdu, userData: undefined, message: 5 })).toThrow(TypeError);
    expect(() => write({ ...pdu, userData: [0x30] })).toThrow(TypeError);
  });
});
