/** Sending from the page: by the gateway that serves it, and by a modem on a serial port of the browser. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decodeSubmit } from '../../src/sms/index.js';
import { endGateways, inboxOf, type ServedGateway, serveGateway } from '../interop/drivers/gateway.js';
import { accessFaults, expectNoSidewaysScroll, servePage, TestBrowser, type Watched } from './browser.js';
import type { FakeSerial } from './fake-serial.js';

const ACCOUNT = { username: 'Page.1', pin: '00016655', credit: '500.0000', replyTo: ['MyShop'] };
const POOR = { username: 'Poor.1', pin: '00017766', credit: '0.0000' };
const SERIAL = buildSync({
  ...{ entryPoints: [fileURLToPath(new URL('fake-serial.ts', import.meta.url))], bundle: true, write: false, format: 'iife' },
}).outputFiles[0]?.text as string;

const folder = mkdtempSync(join(tmpdir(), 'handset-send-'));
let browser: TestBrowser;
let gateway: ServedGateway;
let page: Page;
let watched: Watched;

beforeAll(async () => {
  [browser, gateway] = await Promise.all([
    TestBrowser.start(),
    serveGateway(folder, { sqlite: join(folder, 'store.db') }, { serviceDomain: 'gw.example.net', accounts: [ACCOUNT, POOR] }),
  ]);
  await browser.context.addInitScript(SERIAL);
  [page, watched] = await browser.open(`${gateway.operators}/#compose/text`);
  await openSend(page);
});

afterAll(async () => {
  await browser?.stop();
  await endGateways();
  rmSync(folder, { recursive: true });
});

async function openSend(on: Page): Promise<void> {
  await on.locator('#result-send > summary').click();
  await on.locator('#send-recipients').waitFor();
}

const choose = (form: string) => page.locator(`#compose-kind input[value="${form}"]`).check();
const status = () => page.locator('#send-status').textContent();
const focused = () => page.evaluate(() => document.activeElement?.id);
const newest = () => page.locator('#send-sent > li').first();

/** What a handset received first; a message that is accepted is delivered some time later, part after part. */
const firstIn = async (number: string) => (await inboxOf(gateway, number)).messages[0]?.content;

async function login({ username, pin }: { username: string; pin: string } = ACCOUNT): Promise<void> {
  await page.locator('#send-username').fill(username);
  await page.locator('#send-pin').fill(pin);
}

async function writeText(text: string): Promise<void> {
  await choose('text');
  await page.locator('#compose-text').fill(text);
  // The request has the text once typing has settled.
  await page.locator('#send-request', { hasText: text.slice(0, 60) }).waitFor({ state: 'attached' });
}

