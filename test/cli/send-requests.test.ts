/** `handset send --dry-run`: each kind against the parameter tables of the interface document, row by row. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { asAccount, type Parameter, parameters } from './send-gateway.js';
import { handset, shared, write } from './support.js';

const TO = ['--to', '447700900123'];
const SMS = '/webservices/http/sendsms';
const MMS = '/webservices/http/sendmms';
/** What every request to one number has behind the account. */
const ONE: Parameter[] = [
  ['SendTo', '447700900123'],
  ['ResponseFormat', '3'],
];
const MAKE = ['--make', 'Nokia'];

const hexOfFile = (path: string) => readFileSync(path).toString('hex').toUpperCase();

/** Parameters of a request to one number, without those that all have. */
async function contentOf(args: readonly string[], stdin: string | Uint8Array = ''): Promise<Parameter[]> {
  const { path, sent } = await parameters(['send', ...args, ...TO], { stdin });
  expect(path).toBe(MMS);
  expect(sent.slice(0, 2)).toEqual(ONE);
  return sent.slice(2);
}

/** Every parameter of the tables that some request had: the last test wants them all. */
const seen = new Set<string>();
const note = (sent: readonly Parameter[]) => {
  for (const [name] of sent) seen.add(name);
  return sent;
};

describe('sendsms (section 3)', () => {
  it('G-SMS-02 to 05, 07, 09, 10: every parameter, in the order of the document', async () => {
    const { path, sent } = await parameters([
      ...['send', 'text', 'Hi & bye', '--to', '+44 7700 900123,00447700900124', '--to', '447700-900125'],
      ...['--address-book', 'Friends::Work', '--reply-to', '447700900999', '--delay', '90'],
      ...['--response-format', '1', '--service', 'economy'],
    ]);
    expect(path).toBe(SMS);
    expect(note(sent)).toEqual([
      ['SendTo', '447700900123,447700900124,447700900125'],
      ['SendToAddressBook', 'Friends::Work'],
      ['ReplyTo', '447700900999'],
      ['SendTimeDelay', '90'],
      ['ResponseFormat', '1'],
      ['DeliveryServiceOption', 'Economy'],
      ['Message', 'Hi & bye'],
    ]);
  });

  it('G-SMS-06, 08: a flash text at a time', async () => {
    const { path, sent } = await parameters(['send', 'flash', 'Fire!', ...TO, '--at', '2026-12-01T08:00:00Z']);
    expect(path).toBe(SMS);
    expect(note(sent)).toEqual([
      ['SendTo', '447700900123'],
      ['SendTimeAbsolute', '2026-12-01T08:00:00'],
      ['ResponseFormat', '3'],
      ['FlashMessage', 'Fire!'],
    ]);
  });

  it('G-SMS-03: an address book alone', async () => {
    const { sent } = await parameters(['send', 'text', 'x', '--address-book', 'Friends']);
    expect(sent).toEqual([
      ['SendToAddressBook', 'Friends'],
      ['ResponseFormat', '3'],
      ['Message', 'x'],
    ]);
  });

  it('a text from a file and from standard input; the same text in each', async () => {
    const file = write('letter.txt', 'Grüße\n');
    const expected: Parameter[] = [...ONE, ['Message', 'Grüße']];
    expect((await parameters(['send', 'text', file, ...TO])).sent).toEqual(expected);
    expect((await parameters(['send', 'text', ...TO], { stdin: 'Grüße\n' })).sent).toEqual(expected);
    expect((await parameters(['send', 'text', 'Grüße', ...TO])).sent).toEqual(expected);
  });

  it('recipients from files: lines, commas, remarks, blank lines, a byte order mark', async () => {
    const list = write('list.txt', '\uFEFF# friends\r\n447700900123, 447700900124\r\n\r\n+44 7700 900125 # Ann\n');
    const { sent } = await parameters(['send', 'text', 'x', '--to', '447700900199', '--to-file', list, '--to-file', '-'], {
      stdin: '447700900126',
    });
    const all = '447700900199,447700900123,447700900124,447700900125,447700900126';
    expect(sent[0]).toEqual(['SendTo', all]);
  });
});

