import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findHandset, handsetOrigins, handsets, matchHandset, parseHandset, searchHandsets } from '../../src/profile/index.js';
import { collected, models as laterModels } from './handsets.js';

const models = collected.filter(({ kind }) => kind === 'model');

/** The address that a source of the collected data is named by; what no file name takes stands as an underscore there. */
function addressOf(source: string): string | undefined {
  const name = /^UAProf http_\/(.+)$/.exec(source)?.[1];
  return name && `http://${name.replace(/^.*http_\//, '').replace('aspx_', 'aspx?')}`;
}

describe('published vectors', () => {
  it('finds each model by its make and model, together and apart', () => {
    for (const { id, make, model } of models) {
      expect(findHandset({ make: make!, model: model! })?.id).toBe(id);
      expect(findHandset({ model: `${make} ${model}` })?.id).toBe(id);
      expect(parseHandset(`${make} ${model}`)?.id).toBe(id);
      expect(parseHandset(`${make}-${model}`.toLowerCase().replace(/ /g, ''))?.id).toBe(id);
      expect(parseHandset(id)?.id).toBe(id);
    }
  });

  it('finds each User-Agent that the data have, alone and at the head of a header', () => {
    const prefixes = models.flatMap(({ id, uaPrefixes }) => uaPrefixes.map((prefix) => ({ id, prefix })));
    expect(prefixes).toHaveLength(998);
    for (const { id, prefix } of prefixes) {
      expect(findHandset({ userAgent: prefix })?.id, prefix).toBe(id);
      expect(findHandset({ userAgent: `${prefix}/2.0 (05.50) Profile/MIDP-2.0` })?.id, prefix).toBe(id);
      expect(findHandset({ userAgent: `${prefix.toLowerCase()} UP.Link/5.1` })?.id, prefix).toBe(id);
    }
  });

  it('finds a model of the same make for each UAProf address that the data have, nearly always the record itself', () => {
    const addresses = models.flatMap(({ id, make, sources }) =>
      sources.flatMap((source) => addressOf(source) ?? []).map((address) => ({ id, make, address })),
    );
    expect(addresses).toHaveLength(447);
    const found = addresses.map(({ id, make, address }) => ({ id, make, profile: findHandset({ uaProf: address }) }));
    for (const { id, make, profile } of found) {
      expect(profile?.kind, id).toBe('model');
      expect([make, make === 'Ericsson' ? 'Sony Ericsson' : make], id).toContain(profile?.make);
    }
    // Some records were filled from the document of another model: the name in the address counts more.
    expect(found.filter(({ id, profile }) => profile?.id !== id).length).toBeLessThan(30);
  });

  // Addresses as the makers' handsets send them; the data have their MD5 alone. The second column is what the file's name says.
  it.each([
    ['http://wap.samsungmobile.com/uaprof/SGH-D600.xml', 'samsung-sgh-d600'],
    ['http://gsm.lge.com/html/gsm/LG-KG800.xml', 'lg-kg800'],
    ['http://nds1.nds.nokia.com/uaprof/NE71-1r100.xml', 'nokia-e71-1'],
    ['http://communication-market.siemens.de/portal/UAProf/UAP.aspx?CX6V,03', 'siemens-cx65-vodafone'],
  ])('%s', (address, id) => {
    expect(findHandset({ uaProf: address })?.id).toBe(id);
    expect(findHandset({ uaProf: `"${address}"` })?.id).toBe(id);
    expect(findHandset({ uaProf: `${address}, "1-Rb0sq/nuUFQU75vAjKyiHw=="` })?.id).toBe(id);
    expect(parseHandset(address)?.id).toBe(id);
  });

  it.each([
    ['nokia 3310', 'nokia-3310'],
    ['Nokia3310', 'nokia-3310'],
    ['  NOKIA - 3310 ', 'nokia-3310'],
    ['3310', 'nokia-3310'],
    ['SE K750i', 'sony-ericsson-k750i'],
    ['se k750', 'sony-ericsson-k750i'],
    ['sonyericsson k750', 'sony-ericsson-k750i'],
    ['Sony-Ericsson K750c', 'sony-ericsson-k750c'],
    ['SonyEricsson K750r', 'sony-ericsson-k750i'],
    ['Ericsson T68i', 'sony-ericsson-t68i'],
    ['nokia e66', 'nokia-e66-1'],
    ['nokia n95 8gb', 'nokia-n95-8gb-1'],
    ['nokia 6500 slide', 'nokia-6500s'],
    ['nokia 6500 classic', 'nokia-6500c'],
    ['Nokia 5310 XpressMusic', 'nokia-5310xpressmusic'],
    ['nokia 8310', 'nokia-8310'],
    ['Samsung D600', 'samsung-sgh-d600'],
    ['samsung sgh d600', 'samsung-sgh-d600'],
    ['motorola razr v3', 'motorola-v3'],
    ['moto V3', 'motorola-v3'],
    ['Motorola V3 2', 'motorola-v3'],
    ['MOT-V3/2', 'motorola-v3'],
    ['alcatel ot 511', 'alcatel-one-touch-511'],
    ['alcatel one touch 525', 'alcatel-one-touch-331-525-526-531'],
    ['alcatel c630', 'alcatel-one-touch-c550-c560-c630-c635'],
    ['LG E400', 'lg-e400-v1-0'],
    ['lg kg800', 'lg-kg800'],
    ['sie s65', 'siemens-s65'],
    ['sendo x', 'sendo-x'],
    ['blackberry 7230', 'blackberry-blackberry-7230'],
    ['BB 7230', 'blackberry-blackberry-7230'],
    ['sharp gx10', 'sharp-tq-gx10'],
    ['sagem X-5m', 'sagem-myx-5m'],
    ['philips fisio 820', 'philips-fisio-820'],
    ['N6230r200.xml', 'nokia-6230'],
    ['N6230ir200.xml', 'nokia-6230i'],
    ['K750iR101.xml', 'sony-ericsson-k750i'],
    ['Nokia 3310 (2017)', 'nokia-3310-2017'],
    ['nokia 3310 2017', 'nokia-3310-2017'],
    ['Nokia 8110 4G', 'nokia-8110-4g'],
    ['nokia 6300 4g', 'nokia-6300-4g'],
    ['Nokia 6300', 'nokia-6300'],
    ['Nokia 2720 V Flip', 'nokia-2720-v-flip'],
    ['iPhone 15', 'apple-iphone-15'],
    ['Apple iPhone SE (2020)', 'apple-iphone-se-2020'],
    ['Galaxy S24', 'samsung-galaxy-s24'],
    ['Google Pixel 8', 'google-pixel-8'],
    ['pixel 7a', 'google-pixel-7a'],
    ['Samsung S24', 'samsung-galaxy-s24'],
    ['Cat B35', 'cat-b35'],
    ['JioPhone', 'jio-jiophone'],
    ['JioPhone Next', 'jio-jiophone-next'],
    ['TCL 4058', 'tcl-4058'],
    ['Mozilla/5.0 (Linux; Android 11; 4058G) AppleWebKit/537.36', 'tcl-4058'],
    ['Siemens SL45', 'siemens-sl45'],
    ['http://uaprof.motorola.com/phoneconfig/v3/Profile/v3.rdf', 'motorola-v3'],
    ['http://www.blackberry.net/go/mobile/profiles/uaprof/8700/4.1.0.rdf', 'blackberry-blackberry-8700'],
    ['http://communication-market.siemens.de/portal/UAProf/UAP.aspx?device=S65', 'siemens-s65'],
    ['Nokia6230/2.0 (05.50) Profile/MIDP-2.0 Configuration/CLDC-1.1', 'nokia-6230'],
    ['SonyEricssonK750i/R1AA Browser/SEMC-Browser/4.2 Profile/MIDP-2.0', 'sony-ericsson-k750i'],
    ['MOT-V3/0E.40.3CR MIB/2.2.1 Profile/MIDP-2.0', 'motorola-v3'],
    ['LG/U8130/v1.0', 'lg-u8130'],
    ['Mozilla/5.0 (SymbianOS/9.2; U; Series60/3.1 NokiaE71-1/110.07.127)', 'nokia-e71-1'],
  ])('%s is %s', (typed, id) => {
    expect(parseHandset(typed)?.id).toBe(id);
  });

  it.each([
    ['Sony-Ericsson', 'generic-sony-ericsson-mms'],
    ['SE', 'generic-sony-ericsson-mms'],
    ['nokia', 'generic-nokia-mms'],
    ['nokia 9999', 'generic-nokia-mms'],
    ['Nokia9999/1.0', 'generic-nokia-mms'],
    ['http://nds1.nds.nokia.com/uaprof/N9999r100.xml', 'generic-nokia-mms'],
    ['ericsson', 'generic-ericsson-sms'],
    ['Sharp', 'generic-mms'],
    ['bb', 'generic-mms'],
    ['iPhone', 'generic-smartphone'],
    ['iPhone 99', 'generic-smartphone'],
    ['Galaxy S99', 'generic-smartphone'],
    ['Pixel 99', 'generic-smartphone'],
    ['Android', 'generic-smartphone'],
    ['smartphone', 'generic-smartphone'],
    ['KaiOS', 'generic-kaios'],
    ['Jio F999', 'generic-kaios'],
    ['JioPhone 2', 'generic-kaios'],
    ['LYF F320B', 'generic-kaios'],
    ['TCL Flip 2', 'generic-kaios'],
    ['Alcatel Go Flip', 'generic-kaios'],
    ['TCL 30', 'generic-smartphone'],
    ['Samsung SM-G991B', 'generic-smartphone'],
    ['Samsung SM-B310E', 'generic-samsung-mms'],
    ['S30+', 'generic-s30plus'],
    ['Series 30+', 'generic-s30plus'],
    ['Nokia 6230 (2025)', 'generic-nokia-mms'],
    ['Nokia 6230 4G', 'generic-nokia-mms'],
    ['EMS', 'generic-ems'],
    ['generic-nokia-sms', 'generic-nokia-sms'],
  ])('%s is a make, or one with an unknown model: %s', (typed, id) => {
    expect(parseHandset(typed)?.id).toBe(id);
  });

  it.each([
    ['section 8'],
    ['securephone'],
    ['HTC Desire'],
    ['T100'],
    ['7230'],
    [''],
    ['   '],
    ['-/-'],
    ['http://'],
    ['.xml'],
    ['Mozilla/5.0'],
  ])('%j names no make, or a model of several', (typed) => {
    expect(parseHandset(typed)).toBeUndefined();
  });
});

