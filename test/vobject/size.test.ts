import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FormatError } from '../../src/errors.js';
import { submitDatagram, submitText } from '../../src/sms/index.js';
import {
  fitVCard,
  formatVCard,
  measureVCard,
  measureVObject,
  VCARD_DROP_ORDER,
  type VCard,
  VOBJECT_PORTS,
} from '../../src/vobject/index.js';
import { refusal } from '../support/hostile.js';
import { card } from '../support/vobjects.js';

const full: VCard = {
  ...{ family: 'Smith', given: 'Mike', additional: 'J', prefix: 'Dr', suffix: 'Jr', formattedName: 'Dr Mike Smith' },
  ...{
    organization: 'Acme',
    organizationUnits: ['R', 'D'],
    title: 'Boss',
    role: 'All',
    url: 'http://example.org/',
    note: 'n'.repeat(50),
  },
  ...{
    birthday: '1990-05-15',
    tel: [{ value: '+447700900123' }, { value: '+447700900124' }],
    email: [{ value: 'mike@example.org' }],
  },
  ...{
    address: [{ street: 'High Street 1' }],
    other: [
      { name: 'X-A', value: '1' },
      { name: 'X-B', value: '2' },
    ],
  },
};

describe('published vectors', () => {
  // Room of one and of several messages: TS 23.040 section 9.2.3.24, gammu 1.42.
  it.each([
    [133, 1],
    [134, 2],
    [256, 2],
    [257, 3],
  ])('%i octets take %i messages', (octets, parts) => {
    expect(measureVObject('é'.repeat(octets >> 1) + 'x'.repeat(octets & 1))).toMatchObject({ octets, parts });
  });

  it.each([
    [152, 1],
    [153, 2],
    [292, 2],
    [293, 3],
  ])('%i septets take %i messages', (septets, septetParts) => {
    expect(measureVObject('x'.repeat(septets))).toMatchObject({ septets, septetParts });
  });

  it('an escape is not cut from its character; what the alphabet lacks has no septets', () => {
    expect(measureVObject(`${'x'.repeat(145)}€${'x'.repeat(145)}`)).toMatchObject({ septets: 292, septetParts: 3 });
    expect(measureVObject('中')).toEqual({ octets: 3, parts: 1, septets: undefined, septetParts: undefined });
    // Its first septet may be the last but one of a part, and the next may begin with one.
    expect(measureVObject(`${'x'.repeat(144)}€${'x'.repeat(146)}`)).toMatchObject({ septets: 292, septetParts: 2 });
    expect(measureVObject(`${'x'.repeat(146)}€${'x'.repeat(144)}`)).toMatchObject({ septets: 292, septetParts: 2 });
    expect(measureVObject(`${'x'.repeat(291)}€`)).toMatchObject({ septets: 293, septetParts: 3 });
    expect(measureVObject('€'.repeat(76))).toMatchObject({ septets: 152, septetParts: 1 });
    expect(measureVObject('€'.repeat(77))).toMatchObject({ septets: 154, septetParts: 2 });
  });
});

describe('properties', () => {
  it('the messages are as many as are built', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 600, size: 'max' }), (text) => {
        const { parts } = measureVObject(text);
        const data = new TextEncoder().encode(text);
        expect(submitDatagram({ destinationPort: VOBJECT_PORTS.vcard, data }, { to: '447700900123' })).toHaveLength(parts);
      }),
    );
  });

  it('a fitted card fits, is a part of the card, and dropped no more than it had to', () => {
    fc.assert(
      fc.property(card, fc.integer({ min: 40, max: 400 }), fc.constantFrom('2.1', '3.0'), (model, maxOctets, version) => {
        let fitted: ReturnType<typeof fitVCard>;
        try {
          fitted = fitVCard(model, { version, maxOctets });
        } catch (error) {
          expect(error).toMatchObject({ code: 'too-long' });
          const { family, given, tel = [], email = [] } = model;
          const least = { family, given, tel: tel.slice(0, 1), email: tel.length > 0 ? [] : email.slice(0, 1) };
          expect(measureVCard(least, { version }).octets).toBeGreaterThan(maxOctets);
          return;
        }
        expect(fitted.text).toBe(formatVCard(fitted.card, { version }));
        expect(fitted.size).toEqual(measureVCard(fitted.card, { version }));
        expect(fitted.size.octets).toBeLessThanOrEqual(maxOctets);
        const order = fitted.dropped.map((path) => VCARD_DROP_ORDER.indexOf(path.replace(/\[.*/, '') as never));
        expect(order).toEqual(order.toSorted((a, b) => a - b));
        if (fitted.dropped.length === 0) expect(fitted.card).toEqual(model);
        else expect(measureVCard(model, { version }).octets).toBeGreaterThan(maxOctets);
      }),
    );
  });
});

