import { describe, expect, it } from 'vitest';
import type { GatewayRequest } from '../../src/protocol/model.js';
import { formatRequest, PATHS, parseRequest } from '../../src/protocol/request.js';
import { refusal } from '../support/hostile.js';

const login = 'Username=a.1&PIN=01';
const who = { username: 'a.1', pin: '01' } as const;
const QUERIES = [
  ['AvailableCredit', 'availableCredit'],
  ['AvailableMessages', 'availableMessages'],
  ['PermittedReplyTo', 'permittedReplyTo'],
] as const;

const CREATE = {
  CreateChildAccountType: 'TRANSFER',
  CreateChildAccountEmail: 'a@example.com',
  CreateChildAccountTelephoneCountryCode: '44',
  CreateChildAccountMobileNumber: '447700900123',
};
const creation = {
  operation: 'createChildAccount',
  ...who,
  type: 'TRANSFER',
  email: 'a@example.com',
  telephoneCountryCode: '44',
  mobileNumber: '447700900123',
} as const;
const TRANSFER = { TransferToAccountUsername: 'J.Doe.12345', TransferCurrencyAmount: '12.50' };
const transfer = { operation: 'transferFunds', ...who, to: 'J.Doe.12345', amount: '12.50' } as const;

const body = (given: Record<string, string>) => `${login}&${new URLSearchParams(given)}`;
const manage = (given: Record<string, string>) => parseRequest(PATHS.manageAccount, body(given));
const refusedRead = (given: Record<string, string>) => refusal(() => manage(given));
const write = (request: object) => formatRequest(request as GatewayRequest);
const refusedWrite = (request: object) => refusal(() => write(request));

const bad = (field: string) => ({ code: 'bad-value', field, offset: 0 });
const badModel = (field: string) => ({ code: 'bad-value', field, offset: undefined });
const missing = (field: string) => ({ code: 'truncated', field, offset: undefined });

describe('queries', () => {
  it.each(QUERIES)('G-QRY-01: %s has an empty value; another one is ignored', (name, operation) => {
    expect(write({ operation, ...who })).toEqual({ path: '/webservices/http/queryaccount', body: `${login}&${name}=` });
    for (const value of ['', '=', '=1', '=no']) {
      expect(parseRequest(PATHS.queryAccount, `${login}&${name}${value}`)).toStrictEqual({ operation, ...who });
    }
  });

  it('G-QRY-01: none and several are refused', () => {
    expect(refusal(() => parseRequest(PATHS.queryAccount, login))).toEqual(missing('AvailableCredit'));
    for (const [name] of QUERIES.slice(1)) {
      expect(refusal(() => parseRequest(PATHS.queryAccount, `${login}&${name}&AvailableCredit`))).toEqual(bad(name));
    }
  });

  it('G-AUTH-01: with credentials', () => {
    expect(refusal(() => parseRequest(PATHS.queryAccount, 'Username=a&AvailableCredit='))).toEqual(missing('PIN'));
    expect(refusedWrite({ operation: 'availableCredit', username: 'a', pin: '' })).toEqual(badModel('PIN'));
  });
});

