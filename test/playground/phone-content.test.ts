import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bitmapFromRows, encodeEmsPicture } from '../../src/bitmap/index.js';
import { encodeUtf8 } from '../../src/bytes/index.js';
import { formatTime } from '../../src/content/facts.js';
import type { Content } from '../../src/message/index.js';
import type { MRetrieveConf } from '../../src/mms/binary.js';
import { messageOf } from '../../src/playground/compose/mms-parts.js';
import { chosenHandset, phoneHandset } from '../../src/playground/phone/profile.js';
import { standbyShowing } from '../../src/playground/phone/showing.js';
import { showingOf } from '../../src/playground/phone/shown.js';
import { findHandset, type HandsetProfile, handsets } from '../../src/profile/index.js';
import { encodeMidi, parseRtttl } from '../../src/ringtone/index.js';
import { describeScreen, findScreen, handsetFacts, nameHandset } from '../../src/show/handsets.js';
import { drawPage } from '../../src/show/phone-screen.js';
import {
  calendarContent,
  cardContent,
  flashContent,
  groupGraphic,
  indication,
  loading,
  logo,
  notification,
  pduData,
  pduText,
  picture,
  ringtoneContent,
  textContent,
} from '../support/contents.js';
import { hex } from '../support/hex.js';
import { pdu } from '../support/mms.js';
import { costly } from '../support/runs.js';

const handset = (make: string, model: string) => findHandset({ make, model }) as HandsetProfile;
const nokia = handset('Nokia', '3310');
const colour = handset('Nokia', '7650');
const block = (width: number, height: number) => bitmapFromRows(Array.from({ length: height }, () => '#'.repeat(width)));
const show = (content: Content, profile = nokia, from?: string) => showingOf({ kind: 'content', content, from }, profile);
const facts = ({ facts }: ReturnType<typeof showingOf>) => Object.fromEntries(facts.map(({ name, value }) => [name, value]));

describe('what a handset is known to do', () => {
  it('is told apart from what it is known not to do, and what nobody knows is not told', () => {
    const { sms, mms } = colour;
    const none = Object.fromEntries(Object.keys(sms ?? {}).map((name) => [name, null])) as unknown as typeof sms;
    const known = { ...none, vcard: true, ems: true, groupGraphic: false } as typeof sms;
    const profile = { ...colour, sms: known, push: null, mms: mms && { ...mms, receives: true, maxBytes: 102_400 } };
    expect(handsetFacts(profile)).toEqual([
      { name: 'Screen', value: '176 x 208, colours' },
      { name: 'Takes', value: 'cards, EMS, MMS of 100 kB' },
      { name: 'Does not take', value: 'group graphics' },
    ]);
    expect(handsetFacts({ ...profile, sms: null, mms: null }).map(({ name }) => name)).toEqual(['Screen']);
  });
});

describe('screens', () => {
  it('are those of the profiles', () => {
    expect(findScreen(nokia)).toEqual({ widthPx: 84, heightPx: 48, look: 'lcd', greys: 2, isAssumed: false });
    expect(findScreen(colour)).toMatchObject({ widthPx: 176, heightPx: 208, look: 'colour', isAssumed: false });
    const grey = handsets().find(
      ({ screen }) => screen.greyscale === true && screen.colors === 4 && screen.width !== null,
    ) as HandsetProfile;
    expect(findScreen(grey)).toMatchObject({ look: 'grey', greys: 4 });
    const all = handsets().map(findScreen);
    expect(all.every(({ widthPx, heightPx }) => widthPx > 0 && heightPx > 0)).toBe(true);
    expect(new Set(all.map(({ look }) => look))).toEqual(new Set(['lcd', 'grey', 'colour']));
  });

  it('are assumed where nobody knows them, and said to be', () => {
    const unknown = { ...nokia, screen: { width: null, height: null, colors: null, greyscale: null, bitsPerPixel: null } };
    expect(findScreen(unknown)).toEqual({ widthPx: 84, heightPx: 48, look: 'lcd', greys: 2, isAssumed: true });
    expect(findScreen({ ...unknown, mms: colour.mms })).toMatchObject({
      widthPx: 128,
      heightPx: 128,
      look: 'colour',
      isAssumed: true,
    });
    expect(describeScreen(findScreen(unknown))).toBe('84 x 48 (assumed), one bit a pixel');
    expect(show({ kind: 'text', text: 'x' }, unknown).warnings).toEqual([
      'the screen of Nokia 3310 is not known: 84 x 48 is assumed',
    ]);
  });

  it('names say what a profile stands for', () => {
    expect([nokia, ...handsets().filter(({ kind }) => kind === 'generic')].map(nameHandset)).toEqual(
      expect.arrayContaining([
        'Nokia 3310',
        'any Nokia that takes MMS',
        'any Nokia for SMS alone',
        'any handset that takes EMS',
      ]),
    );
  });

  it('one handset is chosen for all, and others are told', () => {
    const chosen = chosenHandset(nokia);
    const told: string[] = [];
    chosen.onChange(({ id }) => told.push(id));
    chosen.set(nokia);
    chosen.set(colour);
    expect([chosen.get().id, told]).toEqual([colour.id, [colour.id]]);
    expect(phoneHandset()).toBe(phoneHandset());
    expect(phoneHandset().get().id).toBe('nokia-3310');
  });
});

