/** What callers without types pass: the error names the argument that is of another type. */
import { describe, expect, it } from 'vitest';
import {
  decodeSubmit,
  encodeCommand,
  encodeDeliver,
  encodeDeliverReport,
  encodeRp,
  encodeStatusReport,
  encodeSubmit,
  encodeSubmitReport,
  encodeSubmitText,
  encodeUdh,
  findConcat,
  Reassembler,
  submitDatagram,
  submitText,
} from '../../src/sms/index.js';

const COMMAND = { tpMr: 0, tpCt: 0, tpMn: 0, tpDa: '1' };
const TO = { to: '447700900123' };
const RP = { type: 'RP-DATA', direction: 'MO', rpMr: 0, rpDa: '1' };
const ARRIVAL = { from: '1', at: 0 };

describe('an argument of another type', () => {
  it.each<readonly [name: string, call: () => unknown]>([
    ['command', () => encodeCommand(5 as never)],
    ['tpSrr', () => encodeCommand({ ...COMMAND, tpSrr: 1 } as never)],
    ['udh', () => encodeCommand({ ...COMMAND, udh: {} } as never)],
    ['data', () => encodeCommand({ ...COMMAND, data: [1] } as never)],
    ['report', () => encodeDeliverReport(null as never)],
    ['report', () => encodeSubmitReport(null as never)],
    ['udh', () => encodeDeliverReport({ udh: 'x' } as never)],
    ['text', () => submitText(5 as never, TO)],
    ['text', () => encodeSubmitText(5 as never, TO)],
    ['options', () => submitText('x', undefined as never)],
    ['options', () => encodeSubmitText('x', undefined as never)],
    ['flash', () => submitText('x', { ...TO, flash: 'yes' } as never)],
    ['flash', () => encodeSubmitText('x', { ...TO, flash: 'yes' } as never)],
    ['data', () => submitDatagram({ destinationPort: 1, data: 'x' } as never, TO)],
    ['submit', () => encodeSubmit(undefined as never)],
    ['text', () => encodeSubmit({ tpDa: '1', text: 5 } as never)],
    ['deliver', () => encodeDeliver(undefined as never)],
    ['report', () => encodeStatusReport(undefined as never)],
    ['message', () => encodeRp('x' as never)],
    ['rpUd', () => encodeRp({ ...RP, rpUd: [1] } as never)],
    ['diagnostic', () => encodeRp({ type: 'RP-ERROR', direction: 'MO', rpMr: 0, rpCause: 1, diagnostic: 'x' } as never)],
    ['elements', () => encodeUdh({} as never)],
    ['elements', () => findConcat({} as never)],
    ['part', () => new Reassembler().add(5 as never, ARRIVAL)],
    ['arrival', () => new Reassembler().add({ udh: [], text: '' }, 5 as never)],
    ['part.text', () => new Reassembler().add({ udh: [], text: 5 } as never, ARRIVAL)],
    ['the input', () => decodeSubmit('x' as never)],
  ])('is named: %s', (name, call) => {
    expect(call).toThrow(TypeError);
    expect(call).toThrow(new RegExp(`^${name.replace('.', '\\.')} is `));
  });
});