describe('sendmms: what all kinds have (section 4)', () => {
  it('every general parameter goes with every kind', async () => {
    const general = [
      ...['--to', '447700900123', '--address-book', 'Friends', '--reply-to', '447700900999', '--delay', '1'],
      ...['--service', 'Premier', '--make', 'nokia', '--model', '3310'],
    ];
    const kinds = [
      ['ringtone', '--library-number', '30001'],
      ['picture', '--library-number', '20001'],
      ['group-graphic', '--library-number', '10001'],
      ['logo', '--library-number', '10001', '--mcc', '234', '--mnc', '10'],
      ['vcard', shared('mueller.vcf')],
      ['vcal', shared('meeting.ics')],
      ['mms', '--library-number', '80001'],
      ['wap-push', '--library-number', '80001'],
      ['si', '--href', 'http://a.com/', '--id', '1', '--text', 'x'],
      ['pdu', '--data', '00'],
    ];
    for (const kind of kinds) {
      const { path, sent } = await parameters(['send', ...kind, ...general]);
      expect(path).toBe(MMS);
      expect(note(sent).slice(0, 8)).toEqual([
        ['SendTo', '447700900123'],
        ['SendToAddressBook', 'Friends'],
        ['ReplyTo', '447700900999'],
        ['SendTimeDelay', '1'],
        ['ResponseFormat', '3'],
        ['DeliveryServiceOption', 'Premier'],
        ['PhoneMake', 'Nokia'],
        ['PhoneModel', '3310'],
      ]);
      const { sent: later } = await parameters(['send', ...kind, ...TO, ...MAKE, '--at', '2026-12-01T08:00:00Z']);
      expect(later[1]).toEqual(['SendTimeAbsolute', '2026-12-01T08:00:00']);
    }
  });

  it.each(['Alcatel', 'Ericsson', 'Motorola', 'Nokia', 'Sagem', 'Siemens', 'EMS'])(
    'G-MMS-03: --make %s, in any case',
    async (make) => {
      const sent = await contentOf(['ringtone', '--library-number', '30001', '--make', make.toLowerCase()]);
      expect(sent).toEqual([
        ['PhoneMake', make],
        ['Ringtone', '30001'],
      ]);
    },
  );

  it.each([
    ['G-MMS-03', ['ringtone', 'x:d=4,o=5,b=160:c']],
    ['G-MMS-03', ['picture', shared('sailing.rows')]],
    ['G-MMS-03', ['logo', shared('zum-loewen.rows'), '--mcc', '234', '--mnc', '10']],
    ['G-MMS-03, 04', ['group-graphic', shared('zum-loewen.rows')]],
    ['G-MMS-03', ['vcard', shared('mueller.vcf')]],
    ['G-MMS-03', ['vcal', shared('meeting.ics')]],
  ])('%s: %j goes with a make only', async (_, args) => {
    const { code, out, err } = await asAccount(['send', ...args, ...TO, '--dry-run', '--server', 'https://sms.example.com']);
    expect([code, out, err]).toEqual([2, '', expect.stringContaining('--make')]);
  });
});