describe('what is shown', () => {
  it('a text with its sender', () => {
    const showing = show({ kind: 'text', text: 'Hello' }, nokia, '+447700900123');
    expect(facts(showing)).toEqual({ From: '+447700900123', Text: 'Hello' });
    expect(showing.pages).toMatchObject([{ kind: 'list', title: '+447700900123', blocks: [{ kind: 'text', text: 'Hello' }] }]);
  });

  it('a logo on the standby screen', () => {
    const showing = show({ kind: 'operatorLogo', mcc: '234', mnc: '10', bitmap: block(72, 14) });
    expect(showing.pages[0]).toMatchObject({ kind: 'standby', blocks: [{ kind: 'bitmap' }] });
    expect(facts(showing)).toEqual({ Network: '234 10', Picture: '72 x 14 pixels' });
    expect(showing.warnings).toEqual([]);
    expect(standbyShowing().pages[0]?.kind).toBe('standby');
  });

  it('a tune that can be played', () => {
    const tune = parseRtttl('Beep:d=4,o=5,b=120:c,e');
    const showing = show({ kind: 'ringtone', tune });
    expect(showing.pages[0]?.sound).toEqual({ kind: 'tune', tune });
    expect(facts(showing)).toEqual({ Name: 'Beep', Tune: '120 bpm, 2 notes, 1.0 s' });
    expect(facts(show({ kind: 'ringtone', tune: { ...tune, title: '', loops: 15 } }))).toEqual({
      Tune: '120 bpm, 2 notes, 1.0 s, repeated without end',
    });
    expect(facts(show({ kind: 'ringtone', tune: { ...tune, loops: 2 } })).Tune).toContain('repeated 2x');
  });

  it('cards and calendars in lines', () => {
    const card = {
      given: 'Erika',
      family: 'Müller',
      tel: [{ value: '+44', types: ['CELL'] }],
      address: [{ street: 'Hill 1', country: 'UK' }],
    };
    expect(facts(show({ kind: 'vcard', card }))).toEqual({
      Name: 'Erika Müller',
      Telephone: '+44 (cell)',
      Address: 'Hill 1, UK',
    });
    const start = new Date('2026-01-02T03:04:00Z');
    const calendar = {
      events: [{ summary: 'Tea', start, startKind: 'floating' as const }],
      todos: [{ due: start, dueKind: 'date' as const, priority: 1 }],
    };
    expect(show({ kind: 'vcalendar', calendar }).facts.map(({ name, value }) => `${name}: ${value}`)).toEqual([
      'Event: Tea',
      'From: 2026-01-02 03:04:00',
      'Task: without a name',
      'Due: 2026-01-02',
      'Priority: 1',
    ]);
    expect(show({ kind: 'vcalendar', calendar: {} }).pages[0]?.blocks).toMatchObject([{ text: 'Nothing in it' }]);
    expect([formatTime(start), formatTime(new Date(Number.NaN)), formatTime(undefined)]).toEqual([
      '2026-01-02 03:04:00 UTC',
      undefined,
      undefined,
    ]);
  });

  it('pushes with the address that nothing is loaded from', () => {
    const showing = show({ kind: 'serviceIndication', si: { href: 'http://a/', text: 'News' } });
    expect(showing.pages[0]).toMatchObject({
      softKey: 'Load',
      note: 'A handset would load http://a/ now. This page loads nothing.',
    });
    expect(facts(showing)).toEqual({ Text: 'News', Address: 'http://a/', Action: 'signal-medium (by default)' });
    expect(show({ kind: 'serviceIndication', si: {} }).pages[0]?.note).toBe('There is no address to load.');
    expect(facts(show({ kind: 'serviceLoading', sl: { href: 'http://b/' } }))).toEqual({
      Address: 'http://b/',
      Action: 'execute-low (by default)',
    });
  });

  it('user data in hex, pictures of its header too', () => {
    const showing = show({ kind: 'pdu', tpDcs: 4, udh: [], data: hex('DEADBEEF') });
    expect(facts(showing)).toEqual({ 'Data coding': '04', Octets: 'DE AD BE EF' });
    const udh = encodeEmsPicture({ bitmap: block(16, 16) });
    const both = show({ kind: 'pdu', tpDcs: 0, udh: [...udh, { kind: 'predefinedSound', position: 0, sound: 1 }], text: 'Hi' });
    expect(both.pages[0]?.blocks).toMatchObject([{ kind: 'bitmap', bitmap: block(16, 16) }, { text: 'Hi' }, { text: '' }]);
    expect(facts(both)).toMatchObject({ Picture: '16 x 16 pixels', Text: 'Hi' });
  });
});

