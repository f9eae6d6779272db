/**
 * The layers that carry a short message by the tables of TS 24.011: each cause, addresses of centres, transaction identifiers, lengths.
 * @module
 */
import type { JsonObject } from '../shape.js';
import type { FamilyCase } from './family.js';
import { typeAndDigits } from './gsm-wire.js';
import { hexOf, sizeOf } from './wire.js';

const TS = '3GPP TS 24.011 section';
const TPDU = '41000B917283010010F500000454F29C0E';

const of = (format: 'rp' | 'cp', id: string, title: string, section: string, hex: string, value: JsonObject): FamilyCase => ({
  ...{ id: `sms-relay/${format}/${id}`, format, title, direction: 'both', specification: `${TS} ${section}` },
  ...{ input: { hex }, expected: { value } },
});

const refused = (format: 'rp' | 'cp', id: string, title: string, section: string, hex: string, field: string): FamilyCase => ({
  ...{ id: `sms-relay/${format}/${id}`, format, title, direction: 'decode', specification: `${TS} ${section}` },
  ...{ input: { hex }, expected: { refused: { reason: 'truncated', field } } },
});

/** An address with the length in octets. */
function centreHex(TON: number, NPI: number, address: string): string {
  const octets = typeAndDigits(TON, NPI, address);
  return hexOf(sizeOf(octets)) + octets;
}

/** RP-Cause (TS 24.011 section 8.2.5.4). */
const RP_CAUSES: readonly (readonly [cause: number, words: string])[] = [
  [1, 'unassigned number'],
  [8, 'operator determined barring'],
  [10, 'call barred'],
  [11, 'reserved'],
  [21, 'transfer rejected'],
  [22, 'memory capacity exceeded'],
  [27, 'destination out of order'],
  [28, 'unidentified subscriber'],
  [29, 'facility rejected'],
  [30, 'unknown subscriber'],
  [38, 'network out of order'],
  [41, 'temporary failure'],
  [42, 'congestion'],
  [47, 'resources unavailable'],
  [50, 'facility not subscribed'],
  [69, 'facility not implemented'],
  [81, 'invalid transfer reference'],
  [95, 'semantically incorrect message'],
  [96, 'invalid mandatory information'],
  [97, 'message type not existing'],
  [98, 'message not compatible with the state'],
  [99, 'information element not existing'],
  [111, 'protocol error'],
  [127, 'interworking'],
];

const CP_CAUSES = [17, 22, 81, 95, 96, 97, 98, 99, 111];

const CENTRES: readonly (readonly [id: string, title: string, TON: number, NPI: number, address: string])[] = [
  ['even', 'an even count of digits', 1, 1, '447785016005'],
  ['odd', 'an odd count of digits, and a filler', 1, 1, '27381000015'],
  ['national', 'a national number', 2, 1, '0821110'],
  ['unknown', 'a number of an unknown type', 0, 1, '1234'],
  ['one', 'one digit', 0, 1, '5'],
  ['signs', 'an asterisk and a number sign', 0, 1, '*21#'],
  ['20', 'twenty digits', 1, 1, '12345678901234567890'],
];