describe('sendmms: pictures', () => {
  // 72x14 in one frame, black and white as drawn.
  const LOGO = /^00480E01[0-9A-F]{252}$/;

  it('G-MMS-10: a picture message as an OTA bitmap, scaled to 72x28', async () => {
    const sent = note(await contentOf(['picture', shared('sailing.rows'), ...MAKE]));
    expect(sent).toEqual([
      ['PhoneMake', 'Nokia'],
      ['PictureMessage', expect.stringMatching(/^00481C01[0-9A-F]{504}$/)],
    ]);
  });

  it('G-MMS-10: by number', async () => {
    expect((await contentOf(['picture-message', '--library-number', '29999', ...MAKE]))[1]).toEqual([
      'PictureMessage',
      '29999',
    ]);
  });

  it('G-MMS-11: a group graphic, as a bitmap and by number', async () => {
    const sent = note(await contentOf(['group-graphic', shared('zum-loewen.rows'), ...MAKE]));
    expect(sent).toEqual([
      ['PhoneMake', 'Nokia'],
      ['GroupGraphic', expect.stringMatching(LOGO)],
    ]);
    expect((await contentOf(['group-graphic', '--library-number', '10000', ...MAKE]))[1]).toEqual(['GroupGraphic', '10000']);
  });

  it('G-MMS-12, 13: an operator logo, its network from options or from an .nol', async () => {
    const network = ['--mcc', '234', '--mnc', '10'];
    const sent = note(await contentOf(['logo', shared('zum-loewen.rows'), ...MAKE, ...network]));
    expect(sent).toEqual([
      ['PhoneMake', 'Nokia'],
      ['OperatorLogo', expect.stringMatching(LOGO)],
      ['MCC', '234'],
      ['MNC', '10'],
    ]);
    const nol = write('x.nol', '');
    await handset(['convert', shared('zum-loewen.rows'), nol, ...network]);
    expect(await contentOf(['operator-logo', nol, ...MAKE])).toEqual(sent);
    expect(await contentOf(['logo', '--library-number', '19999', ...MAKE, ...network])).toEqual([
      ['PhoneMake', 'Nokia'],
      ['OperatorLogo', '19999'],
      ['MCC', '234'],
      ['MNC', '10'],
    ]);
  });

  it('the bits are those of the drawing', async () => {
    const rows = write('four.rows', `${['#...', '.#..', '..#.', '...#'].map((row) => row.repeat(18)).join('\n')}\n`);
    const sent = await contentOf(['logo', rows, ...MAKE, '--mcc', '234', '--mnc', '10', '--any-size']);
    // 72 x 4: each row is one octet nine times over.
    const bits = ['88', '44', '22', '11'].map((octet) => octet.repeat(9)).join('');
    expect(sent[1]).toEqual(['OperatorLogo', `00480401${bits}`]);
  });

  it('dithering and all that says how a picture becomes black and white', async () => {
    const picture = ['picture', `${shared('')}../images/logo-alpha.png`, ...MAKE];
    const plain = await contentOf([...picture]);
    const inverted = await contentOf([...picture, '--invert']);
    const dithered = await contentOf([...picture, '--dither', 'atkinson', '--threshold', '100']);
    const sizes = [plain, inverted, dithered].map((sent) => sent[1]?.[1].slice(0, 8));
    expect(sizes).toEqual(['00481C01', '00481C01', '00481C01']);
    expect(new Set([plain, inverted, dithered].map((sent) => sent[1]?.[1])).size).toBe(3);
  });

  it('warns of a text that does not go along', async () => {
    const npm = write('badge.npm', '');
    await handset(['convert', shared('sailing.rows'), npm, '--text', 'Ahoy']);
    const { code, err } = await asAccount([
      'send',
      'picture',
      npm,
      ...MAKE,
      ...TO,
      '--dry-run',
      '--server',
      'https://a.example',
    ]);
    expect([code, err]).toEqual([0, expect.stringContaining('warning: the text is not sent')]);
  });
});

