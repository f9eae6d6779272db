// Virtual phones in place of people: no SIM, no network, nothing left behind.
import { createTestGateway } from 'handset/gateway';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { remind } from './reminders.js';

let gateway;
beforeAll(async () => {
  gateway = await createTestGateway({ accounts: [{ username: 'Clinic.1', pin: '4711', replyTo: ['Clinic'] }] });
});
afterAll(() => gateway.close());

test('everyone gets the time of the appointment', async () => {
  const account = { server: gateway.url, username: 'Clinic.1', pin: '4711' };
  await remind(account, [
    { phone: '+447700900123', at: '9:30' },
    { phone: '+447700900124', at: '10:15' },
  ]);
  expect(await gateway.phone('+447700900123').nextMessage()).toMatchObject({
    from: 'Clinic',
    text: 'We see you tomorrow at 9:30.',
  });
  expect((await gateway.phone('+447700900124').nextMessage()).text).toBe('We see you tomorrow at 10:15.');
});

test('a number that is none is refused', async () => {
  const account = { server: gateway.url, username: 'Clinic.1', pin: '4711' };
  await expect(remind(account, [{ phone: 'unknown', at: '9:30' }])).rejects.toThrow();
});