describe('by the gateway', () => {
  it.each([
    ['text', 'text'],
    ['tune', 'ringtone'],
    ['picture', 'pictureMessage'],
    ['logo', 'operatorLogo'],
    ['group', 'groupGraphic'],
    ['card', 'vcard'],
    ['calendar', 'vcalendar'],
    ['si', 'serviceIndication'],
    ['mms', 'mmsNotification'],
  ])('%s is sent, delivered, and in the inbox of the handset', async (form, kind) => {
    const to = `4477009010${form.length}${form.charCodeAt(0)}${form.charCodeAt(1)}`.slice(0, 15);
    await choose(form);
    await login();
    await page.locator('#send-recipients').fill(to);
    await expect.poll(() => page.locator('#send-now').textContent()).toBe('Send to 1 recipient');
    await expect.poll(() => page.locator('#send-now').isEnabled()).toBe(true);
    await page.locator('#send-now').click();
    await expect.poll(status).toMatch(/^Accepted: \d+ messages?\.$/);
    await expect.poll(() => newest().textContent()).toMatch(new RegExp(`^${to}delivered`));
    expect(await newest().textContent()).toMatch(/[A-Z0-9]{15}/);
    const { messages } = await inboxOf(gateway, to);
    expect(messages.map(({ content }) => (content as { readonly kind?: string } | undefined)?.kind)).toContain(kind);
  });

  it('several recipients get it, and the inbox of each is a click away', async () => {
    await writeText('To both');
    await login();
    await page.locator('#send-recipients').fill('+44 7700 900201, 447700900202');
    await page.locator('#send-now').click();
    await expect.poll(status).toBe('Accepted: 2 messages.');
    await expect.poll(focused).toBe('send-now');
    for (const to of ['447700900201', '447700900202'])
      await expect.poll(() => firstIn(to)).toEqual({ kind: 'text', text: 'To both' });
    await page.getByRole('link', { name: 'Inbox of 447700900201' }).click();
    await page.locator('#inbox-messages', { hasText: 'To both' }).waitFor();
    await page.locator('#tab-compose').click();
  });

  it('a text that is UCS-2 by choice goes as PDUs, each a request', async ({ onTestFinished }) => {
    onTestFinished(async () => {
      await page.locator('#compose-alphabet').selectOption('automatic');
    });
    await writeText('Ω '.repeat(100).trim());
    await page.locator('#compose-alphabet').selectOption('ucs2');
    await page.locator('#send-recipients').fill('447700900203');
    await page.locator('.send summary', { hasText: '3 requests' }).waitFor();
    await page.locator('#send-now').click();
    await expect.poll(status).toBe('Accepted: 3 messages.');
    await expect.poll(() => firstIn('447700900203')).toMatchObject({ text: 'Ω '.repeat(100).trim() });
  });

  it('a text that is sent before typing has paused is the one that was typed', async () => {
    await writeText('Typed before');
    await login();
    await page.locator('#send-recipients').fill('447700900211');
    await page.evaluate(() => {
      const control = document.querySelector<HTMLTextAreaElement>('#compose-text') as HTMLTextAreaElement;
      control.value = 'Typed just now';
      control.dispatchEvent(new Event('input', { bubbles: true }));
      document.querySelector<HTMLElement>('#send-now')?.click();
    });
    await expect.poll(() => firstIn('447700900211')).toEqual({ kind: 'text', text: 'Typed just now' });
  });

  it('the request that is shown is the one of the curl command, without the PIN', async () => {
    await writeText('Shown before');
    await login();
    const shown = (await page.locator('#send-request').textContent()) ?? '';
    expect(shown.split('\n').slice(0, 3)).toEqual([
      'POST /webservices/http/sendsms',
      `Username=${ACCOUNT.username}`,
      'PIN=••••',
    ]);
    expect(shown).not.toContain(ACCOUNT.pin);
    const curl = (await page.locator('[data-form="curl"] pre').first().textContent()) ?? '';
    expect(curl).toContain('/webservices/http/sendsms');
    for (const line of shown.split('\n').slice(3)) if (!line.startsWith('SendTo')) expect(curl).toContain(`'${line}'`);
  });

  it.each([
    ['a wrong PIN', { username: ACCOUNT.username, pin: '99999999' }, 'code 2 (invalid login)', '#send-pin'],
    ['no credit', POOR, 'code 15 (out of credit)', '#send-username'],
  ])('%s is refused in words, at its field', async (_, account, words, control) => {
    await writeText('Refused');
    await login(account);
    await page.locator('#send-recipients').fill('447700900204');
    await page.locator('#send-now').click();
    await expect.poll(status).toBe('Refused.');
    await newest().filter({ hasText: words }).waitFor();
    expect(await page.locator(control).getAttribute('aria-invalid')).toBe('true');
    const fault = (await page.locator(control).getAttribute('aria-describedby')) as string;
    expect(await page.locator(`#${fault}`).textContent()).toContain(words);
    expect((await inboxOf(gateway, '447700900204')).messages).toEqual([]);
    await login();
    expect(await page.locator(control).getAttribute('aria-invalid')).toBe(null);
  });

  it.each([
    ['07700 900123', 'begins with 0'],
    ['447700900123, nobody', 'number 2 "nobody"'],
    ['', ''],
  ])('recipients %j are told of before anything is sent', async (typed, words) => {
    await page.locator('#send-recipients').fill(typed);
    // Left without any it is the one of the result again, and not before: somebody may type on.
    if (words === '') {
      expect(await page.locator('#send-recipients').inputValue()).toBe('');
      await page.locator('.send .error', { hasText: 'no recipients' }).waitFor();
      await page.locator('#send-recipients').blur();
      expect(await page.locator('#send-recipients').inputValue()).toBe(await page.locator('#result-to').inputValue());
      return;
    }
    await page.locator('.send .error', { hasText: words }).waitFor();
    expect(await page.locator('#send-now').isDisabled()).toBe(true);
  });

  it('a number that is none of the interface is refused by the gateway for that recipient', async () => {
    await writeText('Too short');
    await page.locator('#send-recipients').fill('12345');
    await page.locator('.send .error', { hasText: /7 to 15 digits/ }).waitFor();
    expect(await page.locator('#send-now').isDisabled()).toBe(true);
  });

  it('an originator that is not one of the account is told of', async () => {
    await page.locator('#result-more > summary').click();
    await page.locator('#result-from').fill('Elsewhere');
    await page.locator('#send-recipients').fill('447700900205');
    await writeText('From elsewhere');
    await page.locator('#send-request', { hasText: 'ReplyTo=Elsewhere' }).waitFor({ state: 'attached' });
    await page.locator('#send-now').click();
    await page.locator('.send .error', { hasText: 'originator is refused, code 12' }).waitFor();
    await page.locator('#result-from').fill('');
  });

  it('another address than the own gateway is refused in words', async () => {
    const own = await page.locator('#result-gateway').inputValue();
    await page.locator('#result-gateway').fill('http://gw.example.com');
    await page.locator('.send .note', { hasText: 'lets it ask no server but its own' }).waitFor();
    expect(await page.locator('#send-now').isDisabled()).toBe(true);
    await page.locator('#result-gateway').fill(own);
    await expect.poll(() => page.locator('#send-now').isEnabled()).toBe(true);
  });

  it('a request without an answer may have been accepted, and the page says so', async () => {
    await writeText('Lost');
    await page.route('**/send/webservices/**', (route) => route.abort('connectionreset'));
    await page.locator('#send-now').click();
    await expect.poll(status).toBe('Nobody knows whether it was accepted.');
    await newest().filter({ hasText: 'the gateway may have the message' }).waitFor();
    await page.unroute('**/send/webservices/**');
    watched.errors.length = 0;
  });

  it('a message that waits is taken back', async () => {
    await writeText('Waits');
    // Nothing composes a delay: the gateway is asked for one on the way.
    await page.route('**/send/webservices/**', async (route) => {
      await route.continue({ postData: `${route.request().postData()}&SendTimeDelay=60` });
    });
    await page.locator('#send-recipients').fill('447700900206');
    await page.locator('#send-now').click();
    await newest()
      .filter({ hasText: /scheduled.*waits until \d{4}-/ })
      .waitFor();
    await page.unroute('**/send/webservices/**');
    await page.getByRole('button', { name: 'Take back the message to 447700900206' }).click();
    await newest().filter({ hasText: 'taken back, the charge is back too' }).waitFor();
    expect(await focused()).toBe('send-now');
    expect((await inboxOf(gateway, '447700900206')).messages).toEqual([]);
  });

  it('a login that is refused later is tried once, not for each message that is followed', async () => {
    await writeText('Followed');
    await login();
    let asked = 0;
    await page.route('**/send/v1/messages/**', (route) => {
      asked++;
      return route.fulfill({ status: 401, body: '{"detail":"Invalid Login"}' });
    });
    await page.locator('#send-recipients').fill('447700900208, 447700900209, 447700900210');
    await page.locator('#send-now').click();
    for (const nth of [0, 1, 2])
      await page.locator('#send-sent > li').nth(nth).filter({ hasText: 'Invalid Login (status 401)' }).waitFor();
    expect(asked).toBe(1);
    await page.unroute('**/send/v1/messages/**');
    watched.errors.length = 0;
  });

  it('the keyboard alone sends', async () => {
    await writeText('By keys');
    await page.locator('#send-recipients').focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('447700900207');
    for (const typed of [undefined, ACCOUNT.username, ACCOUNT.pin]) {
      await page.keyboard.press('Tab');
      if (typed !== undefined) await page.keyboard.type(typed);
    }
    await page.keyboard.press('Enter');
    await newest()
      .filter({ hasText: /447700900207delivered/ })
      .waitFor();
  });

  it('the PIN is nowhere but in its field', async () => {
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href, document.cookie]),
    );
    expect(kept).not.toContain(ACCOUNT.pin);
    expect(await page.evaluate(() => document.documentElement.outerHTML)).not.toContain(ACCOUNT.pin);
    expect(watched).toEqual({ strays: [], errors: [] });
  });
});