describe('sendmms: ringtones, cards, calendars', () => {
  const TUNE = 'Bell:d=4,o=5,b=160:c,8d.,p';

  it('G-MMS-14: a tune as an argument, from files of any kind, and by number', async () => {
    const expected: Parameter[] = [
      ['PhoneMake', 'Nokia'],
      ['Ringtone', TUNE],
    ];
    expect(note(await contentOf(['ringtone', TUNE, ...MAKE]))).toEqual(expected);
    expect(await contentOf(['ringtone', write('bell.rtttl', TUNE), ...MAKE])).toEqual(expected);
    expect(await contentOf(['ringtone', ...MAKE], TUNE)).toEqual(expected);
    const mid = write('bell.mid', '');
    await handset(['convert', write('bell.rtttl', TUNE), mid]);
    const [, fromMidi] = await contentOf(['ringtone', mid, ...MAKE]);
    expect(fromMidi?.[1]).toMatch(/^[^:]*:[^:]*b=160[^:]*:c,8d\.,?/);
    expect(await contentOf(['ringtone', '--library-number', '39999', ...MAKE])).toEqual([
      ['PhoneMake', 'Nokia'],
      ['Ringtone', '39999'],
    ]);
  });

  it('G-MMS-14: `,`, `:` and `=` as %2C, %3A and %3D', async () => {
    const { out } = await asAccount(['send', 'ringtone', TUNE, ...MAKE, ...TO, '--dry-run', '--server', 'https://a.example']);
    expect(out).toContain('&Ringtone=Bell%3Ad%3D4%2Co%3D5%2Cb%3D160%3Ac%2C8d.%2Cp\n');
  });

  it('a handset that has no form here: the gateway may know one', async () => {
    const args = ['send', 'ringtone', TUNE, '--make', 'Ericsson', '--model', 'T28', ...TO, '--dry-run'];
    const { code, out, err } = await asAccount([...args, '--server', 'https://a.example']);
    expect([code, err]).toEqual([0, expect.stringMatching(/^warning: the tune: a ringtone has no form for Ericsson T28/)]);
    expect(out).toContain('&PhoneMake=Ericsson&PhoneModel=T28&Ringtone=Bell');
  });

  it('cuts a long tune when asked to', async () => {
    const [, long] = await contentOf(['ringtone', shared('fur-elise.rtttl'), ...MAKE]);
    const [, short] = await contentOf(['ringtone', shared('fur-elise.rtttl'), ...MAKE, '--max-notes', '10']);
    expect(short?.[1].split(',').length).toBeLessThan(long?.[1].split(',').length as number);
  });

  it('G-MMS-15: a card', async () => {
    const card = 'BEGIN:VCARD\r\nVERSION:2.1\r\nN:Smith;Ann\r\nTEL:+447700900123\r\nEND:VCARD\r\n';
    const sent = note(await contentOf(['vcard', write('ann.vcf', card), ...MAKE]));
    expect(sent).toEqual([
      ['PhoneMake', 'Nokia'],
      ['vCard', card],
    ]);
    const [, newer] = await contentOf(['vcard', write('ann.vcf', card), ...MAKE, '--version', '3.0']);
    expect(newer?.[1]).toContain('VERSION:3.0');
    const [, fitted] = await contentOf(['vcard', shared('mueller.vcf'), ...MAKE, '--max-parts', '1']);
    expect(fitted?.[1]).not.toContain('NOTE');
  });

  it('G-MMS-16: a calendar', async () => {
    const sent = note(await contentOf(['vcal', shared('meeting.ics'), ...MAKE]));
    expect(sent).toEqual([
      ['PhoneMake', 'Nokia'],
      [
        'vCal',
        expect.stringMatching(/^BEGIN:VCALENDAR\r\nVERSION:1\.0\r\n[\s\S]*SUMMARY:Team meeting[\s\S]*END:VCALENDAR\r\n$/),
      ],
    ]);
    const [, newer] = await contentOf(['vcal', shared('meeting.ics'), ...MAKE, '--version', '2.0']);
    expect(newer?.[1]).toContain('VERSION:2.0');
  });
});

