/**
 * Messages of archives at random.
 */
import fc from 'fast-check';
import type { ArchiveAddress, ArchiveMessage, ArchivePart, ArchiveState, RestFamily } from '../../src/archive/index.js';

const word = fc.stringMatching(/^[A-Za-zäöü€Ж0-9 '"&<;:=.,+-]{1,12}$/);

/** Texts that formats stumble over, among others. */
export const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc
    .array(
      fc.constantFrom(
        '\n',
        'END:VBODY',
        'X-BOX:a',
        ' ',
        '=',
        'null',
        '\r',
        'Date:1',
        '[x]',
        ';',
        '\\',
        '"',
        '0A',
        '.',
        '\t',
        'From ',
      ),
      {
        maxLength: 8,
      },
    )
    .map((pieces) => pieces.join('')),
);

const number = fc.oneof(fc.stringMatching(/^\+?[0-9]{3,15}$/), fc.stringMatching(/^[A-Za-z][A-Za-z0-9 ~&]{0,9}[A-Za-z]$/));
const mail = fc.stringMatching(/^[a-z]{1,8}@[a-z]{1,8}\.example$/);

const time = fc
  .record({
    ms: fc.oneof(
      fc.integer({ min: 1, max: 2_000_000_000 }).map((s) => s * 1000),
      fc.integer({ min: -1e12, max: 4e12 }),
    ),
    zone: fc.constantFrom<object>({}, {}, { isLocal: true }, { offsetMinutes: 60 }, { offsetMinutes: -210 }),
  })
  .map(({ ms, zone }) => ({ ms, ...zone }));

const address = (roles: readonly ArchiveAddress['role'][]) =>
  fc.record({
    role: fc.constantFrom(...roles),
    address: fc.oneof(number, mail),
    name: fc.option(fc.oneof(word, text), { nil: undefined }),
  });

const rest = (family: RestFamily) =>
  fc.array(
    fc.record({
      family: fc.constantFrom<RestFamily>(family, family, 'mail'),
      name: fc.constantFrom('X-A', 'x_b', 'protocol'),
      value: word,
    }),
    { maxLength: 2 },
  );

const part: fc.Arbitrary<ArchivePart> = fc.record(
  {
    contentType: fc.constantFrom(
      'text/plain',
      'image/gif',
      'application/smil',
      'audio/midi',
      'application/octet-stream',
      'text/x-vcard',
    ),
    charset: fc.constantFrom(undefined, undefined, 'utf-8', 'us-ascii', 'iso-8859-1', 'x-other'),
    name: fc.option(word, { nil: undefined }),
    location: fc.option(word, { nil: undefined }),
    contentId: fc.option(fc.stringMatching(/^[a-z0-9.@]{1,10}$/), { nil: undefined }),
    fileName: fc.option(word, { nil: undefined }),
    data: fc.oneof(
      fc.uint8Array({ maxLength: 20 }),
      text.map((value) => new TextEncoder().encode(value)),
    ),
  },
  { requiredKeys: ['contentType', 'data'] },
);

const PLACES: readonly Pick<ArchiveMessage, 'direction' | 'state'>[] = [
  {},
  { direction: 'in' },
  { direction: 'out' },
  ...(['read', 'unread'] as const).map((state: ArchiveState) => ({ direction: 'in' as const, state })),
  ...(['sent', 'draft', 'outbox', 'failed', 'queued'] as const).map((state) => ({ direction: 'out' as const, state })),
];

/** A message; most of them a format holds. */
export function message(family: RestFamily): fc.Arbitrary<ArchiveMessage> {
  const sms = fc.record({
    place: fc.constantFrom(...PLACES),
    address: fc.option(address(['from']), { nil: undefined }),
    time: fc.option(time, { nil: undefined }),
    text: fc.oneof(text, word),
    serviceCentre: fc.option(number, { nil: undefined, freq: 8 }).map((value) => value),
    udh: fc.constantFrom(undefined, undefined, undefined, Uint8Array.of(5, 0, 3, 1, 2, 1)),
    data: fc.option(fc.uint8Array({ maxLength: 12 }), { nil: undefined, freq: 1 }),
    folder: fc.constantFrom(undefined, undefined, 'Mine', 'INBOX', '3'),
    id: fc.option(fc.stringMatching(/^[A-Za-z0-9]{1,8}$/), { nil: undefined }),
    rest: rest(family),
  });
  const few = sms.map(
    ({ place, address: other, data, rest: fields, ...message }): ArchiveMessage => ({
      kind: 'sms',
      ...place,
      ...message,
      addresses: other === undefined ? [] : [{ ...other, role: place.direction === 'out' ? 'to' : 'from' }],
      parts: data === undefined ? [] : [{ contentType: 'application/octet-stream', data }],
      ...(data !== undefined && { text: '' }),
      ...(fields.length > 0 && { rest: fields }),
    }),
  );
  const plain = few.map(
    ({ serviceCentre: _, udh: __, folder: ___, id: ____, parts: _____, ...message }): ArchiveMessage => ({
      ...message,
      parts: [],
    }),
  );
  const mms = fc
    .record({
      place: fc.constantFrom(...PLACES),
      addresses: fc.array(address(['from', 'to', 'cc', 'bcc']), { maxLength: 4 }),
      time: fc.option(time, { nil: undefined }),
      sentTime: fc.option(time, { nil: undefined }),
      subject: fc.option(fc.oneof(text, word), { nil: undefined }),
      parts: fc.array(part, { maxLength: 4 }),
      id: fc.option(fc.stringMatching(/^[A-Za-z0-9@.]{1,12}$/), { nil: undefined }),
      rest: rest(family),
    })
    .map(
      ({ place, rest: fields, ...message }): ArchiveMessage => ({
        kind: 'mms',
        ...place,
        ...message,
        text: '',
        ...(fields.length > 0 && { rest: fields }),
      }),
    );
  return fc.oneof({ weight: 2, arbitrary: plain }, { weight: 2, arbitrary: few }, { weight: 3, arbitrary: mms });
}
