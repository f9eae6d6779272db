/** What nobody is to see: PINs, texts, numbers, and what belongs to other accounts. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openLog } from '../../src/gateway/index.js';
import { faultFields } from '../../src/gateway/log.js';
import { tempFolder } from '../support/cleanup.js';
import { envelope, GIF, MANAGE, MMS, QUERY, SMS, TO, tagsOf, testGateway, WHO } from './support.js';

const PIN = 'PinNobodySees1';
const TEXT = 'A text for nobody else';

describe('secrets', () => {
  it('no PIN, text or whole number is in the log, and no PIN in the database', async () => {
    const folder = tempFolder('secrets');
    const lines: string[] = [];
    const log = await openLog('debug', (line) => lines.push(line));
    const { ask, fetch, store, inbox } = await testGateway({ log }, join(folder, 'store.db'));
    // A new account has a PIN that is known here alone.
    const child = { CreateChildAccountType: 'SHARED', CreateChildAccountEmail: 'a@example.com' };
    const where = { CreateChildAccountTelephoneCountryCode: '44', CreateChildAccountMobileNumber: '447700900777' };
    const issued = tagsOf(await ask(MANAGE, { ...WHO, ...child, ...where }));
    const who = { Username: issued.Username as string, PIN: issued.PIN as string };
    await ask(SMS, { ...who, ...TO, Message: TEXT });
    await ask(SMS, { ...who, PIN, ...TO, Message: TEXT });
    // What went into the wrong parameter is no less of a secret.
    await ask(SMS, { ...who, SendTo: `${TEXT},447700900124,${PIN}`, ReplyTo: PIN, Message: TEXT });
    await ask(SMS, { Username: PIN, PIN: who.Username, ...TO, Message: TEXT });
    await ask(SMS, { ...who, ...TO, SendTimeDelay: PIN, Message: TEXT });
    await ask(MMS, { ...who, ...TO, PhoneMake: TEXT, vCard: TEXT });
    await fetch(`${SMS}?Username=${who.Username}&PIN=${who.PIN}&SendTo=447700900123&Message=${encodeURIComponent(TEXT)}`);
    const parts = `<Username>${who.Username}</Username><PIN>${PIN}</PIN>`;
    const headers = { 'Content-Type': 'text/xml' };
    await fetch('/sendsms3', { method: 'POST', headers, body: envelope('AvailableCredit', parts) });
    await fetch('/sendsms3', { method: 'POST', headers, body: envelope(PIN, `<a>${TEXT}</a>`) });
    await inbox('447700900123', 2);
    store.accept = () => Promise.reject(Object.assign(new Error('for 447700900123'), { detail: TEXT }));
    await ask(SMS, { ...who, ...TO, Message: TEXT });
    log.flush();
    const written = lines.join('');
    expect(written.split('\n').length).toBeGreaterThan(8);
    expect(written).toContain('4477*****123');
    expect(written).toContain('"refusal":2');
    for (const secret of [PIN, who.PIN, WHO.PIN, TEXT, TEXT.slice(0, 8), '447700900123', '447700900124']) {
      expect(written).not.toContain(secret);
    }
    const files = readdirSync(folder).map((name) => readFileSync(join(folder, name)));
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) for (const pin of [who.PIN, `"${WHO.PIN}"`]) expect(file.includes(pin)).toBe(false);
  });

  it('an error in the log has neither numbers nor more than its own words', () => {
    const error = Object.assign(new TypeError('no 447700900123 here'), { code: 'E_X', detail: PIN });
    expect(faultFields(error)).toMatchObject({ error: 'TypeError', code: 'E_X', reason: 'no ***** here' });
    expect(JSON.stringify(faultFields(error))).not.toMatch(/447700900123|PinNobody/);
    expect(faultFields(PIN)).toEqual({ error: 'string' });
  });

  it('answers repeat no PIN', async () => {
    const { ask, fetch } = await testGateway();
    const answers = [
      await ask(SMS, { ...WHO, ...TO, SendTimeDelay: 'x', Message: 'x' }),
      await ask(SMS, { ...WHO, PIN, ...TO, Message: 'x' }),
      await ask(QUERY, { ...WHO, PIN }),
      await (await fetch('/sendsms3', { method: 'POST', headers: { 'Content-Type': 'text/xml' }, body: `<a>${PIN}` })).text(),
      await (await fetch(`/nowhere?PIN=${PIN}`)).text(),
    ];
    for (const answer of answers) expect(answer).not.toMatch(/PinNobody|012345(?!\d)/);
  });
});

describe('what is of one account', () => {
  it("is not another's: library, address books, credit", async () => {
    const { tags, ask } = await testGateway();
    const stranger = { Username: 'Stranger.9', PIN: '8888' };
    const own = await tags(MMS, { ...WHO, ...TO, WAPPushFileName1: 'a.gif', WAPPushFileData1: GIF });
    expect((await tags(MMS, { ...stranger, ...TO, MMSFileWAP: own.LibraryNumber as string })).Report).toBe('20');
    expect((await tags(MMS, { ...stranger, ...TO, PhoneMake: 'Nokia', PictureMessage: '20001' })).Report).toBe('20');
    expect((await tags(SMS, { ...stranger, SendToAddressBook: 'Friends', Message: 'x' })).Report).toBe('14');
    expect((await tags(SMS, { ...stranger, ...TO, ReplyTo: 'MyShop', Message: 'x' })).Report).toBe('12');
    const take = { TransferToAccountUsername: WHO.Username, TransferCurrencyAmount: '1.00' };
    expect(await ask(MANAGE, { ...stranger, ...take })).toMatch(/^Report=13&/);
  });

  it('whether something is absent or of somebody else is not told', async () => {
    const { ask } = await testGateway();
    const stranger = { Username: 'Stranger.9', PIN: '8888', ...TO, PhoneMake: 'Nokia' };
    const answers = await Promise.all(['20001', '20002'].map((PictureMessage) => ask(MMS, { ...stranger, PictureMessage })));
    expect(answers[0]?.replace('20001', 'N')).toBe(answers[1]?.replace('20002', 'N'));
  });
});