describe('what does not fit', () => {
  it('a picture that is wider or higher than the screen', () => {
    expect(show({ kind: 'pictureMessage', bitmap: block(96, 28) }).warnings).toEqual([
      'the picture is 96 wide, the screen has 84',
    ]);
    expect(show({ kind: 'pictureMessage', bitmap: block(72, 60) }).warnings).toEqual([
      'the picture is 60 high, 38 are seen at once: it scrolls',
    ]);
    expect(show({ kind: 'operatorLogo', mcc: '234', mnc: '10', bitmap: block(101, 80) }).warnings).toEqual([
      'the picture is 101 wide, the screen has 84',
      'the picture is 80 high, the screen has 48',
    ]);
    expect(show({ kind: 'pictureMessage', bitmap: block(96, 28) }, colour).warnings).toEqual([]);
  });

  it('contents that the handset is said not to take', () => {
    const none = {
      ...nokia,
      sms: {
        ...(nokia.sms as object),
        nokiaRingtone: false,
        pictureMessage: false,
        operatorLogo: false,
        vcard: false,
        vcalendar: false,
      },
    } as HandsetProfile;
    const tune = parseRtttl('Beep:d=4,o=5,b=120:c');
    const refused = (content: Content) => show(content, none).warnings;
    expect(refused({ kind: 'ringtone', tune })).toEqual(['Nokia 3310 is said not to take ringtones']);
    expect(refused({ kind: 'pictureMessage', bitmap: block(8, 8) })).toEqual([
      'Nokia 3310 is said not to take picture messages',
    ]);
    expect(refused({ kind: 'operatorLogo', mcc: '1', mnc: '1', bitmap: block(8, 8) })).toEqual([
      'Nokia 3310 is said not to take operator logos',
    ]);
    expect(refused({ kind: 'groupGraphic', bitmap: block(8, 8) })).toEqual(['Nokia 3310 is said not to take group graphics']);
    expect(refused({ kind: 'vcard', card: {} })).toEqual(['Nokia 3310 is said not to take cards']);
    expect(refused({ kind: 'vcalendar', calendar: {} })).toEqual(['Nokia 3310 is said not to take calendars']);
    expect(refused({ kind: 'serviceIndication', si: {} })).toEqual(['Nokia 3310 is said not to take service indications']);
    expect(refused({ kind: 'serviceLoading', sl: { href: '' } })).toEqual(['Nokia 3310 is said not to take service loadings']);
    expect(refused({ kind: 'text', text: '' })).toEqual([]);
  });
});

