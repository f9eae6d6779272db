/** Rules of sections 7 and 8 that bind the server. */
import { describe, expect, it } from 'vitest';
import { MANAGE, QUERY, SMS, TO, tagsOf, testGateway, WHO } from './support.js';

const CHILD = {
  CreateChildAccountType: 'TRANSFER',
  CreateChildAccountEmail: 'a@example.com',
  CreateChildAccountTelephoneCountryCode: '44',
  CreateChildAccountMobileNumber: '447700900777',
};

describe('queryaccount', () => {
  it('G-QRY-01: just one operation, whatever its value', async () => {
    const { ask } = await testGateway();
    expect(await ask(QUERY, WHO)).toMatch(/^MessageIdentifier=-1&Report=14&Text=/);
    expect(await ask(QUERY, { ...WHO, AvailableCredit: '', AvailableMessages: '' })).toMatch(
      /^MessageIdentifier=-1&Report=14&/,
    );
    expect(await ask(QUERY, { ...WHO, AvailableCredit: 'please' })).toMatch(/^Currency=GBP&/);
  });

  it('G-QRY-02: currency and amount with four places', async () => {
    const { ask } = await testGateway();
    expect(await ask(QUERY, { ...WHO, AvailableCredit: '' })).toBe('Currency=GBP&AvailableCredit=15.2345');
  });

  it('G-QRY-03: whole messages that the credit pays for, 0 when none', async () => {
    const { ask } = await testGateway();
    const poor = { Username: 'Poor.1', PIN: '9999' };
    expect(await ask(QUERY, { ...poor, AvailableMessages: '' })).toBe('AvailableMessages=2');
    await ask(SMS, { ...poor, SendTo: '447700900123,447700900124', Message: 'x' });
    expect(await ask(QUERY, { ...poor, AvailableMessages: '' })).toBe('AvailableMessages=0');
  });

  it('G-QRY-04: permitted originators, the service always among them', async () => {
    const { ask } = await testGateway();
    const own = tagsOf(await ask(QUERY, { ...WHO, PermittedReplyTo: '' })).PermittedReplyTo;
    expect(own?.split(',')).toEqual(['447700900001', 'MyShop', 'gw.example.net']);
    const none = { Username: 'Poor.1', PIN: '9999', PermittedReplyTo: '' };
    expect(tagsOf(await ask(QUERY, none)).PermittedReplyTo).toBe('gw.example.net');
  });

  it("G-QRY-05: a SHARED child sees its parent's credit and spends it, a TRANSFER child its own", async () => {
    const { ask, credit } = await testGateway();
    const shared = { Username: 'Shared.1', PIN: '6666' };
    expect(await ask(QUERY, { ...shared, AvailableCredit: '' })).toBe('Currency=GBP&AvailableCredit=15.2345');
    const own = { Username: 'Transfer.1', PIN: '7777', AvailableCredit: '' };
    expect(await ask(QUERY, own)).toBe('Currency=GBP&AvailableCredit=1.0000');
    await ask(SMS, { ...shared, ...TO, Message: 'x' });
    expect(await credit(WHO.Username)).toBe('151895');
  });
});