describe('fitting', () => {
  it('drops in the documented order', () => {
    const { dropped, card: rest, size } = fitVCard(full, { version: '2.1', maxOctets: 75 });
    expect(dropped).toEqual([
      ...[
        'other[1]',
        'other[0]',
        'note',
        'address[0]',
        'url',
        'birthday',
        'role',
        'title',
        'organizationUnits[1]',
        'organizationUnits[0]',
      ],
      ...['email[0]', 'organization', 'suffix', 'prefix', 'additional', 'formattedName', 'tel[1]'],
    ]);
    expect(rest).toMatchObject({ family: 'Smith', given: 'Mike', tel: [{ value: '+447700900123' }] });
    expect(size.octets).toBe(70);
    expect(full.tel).toHaveLength(2);
  });

  it('one message by default; parts, another order, septets', () => {
    expect(fitVCard(full, { version: '2.1' }).size.parts).toBe(1);
    expect(fitVCard(full, { version: '2.1', maxParts: 4 })).toMatchObject({ dropped: [], card: full });
    expect(fitVCard(full, { version: '2.1', maxParts: 2, order: ['email', 'note'] }).dropped).toEqual(
      expect.arrayContaining(['email[0]', 'note']),
    );
    const chinese = { family: 'Li', note: '中', formattedName: 'Li' };
    expect(fitVCard(chinese, { version: '3.0', bits: 7 })).toMatchObject({ dropped: ['note'], size: { septetParts: 1 } });
    expect(fitVCard(chinese, { version: '3.0' }).dropped).toEqual([]);
    const postal = { family: 'x', email: [{ value: 'a' }, { value: 'b' }] };
    expect(fitVCard(postal, { version: '2.1', maxOctets: 53 }).dropped).toEqual(['email[1]']);
  });

  it('keeps what the card goes by, and sees that another name may be longer', () => {
    const note = 'n'.repeat(200);
    expect(fitVCard({ organization: 'Acme', note }, { version: '2.1', order: ['organization', 'note'] })).toMatchObject({
      dropped: ['note'],
      card: { organization: 'Acme' },
    });
    const known = { organization: 'Acme', formattedName: 'Al', prefix: 'Dr', suffix: 'Jr', title: 't', note };
    for (const version of ['2.1', '3.0'] as const) {
      const { dropped, text } = fitVCard(known, { version, maxOctets: version === '2.1' ? 52 : 53 });
      expect(dropped).toEqual(['note', 'title', 'organization', 'suffix', 'prefix']);
      expect(text).toContain('FN:Al');
      expect(refusal(() => fitVCard(known, { version, maxOctets: 10 }))).toMatchObject({ code: 'too-long' });
    }
    // Without its short formatted name the card would need the long one.
    const short = { family: 'F'.repeat(40), formattedName: 'X', tel: [{ value: '1' }, { value: '2' }], note };
    expect(fitVCard(short, { version: '3.0' }).dropped).toEqual(['note']);
  });

  const long = 'n'.repeat(200);
  const dropped = (model: VCard, more: object = {}) => fitVCard(model, { version: '2.1', ...more }).dropped;

  it.each<[string, VCard]>([
    ['a family name', { family: 'x' }],
    ['a given name', { given: 'x' }],
    ['a number', { tel: [{ value: '1' }] }],
    ['an address', { email: [{ value: 'a' }] }],
  ])('a card with %s goes by it, so that its other names may be dropped', (_, model) => {
    const named = { ...model, formattedName: long, organization: long, additional: long, prefix: long, suffix: long };
    expect(dropped(named)).toEqual(['organization', 'suffix', 'prefix', 'additional', 'formattedName']);
  });

  it.each(['formattedName', 'organization', 'additional', 'prefix', 'suffix'] as const)(
    'a card with %s alone keeps it',
    (name) => {
      expect(dropped({ [name]: 'x', note: long })).toEqual(['note']);
      expect(refusal(() => dropped({ [name]: long }))).toMatchObject({ code: 'too-long' });
    },
  );

  it('the best name is kept: formatted name, organization, additional names, prefix, suffix', () => {
    const names: VCard = { formattedName: 'a', organization: 'b', additional: 'c', prefix: 'd', suffix: 'e' };
    const best = Object.entries(names);
    best.forEach(([name, value], i) => {
      const maxOctets = measureVCard({ [name]: value }, { version: '2.1' }).octets;
      const model = Object.fromEntries(best.slice(i));
      expect(fitVCard({ ...model, note: long }, { version: '2.1', maxOctets }).card).toEqual({ [name]: value });
    });
  });

  it('one number is kept, or else one address, and nothing of other lists', () => {
    const lists = { address: [{ street: long }, {}], organizationUnits: [long, 'b'], other: [{ name: 'X', value: long }] };
    const others = ['other[0]', 'address[1]', 'address[0]', 'organizationUnits[1]', 'organizationUnits[0]'];
    const two = [{ value: 'a'.repeat(80) }, { value: 'b'.repeat(80) }];
    expect(dropped({ family: 'x', ...lists })).toEqual(others);
    expect(dropped({ family: 'x', ...lists, email: two })).toEqual([...others, 'email[1]']);
    expect(dropped({ family: 'x', ...lists, email: two, tel: [] })).toEqual([...others, 'email[1]']);
    expect(dropped({ family: 'x', ...lists, email: two, tel: two })).toEqual([...others, 'email[1]', 'email[0]', 'tel[1]']);
    expect(refusal(() => dropped({ family: 'x', tel: [{ value: long }] }))).toMatchObject({ code: 'too-long' });
    expect(refusal(() => dropped({ family: 'x', email: [{ value: long }] }))).toMatchObject({ code: 'too-long' });
  });

  it('drops no more than it has to, whatever the number of what is dropped', () => {
    const other = Array.from({ length: 9 }, (_, i) => ({ name: 'X', value: `${i}` }));
    const model = { family: 'x', other };
    for (let left = 0; left <= 9; left++) {
      const { octets } = measureVCard({ family: 'x', other: other.slice(0, left) }, { version: '2.1' });
      const fitted = fitVCard(model, { version: '2.1', maxOctets: octets });
      expect(fitted.card.other).toEqual(other.slice(0, left));
      expect(fitted.dropped).toEqual(other.slice(left).map((_, i) => `other[${8 - i}]`));
    }
    expect(model.other).toHaveLength(9);
  });

  it('a name in the order that is asked for is dropped once', () => {
    expect(dropped({ family: 'x', note: long, title: 't' }, { order: ['note', 'note', 'title'] })).toEqual(['note']);
    expect(dropped({ family: 'x', note: long, title: 't' }, { order: ['title', 'note'] })).toEqual(['title', 'note']);
  });

  it('each limit is the most that fits; several messages are asked for by octets alone', () => {
    const model = { family: 'x', note: 'n'.repeat(400) };
    const { octets, parts } = measureVCard(model, { version: '2.1' });
    expect(dropped(model, { maxOctets: octets })).toEqual([]);
    expect(dropped(model, { maxOctets: octets - 1 })).toEqual(['note']);
    expect(dropped(model, { maxParts: parts })).toEqual([]);
    expect(dropped(model, { maxParts: parts - 1 })).toEqual(['note']);
    expect(dropped(model, { maxOctets: octets, maxParts: 1 })).toEqual(['note']);
    expect(dropped(model, { maxOctets: undefined, maxParts: undefined })).toEqual(['note']);
    // 460 septets: four messages of 7 bits, where octets take as many.
    const { septets = 0, septetParts = 0 } = measureVCard(model, { version: '2.1' });
    expect(dropped(model, { bits: 7, maxOctets: septets })).toEqual([]);
    expect(dropped(model, { bits: 7, maxOctets: septets - 1 })).toEqual(['note']);
    expect(dropped(model, { bits: 7, maxParts: septetParts })).toEqual([]);
    expect(dropped(model, { bits: 7, maxParts: septetParts - 1 })).toEqual(['note']);
    const accented = { family: 'x', note: 'é'.repeat(50) };
    expect(dropped(accented, { encoding: 'none', bits: 7 })).toEqual([]);
    expect(dropped(accented, { encoding: 'none', bits: 8 })).toEqual(['note']);
  });

  it('what is reported is that of the card that fits alone', () => {
    const found: string[] = [];
    const broken = [{ name: 'TITLE', params: [{ name: 'ENCODING', value: 'ROT13' }], value: 'a' }];
    const onIssue = ({ code }: { code: string }) => found.push(code);
    expect(dropped({ family: 'x', other: broken, note: long }, { onIssue, order: ['note', 'other'] })).toEqual(['note']);
    expect(found).toEqual(['unknown-encoding']);
    expect(dropped({ family: 'x', other: broken, note: long }, { onIssue, order: ['other', 'note'] })).toHaveLength(2);
    expect(found).toHaveLength(1);
  });

  it('refuses what cannot fit, and questions that make no sense', () => {
    expect(() => fitVCard([] as never, { version: '2.1' })).toThrow(/^card is /);
    expect(() => fitVCard({}, undefined as never)).toThrow(/^options is /);
    expect(() => measureVObject(7 as never)).toThrow(/^text is 7/);
    expect(dropped({ family: 'x' }, { maxParts: 255 })).toEqual([]);
    expect(refusal(() => dropped({ family: 'x' }, { maxOctets: 0 }))).toMatchObject({ code: 'too-long' });
    expect(refusal(() => fitVCard({ family: 'x'.repeat(200) }, { version: '2.1' }))).toEqual({
      code: 'too-long',
      field: 'vCard',
      offset: undefined,
    });
    expect(refusal(() => fitVCard(full, { version: '2.1', maxOctets: 10, bits: 7 }))).toMatchObject({ code: 'too-long' });
    expect(refusal(() => fitVCard(full, { version: '2.1', order: [] }))).toMatchObject({ code: 'too-long' });
    for (const wrong of [
      { maxParts: 0 },
      { maxParts: 256 },
      { maxParts: 1.5 },
      { maxOctets: -1 },
      { maxOctets: Number.NaN },
      { order: ['family' as never] },
    ]) {
      expect(() => fitVCard(full, { version: '2.1', ...wrong })).toThrow(TypeError);
    }
    expect(() => measureVObject('\ud800')).toThrow(FormatError);
  });

  it('a card of thousands of properties is fitted', () => {
    const other = Array.from({ length: 5000 }, (_, i) => ({ name: 'X-A', value: `${i}` }));
    expect(fitVCard({ family: 'x', other }, { version: '2.1' }).dropped.length).toBeGreaterThan(4900);
  });

  it('text messages carry what the septets say', () => {
    const text = formatVCard(full, { version: '2.1' });
    expect(submitText(text, { to: '447700900123' }).length).toBeGreaterThan(1);
    expect(measureVObject(text).septets).toBe(text.length);
  });
});