describe('multimedia messages', () => {
  const gif = hex(`47494638396140003000${'00'.repeat(20)}`);
  const midi = encodeMidi(parseRtttl('Beep:d=4,o=5,b=120:c'));
  const file = (name: string, contentType: string, data: Uint8Array) => ({ name, contentType, data });
  const message = messageOf({
    slides: [
      { text: 'First', image: file('a.gif', 'image/gif', gif), sound: file('a.mid', 'audio/midi', midi) },
      { text: 'Second', sound: file('b.amr', 'audio/amr', encodeUtf8('#!AMR\n')) },
    ],
    subject: 'Weekend',
    from: '+447700900123/TYPE=PLMN',
    date: new Date(0),
    profile: colour,
  });
  const of = (given: MRetrieveConf, profile = colour) => showingOf({ kind: 'mms', message: given }, profile);

  it('slides are pages, with their sounds and times', () => {
    const { pages, facts: list } = of(message);
    expect(pages).toMatchObject([
      {
        title: '1/2 Weekend',
        blocks: [{ kind: 'image', widthPx: 64, heightPx: 48 }, { text: 'First' }],
        sound: { kind: 'tune' },
        durationMs: 5000,
      },
      { title: '2/2 Weekend', blocks: [{ text: 'Second' }], sound: { kind: 'file' } },
    ]);
    expect(list.map(({ name }) => name)).toEqual([
      'From',
      'Subject',
      'Size',
      'Slide 1',
      'Picture',
      'Text',
      'Sound',
      'Slide 2',
      'Text',
      'Sound',
    ]);
    expect(list[0]?.value).toBe('+447700900123');
    expect(list.slice(3, 5)).toMatchObject([
      { value: '5 s' },
      { value: expect.stringMatching(/^slide-1\.gif, image\/gif, 64x48, \d+ octets$/), isPart: true },
    ]);
  });

  it('what does not fit is told: size, types, pictures that are made smaller', () => {
    const large = hex(`47494638396180020003${'00'.repeat(20)}`);
    const one = messageOf({ slides: [{ image: file('a.gif', 'image/gif', large) }], date: new Date(0), profile: colour });
    expect(of(one).warnings).toContain('slide-1.gif is 640 x 768, shown at 137 x 164');
    expect(of(one, nokia).warnings).toContain('Nokia 3310 is not known to take multimedia messages');
    const tight = { ...colour, mms: { ...colour.mms, maxBytes: 100 } } as HandsetProfile;
    expect(of(one, tight).warnings.some((warning) => /has \d+ octets, the handset takes 100/.test(warning))).toBe(true);
    const odd = messageOf({ slides: [{ image: file('a.tiff', 'image/tiff', gif) }], date: new Date(0), profile: colour });
    expect(of(odd).warnings).toContain('slide-1.tif: the handset does not list image/tiff');
  });

  it('a picture that claims too many pixels is not read', () => {
    const bomb = hex(`474946383961FFFFFFFF${'00'.repeat(20)}`);
    const one = messageOf({ slides: [{ image: file('a.gif', 'image/gif', bomb) }], date: new Date(0), profile: colour });
    expect(of(one).pages[0]?.blocks).toMatchObject([{ kind: 'text', text: '[slide-1.gif]' }]);
    expect(of(one).warnings).toContain('slide-1.gif says that it is 65535 x 65535: at most 24000000 pixels are read');
  });

  it('pictures and sounds that nothing is known of are named, films too', () => {
    const part = (name: string, contentType: string) => ({ name, contentType, data: hex('0102'), contentId: name });
    const parts = [
      part('a.jpg', 'image/jpeg'),
      part('b.3gp', 'video/3gpp'),
      part('c.mid', 'audio/midi'),
      part('d.vcf', 'text/x-vcard'),
    ];
    const showing = of({ ...message, start: undefined, parts });
    expect(showing.pages.flatMap(({ blocks }) => blocks)).toMatchObject([{ text: '[a.jpg]' }, { text: '[b.3gp]' }]);
    expect(showing.pages.at(-1)?.sound).toMatchObject({ kind: 'file', part: { name: 'c.mid' } });
    expect(showing.facts.at(-1)).toEqual({ name: 'Attachment', value: 'd.vcf, text/x-vcard, 2 octets' });
  });

  it('a text above the picture stays there', () => {
    const [smil, ...parts] = message.parts as [MRetrieveConf['parts'][number], ...MRetrieveConf['parts']];
    const xml = new TextDecoder()
      .decode(smil.data)
      .replace(/(id="Image" left="0" top=)"0"/, '$1"40"')
      .replace(/(id="Text" left="0" top=)"\d+"/, '$1"0"');
    const turned = { ...message, parts: [{ ...smil, data: encodeUtf8(xml) }, ...parts] };
    expect(of(turned).pages[0]?.blocks).toMatchObject([{ text: 'First' }, { kind: 'image' }]);
  });

  it('those without slides say what they are', () => {
    const empty = { ...message, start: undefined, parts: [] };
    expect(of(empty).pages).toMatchObject([{ blocks: [{ text: 'Nothing to show' }] }]);
    const sent = showingOf(
      { kind: 'mms', message: { type: 'M-Send.conf', transactionId: 't1', mmsVersion: '1.0', responseStatus: 'ok' } },
      colour,
    );
    expect([sent.title, facts(sent)]).toEqual([
      'M-Send.conf',
      { 'Transaction id': 't1', 'MMS version': '1.0', 'Response status': 'ok' },
    ]);
  });
});

describe('properties', () => {
  const any = fc.oneof(
    ...([textContent, flashContent, ringtoneContent, logo, groupGraphic, picture] as const),
    ...([indication, loading, notification, cardContent, calendarContent, pduData, pduText] as const),
  );
  const profile = fc.nat().map((n) => handsets()[n % handsets().length] as HandsetProfile);

  it('everything is shown on every handset, and stands in words too', () => {
    fc.assert(
      fc.property(any, profile, (content, on) => {
        const showing = show(content, on);
        expect(showing.pages.length).toBeGreaterThan(0);
        for (const page of showing.pages) {
          const { widthPx, heightPx } = findScreen(on);
          expect(drawPage(page, findScreen(on)).pixels.length).toBe(widthPx * heightPx);
        }
        if (content.kind === 'text') expect(facts(showing).Text ?? '').toBe(content.text);
      }),
      costly(300),
    );
  });

  it('so is every PDU of multimedia messages', () => {
    fc.assert(
      fc.property(pdu, profile, (message, on) => {
        const showing = showingOf({ kind: 'mms', message }, on);
        for (const page of showing.pages) drawPage(page, findScreen(on));
        expect(showing.title).not.toBe('');
      }),
      costly(300),
    );
  });
});
