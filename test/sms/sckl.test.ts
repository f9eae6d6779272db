import { describe, expect, it } from 'vitest';
import type { Issue } from '../../src/bytes/index.js';
import { formatSckl, parseSckl, type ScklMessage } from '../../src/sms/index.js';
import { refusal } from '../support/hostile.js';

describe('worked examples', () => {
  it.each<[string, ScklMessage]>([
    ['//SCKL1581 024A3A', { destinationPort: 5505, text: '024A3A' }],
    ['//SCKL23F423F4 BEGIN:VCARD\r\n', { destinationPort: 9204, sourcePort: 9204, text: 'BEGIN:VCARD\r\n' }],
    ['//SCKL158100002A0301 0A', { destinationPort: 5505, sourcePort: 0, reference: 42, total: 3, sequence: 1, text: '0A' }],
    ['//SCKL0000 ', { destinationPort: 0, text: '' }],
    ['//SCKLFFFF  x', { destinationPort: 65535, text: ' x' }],
  ])('%j', (text, message) => {
    expect(parseSckl(text)).toStrictEqual(message);
    expect(formatSckl(message)).toBe(text);
  });

  it('small digits and line ends in place of the blank are read too', () => {
    expect(parseSckl('//SCKL23f4\r\nx')).toEqual({ destinationPort: 9204, text: 'x' });
    expect(parseSckl('//SCKL23f4\nx')).toEqual({ destinationPort: 9204, text: 'x' });
    expect(parseSckl('//SCKL158123f4\n')).toEqual({ destinationPort: 5505, sourcePort: 9204, text: '' });
  });

  it('a part without a source port is written with port 0', () => {
    expect(formatSckl({ destinationPort: 5505, reference: 1, total: 2, sequence: 2, text: 'x' })).toBe(
      '//SCKL15810000010202 x',
    );
  });
});

describe('lenient reading', () => {
  it.each([
    [
      '//SCKL158123F4010201x',
      { destinationPort: 5505, sourcePort: 9204, reference: 1, total: 2, sequence: 1, text: 'x' },
      'SCKL/separator',
      20,
    ],
    [
      '//SCKL158123F4010201',
      { destinationPort: 5505, sourcePort: 9204, reference: 1, total: 2, sequence: 1, text: '' },
      'SCKL/separator',
      20,
    ],
  ])('%j', (text, message, field, offset) => {
    const issues: Issue[] = [];
    expect(parseSckl(text, { lenient: true, onIssue: (issue) => issues.push(issue) })).toEqual(message);
    expect(issues).toMatchObject([{ severity: 'error', field, offset }]);
  });
});

describe('refusals', () => {
  it.each([
    ['', 'bad-value', 'SCKL', 0],
    ['//sckl1581 x', 'bad-value', 'SCKL', 0],
    ['//SCKL', 'truncated', 'SCKL/destinationPort', 6],
    ['//SCKL158', 'truncated', 'SCKL/destinationPort', 6],
    ['//SCKL158G x', 'bad-value', 'SCKL/destinationPort', 6],
    ['//SCKL 1581', 'bad-value', 'SCKL/destinationPort', 6],
    ['//SCKL158123', 'truncated', 'SCKL/sourcePort', 10],
    ['//SCKL158123F4 x'.replace(' ', 'Z1 '), 'bad-value', 'SCKL/reference', 14],
    ['//SCKL158123F401 x', 'bad-value', 'SCKL/total', 16],
    ['//SCKL158123F40102 x', 'bad-value', 'SCKL/sequence', 18],
    ['//SCKL158123F4010203 x', 'bad-value', 'SCKL/sequence', 18],
    ['//SCKL158123F4010200 x', 'bad-value', 'SCKL/sequence', 18],
    ['//SCKL158123F4010201', 'truncated', 'SCKL/separator', 20],
    ['//SCKL158123F4010201x', 'bad-value', 'SCKL/separator', 20],
  ])('%j', (text, code, field, offset) => {
    expect(refusal(() => parseSckl(text))).toEqual({ code, field, offset });
  });

  it.each([
    [{}, 'SCKL/destinationPort'],
    [{ destinationPort: 65536 }, 'SCKL/destinationPort'],
    [{ destinationPort: -1 }, 'SCKL/destinationPort'],
    [{ destinationPort: 1.5 }, 'SCKL/destinationPort'],
    [{ destinationPort: 1, sourcePort: 65536 }, 'SCKL/sourcePort'],
    [{ destinationPort: 1, reference: 1 }, 'SCKL'],
    [{ destinationPort: 1, reference: 1, total: 2 }, 'SCKL'],
    [{ destinationPort: 1, reference: 256, total: 2, sequence: 1 }, 'SCKL/reference'],
    [{ destinationPort: 1, reference: 1, total: 256, sequence: 1 }, 'SCKL/total'],
    [{ destinationPort: 1, reference: 1, total: 2, sequence: 3 }, 'SCKL/sequence'],
    [{ destinationPort: 1, reference: 1, total: 2, sequence: 0 }, 'SCKL/sequence'],
    [{ destinationPort: 1, reference: 1, total: 2, sequence: Number.NaN }, 'SCKL/sequence'],
  ])('%o cannot be written: %s', (message, field) => {
    expect(refusal(() => formatSckl({ ...message, text: '' } as ScklMessage))).toEqual({
      code: 'bad-value',
      field,
      offset: undefined,
    });
  });
});
