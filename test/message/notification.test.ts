/** Notifications of multimedia messages: the push that carries them, what is said of them, what is refused. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeUtf8, toHex } from '../../src/bytes/index.js';
import { FormatError } from '../../src/errors.js';
import {
  type BuildOptions,
  buildSubmits,
  type Content,
  type FormChoice,
  lintNotification,
  readSubmits,
} from '../../src/message/index.js';
import { decodeMms, encodeMms, type MNotificationInd } from '../../src/mms/binary.js';
import { decodePush, encodePush } from '../../src/push/binary.js';
import type { InformationElement, Submit } from '../../src/sms/index.js';
import { notification as anyNotification } from '../support/contents.js';
import { hex } from '../support/hex.js';
import { damaged, refusal } from '../support/hostile.js';
import { fixture } from '../support/vectors.js';

const to = '+447700900123';
const notification: MNotificationInd = {
  type: 'M-Notification.ind',
  transactionId: 'T1',
  mmsVersion: '1.0',
  messageClass: 'personal',
  messageSize: 8000,
  expiry: { kind: 'relative', seconds: 86_400 },
  contentLocation: 'http://mmsc.example.com/1',
};
const udh: InformationElement[] = [{ kind: 'ports16', destination: 2948, source: 9200 }];
const read = (data: Uint8Array, lenient = false) => readSubmits([{ udh, tpDcs: 0x04, tpPid: 0, data }], { lenient });
const mmsPush = (body: Uint8Array) => encodePush({ contentType: 'application/vnd.wap.mms-message', applicationId: 4, body });

function built(content: Content, options: Partial<BuildOptions> = {}) {
  let choice: FormChoice | undefined;
  const submits = buildSubmits(content, { to, reference: 1, ...options, onChoice: (chosen) => (choice = chosen) });
  return { submits, choice: choice as FormChoice };
}

const dataOf = (submits: readonly Submit[]) => Uint8Array.from(submits.flatMap(({ data }) => [...(data as Uint8Array)]));
const vectorOf = (file: string, id: string) =>
  hex(
    (fixture(`vectors/${file}.json`) as { vectors: { id: string; hex: string }[] }).vectors.find((one) => one.id === id)?.hex ??
      '',
  );

describe('messages of others', () => {
  it('a push whose content type is spelt out', () => {
    expect(read(vectorOf('wap-push', 'w-mms'))).toEqual({
      kind: 'mmsNotification',
      notification: { ...notification, transactionId: '1' },
    });
  });

  it('a notification as tshark and PduParser read it', () => {
    expect(read(mmsPush(vectorOf('mms', 'notify')))).toMatchObject({
      kind: 'mmsNotification',
      notification: {
        transactionId: 'N1',
        mmsVersion: '1.2',
        from: '+44770090001/TYPE=PLMN',
        subject: 'Hi',
        messageSize: 30720,
      },
    });
  });

  it('one that a CDMA gateway sent, with its empty sender (forum of NowSMS, 2006)', () => {
    const headers = Uint8Array.of(...encodeUtf8('application/vnd.wap.mms-message\0'), 0x8d, 0xdc, 0xaf, 0x84, 0xb4, 0x80);
    const body = Uint8Array.of(
      ...[0x8c, 0x82, 0x98, ...encodeUtf8('M20060217003438\0'), 0x8d, 0x90, 0x89, 0x02, 0x80, 0x00, 0x8a, 0x80],
      ...[
        0x8e,
        0x01,
        0x80,
        0x88,
        0x05,
        0x81,
        0x03,
        0x01,
        0x51,
        0x80,
        0x83,
        ...encodeUtf8('http://10.0.9.25/M20060217003438\0'),
      ],
    );
    const content = read(Uint8Array.of(0x59, 0x06, headers.length, ...headers, ...body), true);
    expect(content).toMatchObject({
      kind: 'mmsNotification',
      notification: {
        transactionId: 'M20060217003438',
        messageSize: 128,
        expiry: { kind: 'relative', seconds: 86_400 },
        contentLocation: 'http://10.0.9.25/M20060217003438',
      },
    });
  });

  it('a delivery report is no notification, and stays as it came', () => {
    const report = encodeMms({
      type: 'M-Delivery.ind',
      mmsVersion: '1.0',
      messageId: 'M1',
      to: ['+447700900001/TYPE=PLMN'],
      date: new Date(0),
      status: 'retrieved',
    });
    expect(read(mmsPush(report))).toMatchObject({ kind: 'pdu', udh, data: mmsPush(report) });
  });
});

describe('what is sent', () => {
  it('a push to port 2948 for the application mms.ua, its content type as one octet', () => {
    const { submits, choice } = built({ kind: 'mmsNotification', notification });
    expect(choice).toEqual({
      form: 'wap-push',
      port: 2948,
      tpDcs: 0x04,
      reason: expect.any(String),
      confirmed: true,
      warnings: [],
    });
    expect(submits).toMatchObject([{ tpDcs: 0x04, tpPid: 0, udh }]);
    const [{ data } = {}] = submits;
    expect(toHex(data?.subarray(0, 8) as Uint8Array)).toBe('000603BEAF848C82');
    expect(decodeMms(data?.subarray(6) as Uint8Array)).toEqual(notification);
  });

  it('with what else the header of a push says, another application too', () => {
    const push = { transactionId: 7, pushFlag: 0, applicationId: 'http://example.com/mms' };
    const { submits } = built({ kind: 'mmsNotification', notification }, { push });
    expect(decodePush(dataOf(submits))).toMatchObject({ ...push, contentType: 'application/vnd.wap.mms-message' });
    const silent = built({ kind: 'mmsNotification', notification }, { push: { applicationId: undefined } });
    expect(decodePush(dataOf(silent.submits)).applicationId).toBe(4);
  });

  it('comes back, whatever is in it', () => {
    fc.assert(
      fc.property(anyNotification, (content) => {
        expect(readSubmits(built(content).submits)).toEqual(content);
      }),
    );
  });
});

describe('what is said', () => {
  const long = (most: number) => 'x'.repeat(most + 1);
  it.each<[string, Partial<MNotificationInd>, string, string, string]>([
    ['no scheme', { contentLocation: 'mmsc/1' }, 'scheme', 'X-Mms-Content-Location', 'the address has no scheme'],
    ['another scheme', { contentLocation: 'mailto:a@b' }, 'scheme', 'X-Mms-Content-Location', 'the scheme is mailto'],
    ['a long address', { contentLocation: `http://${long(93)}` }, 'too-long', 'X-Mms-Content-Location', '101 octets'],
    ['a long transaction', { transactionId: long(40) }, 'too-long', 'X-Mms-Transaction-Id', '41 octets'],
    ['a long subject', { subject: `${'ä'.repeat(40)}😀` }, 'too-long', 'Subject', '41 characters'],
    ['no time left', { expiry: { kind: 'relative', seconds: 0 } }, 'expired', 'X-Mms-Expiry', 'expires at once'],
  ])('of %s', (_, change, code, name, message) => {
    const field = `MMS/${name}`;
    const found = { code, field, message: expect.stringContaining(message) };
    expect(lintNotification({ ...notification, ...change })).toEqual([found]);
    const { choice } = built({ kind: 'mmsNotification', notification: { ...notification, ...change } });
    expect(choice.warnings).toEqual([expect.stringMatching(new RegExp(`^${field}: .*${message}`))]);
  });

  it('of one as long as every handset has to take: nothing', () => {
    const most = { contentLocation: `http://${'x'.repeat(93)}`, transactionId: 'x'.repeat(40), subject: '😀'.repeat(40) };
    expect(lintNotification({ ...notification, ...most })).toEqual([]);
    expect(lintNotification({ ...notification, contentLocation: 'HTTPS://a' })).toEqual([]);
  });

  it('of more messages than usual', () => {
    const with3 = built({ kind: 'mmsNotification', notification: { ...notification, from: `${'x'.repeat(290)}@a.com` } });
    expect([with3.submits.length, with3.choice.warnings]).toEqual([3, []]);
    const with4 = built({ kind: 'mmsNotification', notification: { ...notification, from: `${'x'.repeat(400)}@a.com` } });
    expect([with4.submits.length, with4.choice.warnings]).toEqual([4, [expect.stringContaining('4 messages')]]);
  });

  it('of what a lenient reading left out: nothing', () => {
    const { contentLocation: _, expiry: __, transactionId: ___, ...rest } = notification;
    expect(lintNotification(rest as never)).toEqual([]);
  });
});

describe('refusals', () => {
  it('another PDU as a notification', () => {
    const other = { ...notification, type: 'M-Send.req' } as never;
    expect(refusal(() => built({ kind: 'mmsNotification', notification: other }))).toEqual({
      code: 'bad-value',
      field: 'content.notification',
      offset: undefined,
    });
  });

  it.each<[string, Partial<Record<keyof MNotificationInd, unknown>>]>([
    ['no address', { contentLocation: undefined }],
    ['no expiry', { expiry: undefined }],
    ['a size below 0', { messageSize: -1 }],
  ])('%s', (_, change) => {
    const wrong = { ...notification, ...change } as MNotificationInd;
    expect(() => built({ kind: 'mmsNotification', notification: wrong })).toThrow(FormatError);
  });

  it('a fault in the notification tells the place in the push', () => {
    const data = mmsPush(encodeMms(notification));
    const cut = data.subarray(0, data.length - 3);
    const { offset } = refusal(() => read(cut));
    expect(offset).toBeGreaterThan(6);
    expect(offset).toBeLessThanOrEqual(cut.length);
  });

  it('damaged pushes give a content or a FormatError', () => {
    const octets = anyNotification.map((content) => mmsPush(encodeMms(content.notification)));
    fc.assert(
      fc.property(damaged(octets), fc.boolean(), (data, lenient) => {
        try {
          expect(read(data, lenient).kind).toBeTypeOf('string');
        } catch (error) {
          if (!(error instanceof FormatError)) throw error;
          expect(error.offset ?? 0).toBeLessThanOrEqual(data.length);
        }
      }),
    );
  });
});