describe('what is known of a handset', () => {
  it('takes a model before a make, by model, then User-Agent, then UAProf', () => {
    const userAgent = 'SonyEricssonK750i/R1AA';
    const uaProf = 'http://nds1.nds.nokia.com/uaprof/N6230r200.xml';
    expect(findHandset({ make: 'Siemens', model: 'S65', userAgent, uaProf })?.id).toBe('siemens-s65');
    expect(findHandset({ make: 'Siemens', model: 'S9999', userAgent, uaProf })?.id).toBe('sony-ericsson-k750i');
    expect(findHandset({ userAgent: 'Opera/9.80', uaProf })?.id).toBe('nokia-6230');
    expect(findHandset({ make: 'Siemens', userAgent: 'Nokia9999/1.0' })?.id).toBe('generic-siemens-mms');
    expect(findHandset({ make: 'EMS', model: '6230' })?.id).toBe('generic-ems');
  });

  it('knows nothing of an unknown make, whatever the model', () => {
    expect(findHandset({ make: 'Foo', model: '6230' })).toBeUndefined();
    expect(findHandset({ make: 'Foo' })).toBeUndefined();
    expect(findHandset({})).toBeUndefined();
  });

  it('takes a model alone, where one make has it', () => {
    expect(findHandset({ model: 'K750i' })?.id).toBe('sony-ericsson-k750i');
    expect(findHandset({ make: ' ', model: 'K750i' })?.id).toBe('sony-ericsson-k750i');
    expect(findHandset({ model: 'T100' })).toBeUndefined();
  });

  it('knows what people and operators make of names', () => {
    for (const [typed, id] of [
      ['Sony K750i', 'sony-ericsson-k750i'],
      ['sony ericson K750', 'sony-ericsson-k750i'],
      ['Sony Erricson K750i', 'sony-ericsson-k750i'],
      ['Razr V3', 'motorola-v3'],
      ['6500 slide', 'nokia-6500s'],
      ['Nokia 6600 fold', 'nokia-6600f'],
      ['nokia 8800 sirocco', 'nokia-8800-sirocco-edition'],
      ['nokia 3100b', 'nokia-3100'],
      ['nokia 1100b', 'nokia-1100b'],
      ['Siemens C35i', 'siemens-c35'],
      ['Siemens S45i', 'siemens-s45i'],
      ['BenQ-Siemens S68', 'siemens-s68'],
      ['SonyEricssonK800iv/R1KG', 'sony-ericsson-k800i'],
      ['K750iR101', 'sony-ericsson-k750i'],
      ['N6230r200', 'nokia-6230'],
      ['http://nds.nokia.com/uaprof/Nokia6600r100.xml', 'nokia-6600'],
      ['http://communication-market.siemens.de/UAProf/S65_00.xml', 'siemens-s65'],
      ['v3.rdf', 'motorola-v3'],
      ['Sendo X', 'sendo-x'],
    ] as const) {
      expect(parseHandset(typed)?.id, typed).toBe(id);
    }
  });

  it.each([
    [{ uaProf: 'http://example.com/uaprof/x.xml' }],
    [{ uaProf: 'http://example.com/uaprof/v3.xml' }],
    [{ model: 'X' }],
    [{ userAgent: 'Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 5.1; SE 2.X MetaSr 1.0)' }],
  ])('does not take a letter, a version or a browser for a handset: %j', (query) => {
    expect(findHandset(query)).toBeUndefined();
  });

  it.each([
    ['after blanks', '  http://nds.nokia.com/uaprof/N6230r100.xml', 'nokia-6230'],
    ['without what comes before its version', 'http://nds.nokia.com/uaprof/N6230.xml', 'nokia-6230'],
    ['on a host that names no make, as Nokia writes it', 'http://example.com/N6230r100.xml', 'nokia-6230'],
    ['as Sony Ericsson writes it', 'http://example.com/K750iR101.xml', 'sony-ericsson-k750i'],
    ['of three characters', 'http://example.com/E66.xml', 'nokia-e66-1'],
    ['as a parameter without a name', 'http://communication-market.siemens.de/UAProf/UAP.aspx?S65,00', 'siemens-s65'],
    ['before a fragment', 'http://wap.samsungmobile.com/uaprof/SGH-D600.xml#prf', 'samsung-sgh-d600'],
    ['before a version', 'http://wap.samsungmobile.com/uaprof/D600_20.xml', 'samsung-sgh-d600'],
    ['before the word UAProf', 'http://wap.samsungmobile.com/uaprof/D600UAProf10.xml', 'samsung-sgh-d600'],
    ['in the folder of a version', 'http://example.com/K750i/1.0.xml', 'sony-ericsson-k750i'],
    ['a number that is no version', 'http://nds.nokia.com/uaprof/6230.xml', 'nokia-6230'],
    ['before the operator', 'http://gsm.lge.com/html/gsm/LG-B2050-TMO.xml', 'lg-b2050'],
    ['after the make', 'http://gsm.lge.com/html/gsm/LG-KG800', 'lg-kg800'],
  ])('finds the name of a document %s: %s', (_, uaProf, id) => {
    expect(findHandset({ uaProf })?.id).toBe(id);
  });

  it.each([
    ['letters before it', 'http://example.com/XN6230r100.xml', undefined],
    ['a version of four digits', 'http://example.com/N6230r1000.xml', undefined],
    ['a version of four digits', 'http://example.com/K750iR1012.xml', undefined],
    ['a version of one digit', 'http://nds.nokia.com/uaprof/N6230r1.xml', 'generic-nokia-mms'],
    ['a version of one digit', 'http://wap.sonyericsson.com/UAprof/K750iR1.xml', 'generic-sony-ericsson-mms'],
    ['a version alone', 'http://wap.siemens.de/1.0.xml', 'generic-siemens-mms'],
    ['the version of another make', 'http://gsm.lge.com/KG800_20.xml', 'generic-lg-mms'],
  ])('finds no name of a document with %s: %s', (_, uaProf, id) => {
    expect(findHandset({ uaProf })?.id).toBe(id);
  });

  it('does not take a longer name for a shorter one', () => {
    expect(findHandset({ userAgent: 'Nokia62301/1.0' })?.id).toBe('generic-nokia-mms');
    expect(findHandset({ make: 'Motorola', model: 'V3q' })?.kind).toBe('generic');
  });
});