describe('sendmms: multimedia messages and WAP push', () => {
  const zip = shared('../zip/own-smil.zip');

  it('G-MMS-20: a message of the library, with every option of messages', async () => {
    const sent = await contentOf([
      ...['mms', '--library-number', '80001', '--subject', 'The coast', '--cc', '447700900201,+447700900202'],
      ...['--bcc', '447700900203', '--cc-address-book', 'Friends', '--bcc-address-book', 'Work::Boss', '--add-smil', '1'],
      ...['--content-type', 'application/vnd.wap.mms-message', '--no-repurposing', '--no-walled-garden'],
    ]);
    expect(new Map(note(sent))).toEqual(
      new Map([
        ['MMSFileMMS', '80001'],
        ['SendCc', '447700900201,447700900202'],
        ['SendBcc', '447700900203'],
        ['SendCcAddressBook', 'Friends'],
        ['SendBccAddressBook', 'Work::Boss'],
        ['AddSMIL', '1'],
        ['Message', 'The coast'],
        ['ContentType', 'application/vnd.wap.mms-message'],
        ['DisableRepurposing', '1'],
        ['DisableWalledGardenRule', '1'],
      ]),
    );
    expect(sent.length).toBe(10);
  });

  it('G-MMS-21, 22: a ZIP as it is', async () => {
    const sent = note(await contentOf(['mms', zip]));
    expect(sent).toEqual([
      ['MMSNotificationFileName1', 'own-smil.zip'],
      ['MMSNotificationFileData1', hexOfFile(zip)],
    ]);
    const piped = await contentOf(['mms', '-', '--name', 'coast.zip'], readFileSync(zip));
    expect(piped).toEqual([['MMSNotificationFileName1', 'coast.zip'], sent[1]]);
    expect((await contentOf(['mms'], readFileSync(zip)))[0]).toEqual(['MMSNotificationFileName1', 'message.zip']);
  });

  it('G-MMS-21, 22: an .mms as it is, and one that is composed of files', async () => {
    const mms = write('coast.mms', '');
    await handset(['compose', zip, '-o', mms]);
    expect(await contentOf(['mms', mms])).toEqual([
      ['MMSNotificationFileName1', 'coast.mms'],
      ['MMSNotificationFileData1', hexOfFile(mms)],
    ]);
    const files = [shared('../images/photo-422.jpg'), shared('invitation.txt')];
    const composed = await contentOf(['mms', ...files, '--subject', 'Come', '--add-smil', 'add']);
    const hexOfPhoto = hexOfFile(files[0] as string);
    const values = new Map(composed);
    // M-Retrieve.conf, with the picture whole.
    expect(values.get('MMSNotificationFileData1')).toMatch(/^8C84/);
    expect(values.get('MMSNotificationFileData1')).toContain(hexOfPhoto);
    values.delete('MMSNotificationFileData1');
    expect([...values].sort()).toEqual([
      ['AddSMIL', '1'],
      ['MMSNotificationFileName1', 'message.mms'],
      ['Message', 'Come'],
    ]);
    const [name] = await contentOf(['mms', shared('invitation.txt'), '--name', 'card.mms']);
    expect(name).toEqual(['MMSNotificationFileName1', 'card.mms']);
    expect((await contentOf(['mms', files[0] as string]))[1]?.[1]).toContain(hexOfPhoto);
  });

  it.each([
    ['auto', '0'],
    ['add', '1'],
    ['none', '2'],
    ['0', '0'],
    ['2', '2'],
  ])('G-MMS-25: --add-smil %s', async (given, value) => {
    expect(await contentOf(['mms', '--library-number', '80001', '--add-smil', given])).toContainEqual(['AddSMIL', value]);
  });

  it.each([
    ['--cc', '447700900201', 'SendCc'],
    ['--bcc', '447700900201', 'SendBcc'],
    ['--cc-address-book', 'Friends', 'SendCcAddressBook'],
    ['--bcc-address-book', 'Friends', 'SendBccAddressBook'],
  ])('G-MMS-01: %s alone', async (option, value, name) => {
    const { sent } = await parameters(['send', 'mms', '--library-number', '80001', option, value]);
    expect(sent.map(([parameter]) => parameter)).not.toContain('SendTo');
    expect(sent).toContainEqual([name, value]);
  });

  it('G-MMS-30 to 36: a push of the library, and of a file, with every option', async () => {
    expect(note(await contentOf(['wap-push', '--library-number', '89999']))).toEqual([['MMSFileWAP', '89999']]);
    const options = [
      '--text',
      'A game',
      '--content-type',
      'application/java-archive',
      '--no-repurposing',
      '--no-walled-garden',
    ];
    const jar = write('game.jar', Uint8Array.of(0x50, 0x4b, 3, 4, 0xff));
    const sent = note(await contentOf(['wap-push', jar, ...options]));
    expect(new Map(sent)).toEqual(
      new Map([
        ['WAPPushFileName1', 'game.jar'],
        ['WAPPushFileData1', '504B0304FF'],
        ['Message', 'A game'],
        ['ContentType', 'application/java-archive'],
        ['DisableRepurposing', '1'],
        ['DisableWalledGardenRule', '1'],
      ]),
    );
    expect(sent.length).toBe(6);
    const piped = await contentOf(['wap-push', '-', '--name', 'x.gif'], Uint8Array.of(0x47, 0x49));
    expect(piped).toEqual([
      ['WAPPushFileName1', 'x.gif'],
      ['WAPPushFileData1', '4749'],
    ]);
  });
});