function relay(): FamilyCase[] {
  const data = (isMo: boolean, mr: number, centre: readonly [number, number, string], tpdu: string) => {
    const [TON, NPI, address] = centre;
    const addresses = isMo ? `00${centreHex(...centre)}` : `${centreHex(...centre)}00`;
    return {
      hex: hexOf(isMo ? 0 : 1) + hexOf(mr) + addresses + hexOf(sizeOf(tpdu)) + tpdu,
      value: {
        ...{ 'RP-MTI': 'RP-DATA', direction: isMo ? 'MO' : 'MT', 'RP-MR': mr },
        ...{ [isMo ? 'RP-DA' : 'RP-OA']: { TON, NPI, address }, 'RP-UD': tpdu },
      },
    };
  };
  const CENTRE = [1, 1, '27381000015'] as const;
  const list: FamilyCase[] = [];
  for (const isMo of [true, false]) {
    const side = isMo ? 'mo' : 'mt';
    const who = isMo ? 'from the handset' : 'from the network';
    for (const [id, title, TON, NPI, address] of CENTRES) {
      const { hex, value } = data(isMo, 1, [TON, NPI, address], TPDU);
      list.push(
        of('rp', `data-${side}-${id}`, `RP-DATA ${who}, the centre ${title}`, isMo ? '8.2.5.2' : '8.2.5.1', hex, value),
      );
    }
    for (const mr of [0, 127, 128, 255]) {
      const { hex, value } = data(isMo, mr, CENTRE, TPDU);
      list.push(of('rp', `data-${side}-reference-${mr}`, `RP-DATA ${who}, reference ${mr}`, '8.2.3', hex, value));
      list.push(
        of('rp', `ack-${side}-${mr}`, `RP-ACK ${who}, reference ${mr}`, '7.3.3', hexOf(isMo ? 2 : 3) + hexOf(mr), {
          ...{ 'RP-MTI': 'RP-ACK', direction: isMo ? 'MO' : 'MT', 'RP-MR': mr },
        }),
      );
    }
    const report = isMo ? '0000' : `0100${'62118260031580'}`;
    list.push(
      of(
        'rp',
        `ack-${side}-report`,
        `RP-ACK ${who} with a report`,
        '8.2.5.3',
        `${hexOf(isMo ? 2 : 3)}2A41${hexOf(sizeOf(report))}${report}`,
        {
          ...{ 'RP-MTI': 'RP-ACK', direction: isMo ? 'MO' : 'MT', 'RP-MR': 42, 'RP-UD': report },
        },
      ),
    );
    for (const [cause, words] of RP_CAUSES) {
      const value = { 'RP-MTI': 'RP-ERROR', direction: isMo ? 'MO' : 'MT', 'RP-MR': 42, 'RP-Cause': cause };
      list.push(
        of(
          'rp',
          `error-${side}-${cause}`,
          `RP-ERROR ${who}: ${words}`,
          '8.2.5.4',
          `${hexOf(isMo ? 4 : 5)}2A01${hexOf(cause)}`,
          value,
        ),
      );
    }
    list.push(
      of('rp', `error-${side}-diagnostic`, `RP-ERROR ${who} with a diagnostic`, '8.2.5.4', `${hexOf(isMo ? 4 : 5)}2A026245`, {
        ...{ 'RP-MTI': 'RP-ERROR', direction: isMo ? 'MO' : 'MT', 'RP-MR': 42, 'RP-Cause': 98, diagnostic: '45' },
      }),
    );
  }
  list.push(
    ...[0, 255].map((mr) =>
      of('rp', `smma-${mr}`, `RP-SMMA, reference ${mr}`, '7.3.2', `06${hexOf(mr)}`, {
        'RP-MTI': 'RP-SMMA',
        direction: 'MO',
        'RP-MR': mr,
      }),
    ),
  );
  const { hex } = data(true, 1, CENTRE, TPDU);
  const places: readonly (readonly [octets: number, field: string])[] = [
    [1, 'RP-MR'],
    [2, 'RP-OA'],
    [3, 'RP-DA'],
    [6, 'RP-DA'],
    [11, 'RP-UD'],
    [14, 'RP-UD'],
  ];
  list.push(
    ...places.map(([octets, field]) =>
      refused('rp', `data-cut-${octets}`, `RP-DATA that ends after ${octets} octets`, '7.3.1', hex.slice(0, 2 * octets), field),
    ),
  );
  return list;
}

function connection(): FamilyCase[] {
  const list: FamilyCase[] = [];
  for (const flag of [0, 1]) {
    for (const TI of [0, 1, 2, 3, 4, 5, 6]) {
      list.push(
        of(
          'cp',
          `ack-${flag}-${TI}`,
          `CP-ACK, transaction ${TI}, flag ${flag}`,
          '7.2.2',
          `${hexOf((flag << 7) | (TI << 4) | 9)}04`,
          {
            ...{ message: 'CP-ACK', TI, 'TI flag': flag },
          },
        ),
      );
    }
    for (const length of [2, 17, 127, 128, 200, 248]) {
      const rpdu = `00${'01'.repeat(length - 1)}`;
      list.push(
        of(
          'cp',
          `data-${flag}-${length}`,
          `CP-DATA of ${length} octets, flag ${flag}`,
          '8.1.4.1',
          `${flag === 1 ? 'B9' : '39'}01${hexOf(length)}${rpdu}`,
          {
            ...{ message: 'CP-DATA', TI: 3, 'TI flag': flag, 'CP-UD': rpdu },
          },
        ),
      );
    }
    for (const cause of CP_CAUSES) {
      list.push(
        of(
          'cp',
          `error-${flag}-${cause}`,
          `CP-ERROR, cause ${cause}, flag ${flag}`,
          '8.1.4.2',
          `${flag === 1 ? '99' : '19'}10${hexOf(cause)}`,
          {
            ...{ message: 'CP-ERROR', TI: 1, 'TI flag': flag, 'CP-Cause': cause },
          },
        ),
      );
    }
  }
  list.push(
    ...[3, 4, 12].map((octets) =>
      refused(
        'cp',
        `data-cut-${octets}`,
        `CP-DATA that ends after ${octets - 1} octets`,
        '7.2.1',
        `390111${TPDU}`.slice(0, 2 * (octets - 1)),
        'CP-UD',
      ),
    ),
  );
  return list;
}

/** All of it. */
export function smsRelayFamily(): FamilyCase[] {
  return [...relay(), ...connection()];
}