describe('user agents of today', () => {
  // As handsets send them; those of KaiOS and Series 30+ are among the fixtures of matomo-org/device-detector and browscap.
  it.each([
    ['Nokia3310/11.00.11', 'nokia-3310-2017'],
    ['Mozilla/5.0 (Mobile; Nokia_8110_4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5.1', 'nokia-8110-4g'],
    ['Mozilla/5.0 (Mobile; Nokia 2720 V Flip; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5.4', 'nokia-2720-v-flip'],
    ['Mozilla/5.0 (Mobile; Nokia_2720_Flip; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5.2.2', 'nokia-2720-flip'],
    ['Mozilla/5.0 (Cloud Phone 2.4; Nokia 225 4G; UNISOC) AppleWebKit/537.36 (KHTML, like Gecko)', 'nokia-225-4g'],
    ['Mozilla/5.0 (Mobile; CAT B35; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5.1', 'cat-b35'],
    ['Mozilla/5.0 (Mobile; LYF/F120B/LYF-F120B-001-02-05-011118;Android; rv:48.0) Gecko/48.0 KAIOS/2.5', 'jio-jiophone'],
    ['Mozilla/5.0 (Mobile; LYF/F90M/LYF-F90M-000-02-28-130318; Android; rv:48.0) Gecko/48.0 KAIOS/2.0', 'generic-kaios'],
    ['Mozilla/5.0 (Mobile; ALCATEL 4052C; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5.2', 'generic-kaios'],
    ['Mozilla/5.0 (Series30Plus; Nokia220/10.03.11; Profile/Series30Plus Configuration/Series30Plus)', 'nokia-220'],
    ['Mozilla/5.0 (Series30Plus; Nokia999/10.03.11; Profile/Series30Plus)', 'generic-s30plus'],
    ['Android-Mms/2.0', 'generic-smartphone'],
    ['Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko)', 'google-pixel-8'],
    ['Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0', 'generic-smartphone'],
    ['Mozilla/5.0 (Linux; Android 8.0.0; Nokia 3.1 Build/O00623) AppleWebKit/537.36', 'generic-smartphone'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 14_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)', 'generic-smartphone'],
    ['Nokia_6230_4G/1.0', 'generic-nokia-mms'],
    ['Nokia6230 4G', 'generic-nokia-mms'],
    ['Mozilla/5.0 (Mobile; Nokia 6230 4G)', 'generic-nokia-mms'],
  ])('%s', (userAgent, id) => {
    expect(findHandset({ userAgent })?.id).toBe(id);
  });

  it('takes a platform before a make', () => {
    expect(findHandset({ make: 'Nokia', model: 'X20', userAgent: 'Android-Mms/2.0' })?.id).toBe('generic-smartphone');
    expect(findHandset({ make: 'Nokia', model: '6230', userAgent: 'Android-Mms/2.0' })?.id).toBe('nokia-6230');
  });
});