describe('without a gateway', () => {
  it('the page says how to come to one, and asks no server', async () => {
    const server = await servePage();
    const [other, seen] = await browser.open(`${server.url}#compose/text`);
    await openSend(other);
    await other.locator('#send-by').selectOption('gateway');
    await other.locator('.send', { hasText: 'did not come from a gateway' }).waitFor();
    await other.locator('.send', { hasText: 'npx handset serve --demo' }).waitFor();
    expect(seen).toEqual({ strays: [], errors: [] });
    await other.close();
    await server.close();
  });
});

describe('by a modem', () => {
  type WithFake = { fake: FakeSerial };
  const modemStatus = () => page.locator('#send-modem-status').textContent();
  const sentBy = () => page.evaluate(() => (globalThis as unknown as WithFake).fake.modem.sent.map((tpdu) => [...tpdu]));
  const isOpen = () => page.evaluate(() => (globalThis as unknown as WithFake).fake.isOpen);
  const plug = (options: Parameters<FakeSerial['plug']>[0] = {}) =>
    page.evaluate((given) => {
      const { fake } = globalThis as unknown as WithFake;
      fake.kind = 'free';
      fake.plug(given);
    }, options);
  const fault = (line: string, times = 1) =>
    page.evaluate(
      ([instead, often]) => {
        (globalThis as unknown as WithFake).fake.modem.faults.push({ on: /PDU/, times: often, instead: [instead] });
      },
      [line, times] as const,
    );
  const first = () => page.locator('#send-modem-sent > li').first();
  const ready = async () => {
    await page.locator('#send-port').click();
    await expect.poll(modemStatus).toBe('Ready.');
  };

  beforeAll(async () => {
    await page.locator('#send-by').selectOption('modem');
    await page.locator('#send-recipients').fill('447700900123');
  });
  beforeEach(async () => {
    if (await page.locator('#send-disconnect').isVisible()) await page.locator('#send-disconnect').click();
    await expect.poll(isOpen).toBe(false);
    await plug();
  });

  it('shows the modem, its network and signal, and sends a long text in three parts with their references', async () => {
    const text = 'Meeting at five in the usual place. '.repeat(12).trim();
    await choose('text');
    await page.locator('#compose-text').fill(text);
    await ready();
    expect(await page.locator('#send-modem').textContent()).toContain('generic modem');
    expect(await page.locator('#send-modem').textContent()).toMatch(/Test Network, home.*-79 dBm/);
    expect(await page.evaluate(() => (globalThis as unknown as WithFake).fake.baudRate)).toBe(115_200);
    await page.locator('#send-by-modem', { hasText: 'Send 3 messages to 1 recipient' }).click();
    await expect.poll(modemStatus).toBe('Sent to 1 recipient.');
    await expect.poll(focused).toBe('send-by-modem');
    await first()
      .filter({ hasText: /^447700900123sent3 of 3 parts, reference 1, 2, 3/ })
      .waitFor();
    const parts = (await sentBy()).map((tpdu) => decodeSubmit(Uint8Array.from(tpdu)).text);
    expect(parts.join('')).toBe(text);
    await page.locator('#send-disconnect').click();
    await expect.poll(isOpen).toBe(false);
  });

  it('the PIN of the SIM is asked for, entered once, and not kept', async () => {
    await writeShort('With a PIN');
    await plug({ pin: '1234' });
    await page.locator('#send-port').click();
    await expect.poll(modemStatus).toBe('The SIM asks for its PIN.');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('send-simPin');
    await page.keyboard.type('9999');
    await page.keyboard.press('Enter');
    await expect.poll(modemStatus).toMatch(/incorrect password.*Three wrong ones lock the SIM\. The SIM asks for its PIN\./);
    expect(await page.locator('#send-simPin').inputValue()).toBe('');
    await page.keyboard.type('1234');
    await page.keyboard.press('Enter');
    await expect.poll(modemStatus).toBe('Ready.');
    const entered = await page.evaluate(() =>
      (globalThis as unknown as WithFake).fake.modem.commands.filter((command) => command.startsWith('AT+CPIN=')),
    );
    expect(entered).toEqual(['AT+CPIN="9999"', 'AT+CPIN="1234"']);
    // The focus is where it goes on.
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('send-by-modem');
    await page.keyboard.press('Enter');
    await first().filter({ hasText: 'sent' }).waitFor();
    expect(await sentBy()).toHaveLength(1);
  });

  it('a SIM that is locked by its PUK is told of, and no PIN is asked for', async () => {
    await page.evaluate(() => {
      (globalThis as unknown as WithFake).fake.modem.faults.push({ on: /CPIN\?/, times: 1, instead: ['+CPIN: SIM PUK', 'OK'] });
    });
    await page.locator('#send-port').click();
    await expect.poll(modemStatus).toBe('The SIM asks for SIM PUK.');
    expect(await page.locator('#send-simPin').isVisible()).toBe(false);
    await expect.poll(isOpen).toBe(false);
  });

  it('a port that another program has, and none that is chosen', async () => {
    await page.evaluate(() => {
      (globalThis as unknown as WithFake).fake.kind = 'busy';
    });
    await page.locator('#send-port').click();
    await expect.poll(modemStatus).toContain('another program may have it');
    await page.evaluate(() => {
      (globalThis as unknown as WithFake).fake.kind = 'none';
    });
    await page.locator('#send-port').click();
    await expect.poll(modemStatus).toBe('No port was chosen.');
  });

  it('an error of the network is told by number and meaning', async () => {
    await writeShort('Refused');
    await ready();
    await fault('+CMS ERROR: 21');
    await page.locator('#send-by-modem').click();
    await first()
      .filter({ hasText: 'refused' })
      .filter({ hasText: '+CMS ERROR: 21 (short message transfer rejected)' })
      .waitFor();
    await expect.poll(modemStatus).toBe('Not sent to 1 recipient.');
    // Nothing is lost by it: the next one goes.
    await page.locator('#send-by-modem').click();
    await expect.poll(modemStatus).toBe('Sent to 1 recipient.');
  });

  it('an error after which the message may be there is not tried again', async () => {
    await writeShort('Unclear');
    await ready();
    await fault('+CMS ERROR: 500', 9);
    await page.locator('#send-by-modem').click();
    await first().filter({ hasText: 'unclear' }).filter({ hasText: 'it may be sent' }).waitFor();
    const commands = await page.evaluate(() => (globalThis as unknown as WithFake).fake.modem.commands);
    expect(commands.filter((command) => command.startsWith('AT+CMGS'))).toHaveLength(1);
  });

  it('a modem that is unplugged in the middle closes the port, and says which parts went', async () => {
    await choose('text');
    await page.locator('#compose-text').fill('Meeting at five in the usual place. '.repeat(12).trim());
    await ready();
    await page.locator('#send-by-modem', { hasText: 'Send 3 messages' }).waitFor();
    await page.evaluate(() => {
      const { fake } = globalThis as unknown as WithFake;
      const take = fake.modem.receive.bind(fake.modem);
      let parts = 0;
      fake.modem.receive = (octets) => {
        if (octets.at(-1) === 0x1a && ++parts === 2) fake.unplug();
        else take(octets);
      };
    });
    await page.locator('#send-by-modem').click();
    await first().filter({ hasText: 'One part went before.' }).waitFor();
    await expect.poll(modemStatus).toMatch(/The port is closed: .*(?:unplugged|lost)/);
    await expect.poll(isOpen).toBe(false);
    expect(await page.locator('#send-port').isEnabled()).toBe(true);
  });

  it('a message is cancelled before its next part', async () => {
    await choose('text');
    await page.locator('#compose-text').fill('Meeting at five in the usual place. '.repeat(12).trim());
    await ready();
    await page.locator('#send-by-modem', { hasText: 'Send 3 messages' }).waitFor();
    await page.evaluate(() => {
      (globalThis as unknown as WithFake).fake.modem.faults.push({ on: /PDU/, times: 1, lateMs: 1_500 });
    });
    await page.locator('#send-by-modem').click();
    await page.locator('#send-cancel').click();
    await first().filter({ hasText: 'Cancelled before part 2. One part went before.' }).waitFor();
    expect(await sentBy()).toHaveLength(1);
  });

  it('a modem that does not answer is told of, and the port is closed', async () => {
    await page.evaluate(() => {
      (globalThis as unknown as WithFake).fake.modem.receive = () => {};
    });
    await page.locator('#send-port').click();
    await expect.poll(modemStatus).toContain('is it the right port, and the right speed?');
    await expect.poll(isOpen).toBe(false);
  });

  it('of a multimedia message a modem sends the notification, and the page says so', async () => {
    await choose('mms');
    await page.locator('.send .note', { hasText: 'A modem sends the notification.' }).waitFor();
    await choose('text');
    await page.locator('.send .note', { hasText: 'A modem sends' }).waitFor({ state: 'hidden' });
    expect(watched).toEqual({ strays: [], errors: [] });
  });

  async function writeShort(text: string): Promise<void> {
    await choose('text');
    await page.locator('#compose-text').fill(text);
    await page.locator('#send-by-modem', { hasText: /^Send 1 message to 1 recipient$|^Send$/ }).waitFor();
    await page.locator('[data-form="pdus"] .pdu-hex').first().waitFor();
  }
});

describe('on every screen', () => {
  it.each([360, 768, 1440].flatMap((width) => (['light', 'dark'] as const).map((scheme) => [width, scheme] as const)))(
    '%i px, %s: no fault, nothing wider than the window',
    async (width, scheme) => {
      const [other] = await browser.open(`${gateway.operators}/#compose/text`, { width, scheme });
      await openSend(other);
      await other.locator('#send-username').fill(ACCOUNT.username);
      await other.locator('#send-pin').fill('99999998');
      await other.locator('#send-now').click();
      await other.locator('#send-sent li').first().waitFor();
      expect(await accessFaults(other)).toEqual([]);
      await expectNoSidewaysScroll(other);
      await other.locator('#send-by').selectOption('modem');
      await other.evaluate(() => (globalThis as unknown as { fake: FakeSerial }).fake.plug({ pin: '1234' }));
      await other.locator('#send-port').click();
      await other.locator('#send-simPin').fill('1234');
      await other.locator('#send-pin-enter').click();
      await other.locator('#send-by-modem:enabled').click();
      await other.locator('#send-modem-sent li', { hasText: 'sent' }).waitFor();
      expect(await accessFaults(other)).toEqual([]);
      await expectNoSidewaysScroll(other);
      await other.close();
    },
  );
});
