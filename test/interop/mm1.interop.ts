/**
 * Phones on MM1 as others have them: requests as a Samsung SGH-I617 and a program for Android write them, posted by curl, and every answer read by tshark.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestMmsc, type TestMmsc } from '../../src/gateway/index.js';
import { encodeMms } from '../../src/mms/binary.js';
import { encodePush } from '../../src/push/index.js';
import { androidSend, samsungSend } from '../support/foreign-mms.js';
import { dissectProtocols } from './drivers/tshark.js';
import { shownMms } from './mms-shown.js';

const run = promisify(execFile);
const TYPE = 'application/vnd.wap.mms-message';
const ANN = '447700900001';
const BOB = '447700900002';

let mmsc: TestMmsc;
beforeAll(async () => {
  mmsc = await createTestMmsc({ numbers: [ANN, BOB] });
});
afterAll(() => mmsc.close());

/** What is on the web's other side is curl. */
async function curl(args: readonly string[], input: Uint8Array = new Uint8Array(0)): Promise<Uint8Array> {
  const running = run('curl', ['--silent', '--show-error', '--fail', ...args], { encoding: 'buffer' });
  running.child.stdin?.end(input);
  return (await running).stdout;
}

const post = (number: string, octets: Uint8Array) =>
  curl(['--header', `Content-Type: ${TYPE}`, '--data-binary', '@-', mmsc.addressFor(number)], octets);

/** What tshark shows of a PDU. */
async function shown(octets: Uint8Array) {
  const push = encodePush({ transactionId: 1, contentType: TYPE, body: octets });
  const [protocols] = await dissectProtocols([{ octets: push, direction: 'MT' }], 'wsp-cl');
  return shownMms(protocols ?? []);
}

describe('a message of another program', () => {
  it('of a Samsung SGH-I617 goes to both recipients, and every PDU of it is what tshark reads', async () => {
    const plmn = (number: string) => `+${number}/TYPE=PLMN`;
    const request = samsungSend('S1', [`+${BOB}`, '+447700900003']);
    expect(await shown(request)).toMatchObject({ 'mmse.to': [plmn(BOB), '+447700900003/TYPE=PLMN'], malformed: false });
    expect(await shown(await post(ANN, request))).toMatchObject({
      ...{ 'mmse.message_type': ['0x81'], 'mmse.transaction_id': ['S1'], 'mmse.mms_version': ['1.2'] },
      ...{ 'mmse.response_status': ['0x80'], malformed: false },
    });
    const [notification] = await mmsc.pushes(BOB);
    expect(await shown(encodeMms(notification!))).toMatchObject({
      ...{ 'mmse.message_type': ['0x82'], 'mmse.from': [plmn(ANN)], 'mmse.subject': ['Holiday'], 'mmse.expiry.rel': [604_800] },
      malformed: false,
    });
    const message = await shown(await curl([notification?.contentLocation as string]));
    expect(message).toMatchObject({
      ...{ 'mmse.message_type': ['0x84'], 'mmse.from': [plmn(ANN)], 'mmse.subject': ['Holiday'], malformed: false },
      'mmse.transaction_id': [notification?.transactionId],
    });
    expect(message.body).toMatchObject({
      parts: [{ contentType: 'application/smil' }, { name: '12345678.txt', length: 14 }, { name: 'PICT0001.jpg', length: 300 }],
    });
  });

  it('of a program for Android is known when it comes again with another date', async () => {
    const recipients = [`+${BOB}`, '07700900003'] as const;
    const first = await post(ANN, androidSend('T1', 0, recipients));
    const again = await post(ANN, androidSend('T1', 60, recipients));
    expect(Buffer.from(again)).toEqual(Buffer.from(first));
    expect(await shown(first)).toMatchObject({ 'mmse.response_status': ['0x80'], malformed: false });
  });

  it('leads to reports that tshark reads', async () => {
    const asking = { deliveryReport: true, readReport: true, to: [BOB], parts: [] };
    const sent = await post(ANN, encodeMms({ type: 'M-Send.req', transactionId: 'R1', mmsVersion: '1.2', ...asking }));
    const messageId = (await shown(sent))['mmse.message_id'];
    const { transactionId } = (await mmsc.pushes(BOB, 3)).at(-1)!;
    const about = { mmsVersion: '1.2', transactionId: transactionId as string } as const;
    await post(BOB, encodeMms({ type: 'M-NotifyResp.ind', ...about, status: 'retrieved' }));
    const [delivery] = await mmsc.pushes(ANN);
    expect(await shown(encodeMms(delivery!))).toMatchObject({
      ...{ 'mmse.message_type': ['0x86'], 'mmse.message_id': messageId, 'mmse.to': [`+${BOB}/TYPE=PLMN`] },
      ...{ 'mmse.status': ['0x81'], malformed: false },
    });
    const read = { messageId: transactionId as string, to: [ANN], readStatus: 'read' } as const;
    await post(BOB, encodeMms({ type: 'M-Read-Rec.ind', mmsVersion: '1.2', ...read }));
    const origin = (await mmsc.pushes(ANN, 2))[1];
    expect(await shown(encodeMms(origin!))).toMatchObject({
      ...{ 'mmse.message_type': ['0x88'], 'mmse.message_id': messageId, 'mmse.from': [`+${BOB}/TYPE=PLMN`] },
      ...{ 'mmse.read_status': ['0x80'], malformed: false },
    });
  });
});