describe('how well a profile answers', () => {
  it.each([
    ['Nokia 6230', 'exact', 'nokia-6230'],
    ['Nokia E66', 'exact', 'nokia-e66-1'],
    ['SE K750i', 'exact', 'sony-ericsson-k750i'],
    ['Razr V3', 'exact', 'motorola-v3'],
    ['Nokia 6500 slide', 'exact', 'nokia-6500s'],
    ['SonyEricssonK750i/R1AA Browser/SEMC', 'exact', 'sony-ericsson-k750i'],
    ['N6230r200.xml', 'exact', 'nokia-6230'],
    ['nokia-6230', 'exact', 'nokia-6230'],
    ['SE K750r', 'similar', 'sony-ericsson-k750i'],
    ['Siemens C35i', 'similar', 'siemens-c35'],
    ['nokia 3100b', 'similar', 'nokia-3100'],
    ['Nokia 9999', 'generic', 'generic-nokia-mms'],
    ['generic-nokia-sms', 'generic', 'generic-nokia-sms'],
    ['iPhone 99', 'generic', 'generic-smartphone'],
  ])('%s: %s, %s', (typed, match, id) => {
    expect(matchHandset(typed)).toEqual({ profile: parseHandset(id), match });
  });

  it('knows what was asked in parts, and nothing of the unknown', () => {
    expect(matchHandset({ make: 'SE', model: 'K750r' })?.match).toBe('similar');
    expect(matchHandset({ make: 'Nokia', userAgent: 'Nokia6230/2.0' })).toEqual({
      profile: parseHandset('nokia-6230'),
      match: 'exact',
    });
    expect(matchHandset({ make: 'Foo' })).toBeUndefined();
    expect(matchHandset('HTC Desire')).toBeUndefined();
  });
});