describe('management', () => {
  it('G-MGT-01: the operation is what is there; none and two are refused', () => {
    expect(manage(CREATE).operation).toBe('createChildAccount');
    expect(manage({ DeleteChildAccountUsername: 'x' }).operation).toBe('deleteChildAccount');
    expect(manage(TRANSFER).operation).toBe('transferFunds');
    expect(refusedRead({})).toEqual(missing('CreateChildAccountType'));
    expect(refusedRead({ CreateChildAccountType: '', DeleteChildAccountUsername: '' })).toEqual(
      missing('CreateChildAccountType'),
    );
    expect(refusedRead({ ...CREATE, DeleteChildAccountUsername: 'x' })).toEqual(bad('DeleteChildAccountUsername'));
    expect(refusedRead({ ...CREATE, ...TRANSFER })).toEqual(bad('TransferToAccountUsername'));
    expect(refusedRead({ DeleteChildAccountUsername: 'x', TransferMessagesAmount: '1' })).toEqual(
      bad('TransferMessagesAmount'),
    );
    expect(manage({ ...CREATE, DeleteChildAccountUsername: '' }).operation).toBe('createChildAccount');
  });

  it('G-MGT-02, 03: a child account is created', () => {
    const full = { givenName: 'Jo', familyName: 'Doe', companyName: 'Doe & Co' };
    const FULL = {
      ...CREATE,
      CreateChildAccountType: 'SHARED',
      CreateChildAccountGivenName: 'Jo',
      CreateChildAccountFamilyName: 'Doe',
      CreateChildAccountCompanyName: 'Doe & Co',
    };
    expect(manage(CREATE)).toStrictEqual(creation);
    expect(manage(FULL)).toStrictEqual({ ...creation, type: 'SHARED', ...full });
    const { path, body: text } = write({ ...creation, type: 'SHARED', ...full });
    expect(path).toBe('/webservices/http/manageaccount');
    expect(Object.fromEntries(new URLSearchParams(text))).toEqual({ Username: 'a.1', PIN: '01', ...FULL });
  });

  it('G-MGT-02: what is required is required, and has its form', () => {
    const wrong = {
      CreateChildAccountType: ['transfer', 'OTHER'],
      CreateChildAccountEmail: ['a', 'a@', '@b', 'a b@c', 'a@b@c', `${'a'.repeat(250)}@b.cc`],
      CreateChildAccountTelephoneCountryCode: ['+44', '44 ', '12345', 'UK'],
      CreateChildAccountMobileNumber: ['+447700900123', '44 7700', '123456', '1234567890123456'],
    };
    const keys = {
      CreateChildAccountType: 'type',
      CreateChildAccountEmail: 'email',
      CreateChildAccountTelephoneCountryCode: 'telephoneCountryCode',
      CreateChildAccountMobileNumber: 'mobileNumber',
    } as const;
    for (const name of Object.keys(wrong) as (keyof typeof wrong)[]) {
      expect(refusedRead({ ...CREATE, [name]: '' })).toEqual(missing(name));
      expect(refusedWrite({ ...creation, [keys[name]]: undefined })).toEqual(badModel(name));
      for (const value of wrong[name]) {
        expect(refusedRead({ ...CREATE, [name]: value })).toEqual(bad(name));
        expect(refusedWrite({ ...creation, [keys[name]]: value })).toEqual(badModel(name));
      }
    }
    expect(refusedRead({ CreateChildAccountCompanyName: 'x' })).toEqual(missing('CreateChildAccountType'));
    expect(() => write({ ...creation, mobileNumber: 447700900123 })).toThrow(TypeError);
    expect(() => write({ ...creation, givenName: 7 })).toThrow(TypeError);
  });

  it('G-MGT-05: a child account is deleted', () => {
    const name = 'DeleteChildAccountUsername';
    expect(manage({ [name]: 'J.Doe.12345' })).toStrictEqual({
      operation: 'deleteChildAccount',
      ...who,
      childUsername: 'J.Doe.12345',
    });
    expect(write({ operation: 'deleteChildAccount', ...who, childUsername: 'x.1' }).body).toBe(`${login}&${name}=x.1`);
    for (const childUsername of ['x y', 'x'.repeat(21), 'é']) {
      expect(refusedRead({ [name]: childUsername })).toEqual(bad(name));
      expect(refusedWrite({ operation: 'deleteChildAccount', ...who, childUsername })).toEqual(badModel(name));
    }
    expect(() => write({ operation: 'deleteChildAccount', ...who })).toThrow(TypeError);
  });

  it('G-MGT-06: an amount of money with two decimals, or a number of messages', () => {
    expect(manage(TRANSFER)).toStrictEqual(transfer);
    expect(manage({ TransferToAccountUsername: 'x', TransferMessagesAmount: '100' })).toStrictEqual({
      operation: 'transferFunds',
      ...who,
      to: 'x',
      messages: 100,
    });
    expect(write(transfer).body).toBe(`${login}&TransferToAccountUsername=J.Doe.12345&TransferCurrencyAmount=12.50`);
    expect(write({ ...transfer, amount: undefined, messages: 7 }).body).toContain('&TransferMessagesAmount=7');
    for (const amount of [
      '0.00',
      '-1.00',
      '1',
      '1.5',
      '1.500',
      '01.00',
      '.50',
      '1,50',
      '£1.50',
      '1e2',
      ' 1.00',
      '1234567890123.00',
    ]) {
      expect(refusedRead({ ...TRANSFER, TransferCurrencyAmount: amount })).toEqual(bad('TransferCurrencyAmount'));
      expect(refusedWrite({ ...transfer, amount })).toEqual(badModel('TransferCurrencyAmount'));
    }
    for (const amount of ['0.01', '999999999999.99'])
      expect(manage({ ...TRANSFER, TransferCurrencyAmount: amount })).toBeDefined();
    for (const messages of ['0', '-1', '1.5', '+1', '1e3', '9007199254740993']) {
      expect(refusedRead({ TransferToAccountUsername: 'x', TransferMessagesAmount: messages })).toEqual(
        bad('TransferMessagesAmount'),
      );
    }
    for (const messages of [0, -1, 1.5, Number.NaN, 2 ** 53]) {
      expect(refusedWrite({ ...transfer, amount: undefined, messages })).toEqual(badModel('TransferMessagesAmount'));
    }
  });

  it('G-MGT-06: both amounts, none, or nobody to give them to', () => {
    expect(refusedRead({ ...TRANSFER, TransferMessagesAmount: '1' })).toEqual(bad('TransferMessagesAmount'));
    expect(refusedWrite({ ...transfer, messages: 1 })).toEqual(badModel('TransferMessagesAmount'));
    expect(refusedRead({ TransferToAccountUsername: 'x' })).toEqual(missing('TransferCurrencyAmount'));
    expect(refusedWrite({ ...transfer, amount: undefined })).toEqual(badModel('TransferCurrencyAmount'));
    expect(refusedRead({ TransferCurrencyAmount: '1.00' })).toEqual(missing('TransferToAccountUsername'));
    expect(refusedRead({ ...TRANSFER, TransferToAccountUsername: 'x y' })).toEqual(bad('TransferToAccountUsername'));
    expect(refusedWrite({ ...transfer, to: '' })).toEqual(badModel('TransferToAccountUsername'));
    expect(() => write({ ...transfer, amount: 12.5 })).toThrow(TypeError);
    expect(() => write({ ...transfer, amount: undefined, messages: '7' })).toThrow(TypeError);
  });
});
