/**
 * Our MMS PDUs read by tshark, as pushes carry them.
 */
import { describe, it } from 'vitest';
import { encodeMms, type MmsPdu } from '../../src/mms/binary.js';
import { encodePush } from '../../src/push/index.js';
import { PDU_TYPES } from '../support/mms.js';
import { draw, SEED } from './arbitraries.js';
import { dissectProtocols, tsharkVersion } from './drivers/tshark.js';
import { judge } from './judge.js';
import { MMS_FAULTS } from './mms-faults.js';
import { expectedMms, type RawHeaders, shownMms } from './mms-shown.js';
import { hex } from './report.js';
import { messageOf } from './tame-messages.js';

/** Messages of each type. */
const OF_EACH = 12;

/** Texts that tshark prints as they are, and two that it does not. */
function tame(text: string): string {
  if (/[^ -~]/.test(text)) return text.length % 2 === 1 ? 'Grüße 你好' : 'über';
  return text.replace(/[\\"'<>&]/g, 'x');
}

const cases = PDU_TYPES.flatMap((type) => draw(messageOf(type, tame), OF_EACH));
const pdus = cases.map(encodeMms);

/** Octets of fields that tshark shows as octets: each of them alone behind an acknowledgement, or a request. */
function rawOf(pdu: MmsPdu): RawHeaders {
  return (property) => {
    const value = (pdu as unknown as Record<string, unknown>)[property];
    // Of several states only a view request tells.
    const type = property === 'mmStates' ? 'M-Mbox-View.req' : 'M-Acknowledge.ind';
    const front = encodeMms({ type, transactionId: '', mmsVersion: '1.2' });
    const list = value === undefined ? [] : Array.isArray(value) ? value : [value];
    return list.map((item) => {
      const ack = {
        type,
        transactionId: '',
        mmsVersion: '1.2',
        [property]: Array.isArray(value) ? [item] : item,
      };
      const octets = encodeMms(ack as unknown as MmsPdu).subarray(front.length);
      return { code: (octets[0] as number) & 0x7f, value: octets.subarray(1) };
    });
  };
}

describe(`MMS, read by tshark (seed ${SEED})`, () => {
  it(`${cases.length} PDUs of all types`, async () => {
    const pushes = pdus.map((data) =>
      encodePush({ transactionId: 1, contentType: 'application/vnd.wap.mms-message', body: data }),
    );
    const protocols = await dissectProtocols(
      pushes.map((octets) => ({ octets, direction: 'MT' })),
      'wsp-cl',
    );
    judge(
      `tshark ${await tsharkVersion()}, MMS`,
      MMS_FAULTS,
      cases.map((input, index) => ({
        input,
        right: expectedMms(input, rawOf(input)),
        shown: shownMms(protocols[index]!),
        label: `${input.type} ${hex(pdus[index]!)}`,
      })),
    );
  });
});