describe('search', () => {
  it('finds what holds every word, the one that is meant first', () => {
    expect(searchHandsets('k750').map(({ id }) => id)).toEqual(['sony-ericsson-k750i', 'sony-ericsson-k750c']);
    expect(searchHandsets('SE k750').map(({ id }) => id)).toEqual(['sony-ericsson-k750i', 'sony-ericsson-k750c']);
    expect(searchHandsets('t100').map(({ make }) => make)).toEqual(['Ericsson', 'Sony Ericsson', 'Samsung']);
    expect(searchHandsets('generic nokia').map(({ id }) => id)).toEqual(['generic-nokia-mms', 'generic-nokia-sms']);
    expect(searchHandsets('nokia', 2000)).toHaveLength(400 + laterModels.filter(({ make }) => make === 'Nokia').length);
    expect(searchHandsets('nokia')).toHaveLength(100);
    expect(searchHandsets('nothing of the kind')).toEqual([]);
    expect(searchHandsets(' - ')).toEqual([]);
  });

  it('gives models that begin with a word before those that have it elsewhere, each in the order of the list', () => {
    const order = handsets();
    const found = searchHandsets('nokia 62', 2000);
    const begins = found.filter(({ model }) => model?.startsWith('62'));
    expect(begins.length).toBeGreaterThan(10);
    expect(found.length).toBeGreaterThan(begins.length);
    expect(found.slice(0, begins.length)).toEqual(begins);
    for (const part of [begins, found.slice(begins.length)]) {
      const places = part.map((profile) => order.indexOf(profile));
      expect(places).toEqual([...places].sort((a, b) => a - b));
    }
  });
});