describe('manageaccount', () => {
  it('G-MGT-01: one operation, told by its parameters', async () => {
    const { ask } = await testGateway();
    expect(await ask(MANAGE, WHO)).toMatch(/^Report=14&/);
    expect(await ask(MANAGE, { ...WHO, ...CHILD, DeleteChildAccountUsername: 'Shared.1' })).toMatch(/^Report=14&/);
  });

  it('G-MGT-02, G-MGT-04: a child with credentials that work at once', async () => {
    const { ask } = await testGateway();
    const names = { CreateChildAccountGivenName: 'Jane', CreateChildAccountFamilyName: 'Doe' };
    const answer = tagsOf(await ask(MANAGE, { ...WHO, ...CHILD, ...names }));
    expect(answer).toEqual({
      Report: '0',
      Username: expect.stringMatching(/^[A-Za-z]{1,14}\.\d{5}$/),
      PIN: expect.stringMatching(/^\d{8}$/),
    });
    const child = { Username: answer.Username as string, PIN: answer.PIN as string };
    expect(await ask(QUERY, { ...child, AvailableCredit: '' })).toBe('Currency=GBP&AvailableCredit=0.0000');
    for (const name of Object.keys(CHILD)) expect(await ask(MANAGE, { ...WHO, ...CHILD, [name]: '' })).toMatch(/^Report=14&/);
    expect(await ask(MANAGE, { ...WHO, ...CHILD, CreateChildAccountType: 'OTHER' })).toMatch(/^Report=14&/);
  });

  it('G-MGT-03: nothing is transferred with a SHARED child', async () => {
    const { ask } = await testGateway();
    const transfer = { TransferToAccountUsername: 'Shared.1', TransferCurrencyAmount: '1.00' };
    expect(await ask(MANAGE, { ...WHO, ...transfer })).toMatch(/^Report=14&/);
  });

  it('G-MGT-05: what is left goes back to the parent; another account is not deleted', async () => {
    const { ask, credit } = await testGateway();
    expect(await ask(MANAGE, { ...WHO, DeleteChildAccountUsername: 'Transfer.1' })).toBe('Report=0');
    expect(await credit(WHO.Username)).toBe('162345');
    expect(await ask(QUERY, { Username: 'Transfer.1', PIN: '7777', AvailableCredit: '' })).toMatch(/Report=2&/);
    for (const name of ['Transfer.1', 'Stranger.9', 'Nobody.1', WHO.Username]) {
      expect(await ask(MANAGE, { ...WHO, DeleteChildAccountUsername: name })).toMatch(/^Report=13&/);
    }
  });

  it('G-MGT-06: to a child and back, as money or as messages', async () => {
    const { ask, credit } = await testGateway();
    const child = { Username: 'Transfer.1', PIN: '7777' };
    const move = (who: object, to: string, fields: object) =>
      ask(MANAGE, { ...who, TransferToAccountUsername: to, ...fields } as Record<string, string>);
    expect(await move(WHO, 'Transfer.1', { TransferCurrencyAmount: '2.50' })).toBe('Report=0');
    expect(await move(WHO, 'Transfer.1', { TransferMessagesAmount: '10' })).toBe('Report=0');
    expect([await credit(WHO.Username), await credit('Transfer.1')]).toEqual(['122845', '39500']);
    expect(await move(child, WHO.Username, { TransferCurrencyAmount: '1.00' })).toBe('Report=0');
    expect(await credit('Transfer.1')).toBe('29500');
    const both = { TransferCurrencyAmount: '1.00', TransferMessagesAmount: '1' };
    expect(await move(WHO, 'Transfer.1', both)).toMatch(/^Report=14&/);
    for (const amount of ['0.00', '-1.00', '1.005', 'x', '']) {
      expect(await move(WHO, 'Transfer.1', { TransferCurrencyAmount: amount })).toMatch(/^Report=14&/);
    }
    for (const amount of ['0', '1.5', '-1']) {
      expect(await move(WHO, 'Transfer.1', { TransferMessagesAmount: amount })).toMatch(/^Report=14&/);
    }
    expect(await move(WHO, 'Transfer.1', { TransferCurrencyAmount: '900.00' })).toMatch(/^Report=15&/);
    for (const to of ['Stranger.9', 'Nobody.1', WHO.Username]) {
      expect(await move(WHO, to, { TransferCurrencyAmount: '1.00' })).toMatch(/^Report=13&/);
    }
    expect(await move(child, 'Shared.1', { TransferCurrencyAmount: '1.00' })).toMatch(/^Report=13&/);
  });

  it('G-MGT-07: a login error; G-MGT-08: a child has no children', async () => {
    const { ask } = await testGateway();
    expect(tagsOf(await ask(MANAGE, { ...WHO, PIN: '1', ...CHILD }))).toEqual({ Report: '2', Text: 'Invalid Login' });
    expect(await ask(MANAGE, { Username: 'Transfer.1', PIN: '7777', ...CHILD })).toMatch(/^Report=13&/);
  });
});