describe('sendmms: service indications and PDUs', () => {
  it('G-SI-01 to 06: from options', async () => {
    const sent = await contentOf([
      ...[
        'si',
        '--href',
        'http://a.com/?x=1&y=2',
        '--id',
        'n-1',
        '--text',
        'You have mail',
        '--created',
        '2026-11-21T18:30:00Z',
      ],
      ...['--expires', '2026-11-22T00:00:00', '--action', 'signal-high', '--info', 'price=10 p'],
    ]);
    expect(note(sent)).toEqual([
      ['si-href', 'http://a.com/?x=1&y=2'],
      ['si-id', 'n-1'],
      ['si-content', 'You have mail'],
      ['si-created', '2026-11-21T18:30:00'],
      ['si-expires', '2026-11-22T00:00:00'],
      ['si-action', 'signal-high'],
      ['si-info-pcdata', '10 p'],
      ['si-info-class', 'price'],
    ]);
  });

  it.each(['signal-none', 'signal-low', 'signal-medium', 'signal-high', 'delete'])(
    'G-SI-04, 08: --action %s',
    async (action) => {
      expect(await contentOf(['si', '--href', 'http://a.com/', '--id', '1', '--action', action])).toContainEqual([
        'si-action',
        action,
      ]);
    },
  );

  it('from a file, with options that count more', async () => {
    const sent = await contentOf(['si', shared('new-mail.si'), '--text', 'None']);
    expect(sent).toEqual([
      ['si-href', 'http://www.example.com/mail/1'],
      ['si-id', 'mail-0001'],
      ['si-content', 'None'],
      ['si-created', '2026-11-21T18:30:00'],
      ['si-expires', '2026-11-28T00:00:00'],
      ['si-action', 'signal-high'],
    ]);
  });

  it('G-SI-07: warns of an indication without an id', async () => {
    const args = ['send', 'si', '--href', 'http://a.com/', '--text', 'x', ...TO, '--dry-run', '--server', 'https://a.example'];
    expect((await asAccount(args)).err).toMatch(/^warning: --id: a second SI with the same href/m);
    expect((await asAccount([...args, '--strict'])).code).toBe(3);
  });

  it('G-MMS-40 to 43: user data', async () => {
    const sent = note(
      await contentOf(['pdu', '--dcs', 'f5', '--pid', '7F', '--udh', '06 05 04 15 81 00 00', '--data', '024a3a']),
    );
    expect(sent).toEqual([
      ['SmsSubmitPduDataCodingScheme', 'F5'],
      ['SmsSubmitPduProtocolIdentifier', '7F'],
      ['SmsSubmitPduUserDataHeader', '06050415810000'],
      ['SmsSubmitPduUserData', '024A3A'],
    ]);
    expect(await contentOf(['pdu', '--data', '00'])).toEqual([
      ['SmsSubmitPduDataCodingScheme', 'F5'],
      ['SmsSubmitPduProtocolIdentifier', '00'],
      ['SmsSubmitPduUserDataHeader', ''],
      ['SmsSubmitPduUserData', '00'],
    ]);
  });

  it('G-MMS-44: a text in its place', async () => {
    expect(note(await contentOf(['pdu', 'Hi', '--dcs', '10']))).toEqual([
      ['SmsSubmitPduDataCodingScheme', '10'],
      ['SmsSubmitPduProtocolIdentifier', '00'],
      ['SmsSubmitPduUserDataHeader', ''],
      ['Message', 'Hi'],
    ]);
  });
});

it('every parameter of sections 3 and 4 can be reached by an option, and no other is sent', () => {
  const tables = [
    ...['SendTo', 'SendToAddressBook', 'ReplyTo', 'Message', 'FlashMessage', 'SendTimeDelay', 'SendTimeAbsolute'],
    ...['ResponseFormat', 'DeliveryServiceOption', 'PhoneMake', 'PhoneModel'],
    ...['PictureMessage', 'GroupGraphic', 'OperatorLogo', 'MCC', 'MNC', 'Ringtone', 'vCard', 'vCal'],
    ...['MMSFileMMS', 'MMSNotificationFileName1', 'MMSNotificationFileData1'],
    ...['SendCc', 'SendBcc', 'SendCcAddressBook', 'SendBccAddressBook', 'AddSMIL'],
    ...['MMSFileWAP', 'WAPPushFileName1', 'WAPPushFileData1'],
    ...['ContentType', 'DisableRepurposing', 'DisableWalledGardenRule'],
    ...['si-href', 'si-id', 'si-content', 'si-created', 'si-expires', 'si-action', 'si-info-pcdata', 'si-info-class'],
    ...['SmsSubmitPduDataCodingScheme', 'SmsSubmitPduProtocolIdentifier', 'SmsSubmitPduUserDataHeader', 'SmsSubmitPduUserData'],
  ];
  expect([...seen].sort()).toEqual(tables.sort());
});