describe('refusals', () => {
  it('wants text', () => {
    expect(() => parseHandset(6230 as never)).toThrow(TypeError);
    expect(() => searchHandsets(undefined as never)).toThrow(TypeError);
    expect(() => parseHandset(6230 as never)).toThrow(/^text /);
    expect(() => searchHandsets(undefined as never)).toThrow(/^query /);
    expect(() => matchHandset(undefined as never)).toThrow(/^query /);
    expect(() => findHandset(undefined as never)).toThrow(/^query /);
    expect(() => handsetOrigins(undefined as never)).toThrow(/^profile /);
    expect(() => findHandset({ model: 6230 as never })).toThrow(/model is a string/);
  });
});

describe('limits', () => {
  it('arbitrary text names a handset or none', () => {
    const ids = new Set(handsets().map(({ id }) => id));
    const word = fc.constantFrom(
      'Nokia',
      'SE',
      '__proto__',
      'constructor',
      'http://',
      '6230',
      '/',
      '\u{1f4f1}',
      '\ud800',
      '.xml',
      'R101',
      '?device=',
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(word).map((words) => words.join('')),
    );
    fc.assert(
      fc.property(text, text, text, text, (make, model, userAgent, uaProf) => {
        for (const profile of [findHandset({ make, model, userAgent, uaProf }), parseHandset(model), parseHandset(uaProf)]) {
          if (profile !== undefined) expect(ids).toContain(profile.id);
        }
      }),
    );
  });
});
