import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS, FormatError } from '../../src/errors.js';
import { findForeignType } from '../../src/media/signatures.js';
import { compareNaturally, FileFinder, withoutCommonFolder } from '../../src/mms/compose-files.js';
import { type ComposeTarget, pictureBudget, sizeLimit } from '../../src/mms/compose-limits.js';
import {
  type ComposeOptions,
  type ComposeWarning,
  composeMms,
  decodeMms,
  encodeMms,
  type MRetrieveConf,
  mmsSize,
  type Part,
  type PartInput,
  type PictureBudget,
  parseSmil,
  partText,
  readZip,
  resolveSlides,
  writeStoredZip,
} from '../../src/mms/index.js';
import { isUtf16, smilText } from '../../src/mms/smil-text.js';
import { findHandset, type HandsetProfile } from '../../src/profile/index.js';
import { hex } from '../support/hex.js';
import { conformanceFaults } from '../support/presentations.js';
import { costly } from '../support/runs.js';

const GIF = hex('47494638396101000100800000000000ffffff21f90401000000002c00000000010001000002024401003b');
const AMR = [...new TextEncoder().encode('#!AMR\n')];
const JPEG = hex('ff d8 ff c0 00 0b 08 00 78 00 a0 01 01 11 00 ff d9');
const PNG = hex('89 50 4e 47 0d 0a 1a 0a 00 00 00 0d 49 48 44 52 00 00 00 08 00 00 00 08 08 02 00 00 00');
const date = new Date('2004-03-18T07:30:34Z');
const utf8 = (text: string) => new TextEncoder().encode(text);

type File = readonly [name: string, data: Uint8Array | string];

const zip = (...files: File[]) =>
  writeStoredZip(files.map(([name, data]) => ({ name, data: typeof data === 'string' ? utf8(data) : data })));

interface Composed {
  message: MRetrieveConf;
  warnings: ComposeWarning[];
  /** Names of all parts. */
  names: string[];
  /** What is shown, as `image+text+sound+video`, and what is not. */
  slides: string[];
  attachments: string[];
  smil: string | undefined;
}

async function compose(source: Uint8Array | readonly PartInput[], options: ComposeOptions = {}): Promise<Composed> {
  const warnings: ComposeWarning[] = [];
  const message = await composeMms(source, { date, ...options, onWarning: (warning) => warnings.push(warning) });
  const { slides, attachments } = resolveSlides(message);
  const [root] = message.parts;
  return {
    message,
    warnings,
    names: message.parts.map(({ name }) => name),
    slides: slides.map(({ image, text, sound, video }) => [image, text, sound, video].map((one) => one?.name ?? '').join('+')),
    attachments: attachments.map(({ name }) => name),
    smil: root?.contentType === 'application/smil' ? partText(root) : undefined,
  };
}

async function refused(source: Uint8Array | readonly PartInput[], options: ComposeOptions = {}): Promise<FormatError> {
  try {
    await composeMms(source, { date, ...options });
  } catch (error) {
    if (error instanceof FormatError) return error;
    throw error;
  }
  return expect.fail('nothing was refused');
}

const codes = ({ warnings }: Composed) => warnings.map(({ code, part }) => [code, part]);

function profile(
  mms: Partial<NonNullable<HandsetProfile['mms']>> | null,
  width = 128,
  height = 160,
): Pick<HandsetProfile, 'screen' | 'mms'> {
  const unknown = { receives: null, sends: null, maxBytes: null, maxWidth: null, maxHeight: null, types: [] };
  return { screen: { width, height, colors: null, greyscale: null, bitsPerPixel: null }, mms: mms && { ...unknown, ...mms } };
}

describe('a message of a ZIP', () => {
  it('is an M-Retrieve.conf with the SMIL first, everything named by cid', async () => {
    const { message, smil } = await compose(zip(['1.gif', GIF], ['1.txt', 'Hello']), { subject: 'Hi', to: ['+447700900001'] });
    expect(message).toEqual({
      type: 'M-Retrieve.conf',
      mmsVersion: '1.2',
      date,
      to: ['+447700900001'],
      subject: 'Hi',
      messageClass: 'personal',
      contentType: 'application/vnd.wap.multipart.related',
      start: 'slides.smil',
      startType: 'application/smil',
      parts: [
        {
          name: 'slides.smil',
          contentType: 'application/smil',
          charset: 'utf-8',
          contentId: 'slides.smil',
          contentLocation: 'slides.smil',
          data: utf8(smil as string),
        },
        { name: '1.gif', contentType: 'image/gif', contentId: '1.gif', contentLocation: '1.gif', data: GIF },
        {
          name: '1.txt',
          contentType: 'text/plain',
          charset: 'utf-8',
          contentId: '1.txt',
          contentLocation: '1.txt',
          data: utf8('Hello'),
        },
      ],
    });
    expect(smil).toBe(
      '<smil><head><layout><root-layout width="160" height="140"/>' +
        '<region id="Image" left="0" top="0" width="160" height="120" fit="meet"/>' +
        '<region id="Text" left="0" top="120" width="160" height="20" fit="scroll"/></layout></head>' +
        '<body><par dur="5000ms"><img src="cid:1.gif" region="Image"/><text src="cid:1.txt" region="Text"/></par></body></smil>',
    );
  });

  it('reads back from its octets', async () => {
    const { message } = await compose(zip(['1.gif', GIF], ['1.txt', 'Grüße'], ['c.vcf', 'BEGIN:VCARD\r\nEND:VCARD\r\n']));
    const decoded = decodeMms(encodeMms(message)) as MRetrieveConf;
    expect(decoded).toMatchObject({ type: 'M-Retrieve.conf', start: 'slides.smil', startType: 'application/smil' });
    expect(decoded.parts.map(({ name, contentId, contentLocation }) => [name, contentId, contentLocation])).toEqual(
      ['slides.smil', '1.gif', '1.txt', 'c.vcf'].map((name) => [name, name, name]),
    );
    expect(partText(decoded.parts[2] as Part)).toBe('Grüße');
    expect(decoded.parts[3]?.contentType).toBe('text/x-vCard');
  });

  it('or an M-Send.req', async () => {
    const options = { as: 'M-Send.req', date, to: ['+447700900001'], bcc: ['a@example.com'], deliveryReport: true } as const;
    const message = await composeMms(zip(['1.gif', GIF]), options);
    expect(message).toMatchObject({ type: 'M-Send.req', to: ['+447700900001'], bcc: ['a@example.com'], deliveryReport: true });
    expect(message.transactionId).toBe(`T${(1_079_595_034_000).toString(36).toUpperCase()}`);
    expect((await composeMms(zip(['1.gif', GIF]), { ...options, transactionId: 'x' })).transactionId).toBe('x');
    expect(encodeMms(message)[1]).toBe(0x80);
  });

  it('what cannot be encoded is refused here', async () => {
    await expect(composeMms(zip(['1.gif', GIF]), { as: 'M-Send.req' })).rejects.toMatchObject({
      code: 'bad-value',
      field: 'to',
    });
    expect(await refused(zip(['1.gif', GIF]), { date: new Date(Number.NaN) })).toMatchObject({ field: 'date' });
    expect(await refused(zip(['1.gif', GIF]), { subject: 'a\0b' })).toMatchObject({ field: 'subject' });
  });

  it('a sender that stays hidden is not in what the recipient fetches', async () => {
    const options = { from: '+447700900001', senderVisibility: 'hide' } as const;
    expect((await compose(zip(['1.gif', GIF]), options)).message).not.toHaveProperty('from');
    const sent = await composeMms(zip(['1.gif', GIF]), { ...options, as: 'M-Send.req', to: ['+447700900002'] });
    expect(sent).toMatchObject(options);
  });

  it('is dated now unless told otherwise', async () => {
    const before = Date.now();
    const { date: made } = await composeMms(zip(['1.gif', GIF]));
    expect(made.getTime()).toBeGreaterThanOrEqual(before);
    expect(made.getTime()).toBeLessThanOrEqual(Date.now());
  });
});

describe('rules 3 and 4: folders, leftovers, names', () => {
  it('a single top folder goes, leftovers too, of deeper folders the name stays', async () => {
    const composed = await compose(
      zip(['m/1.gif', GIF], ['m/.DS_Store', 'x'], ['m/__MACOSX/._1.gif', 'x'], ['m/Thumbs.db', 'x'], ['m/deep/er/1.txt', 'a']),
    );
    expect(composed.names).toEqual(['slides.smil', '1.gif', '1.txt']);
    expect(composed.slides).toEqual(['1.gif+1.txt++']);
  });

  it('names twice, in any letter case and folder, get numbers', async () => {
    const { names } = await compose(zip(['a/photo.gif', GIF], ['b/photo.gif', GIF], ['c/PHOTO.gif', GIF]));
    expect(names).toEqual(['slides.smil', 'photo.gif', 'photo-2.gif', 'PHOTO-3.gif']);
  });

  it('names of other characters', async () => {
    const { names, slides, smil } = await compose(zip(['a&b.gif', GIF], ['a&b.txt', 'x'], ['Фото "1".gif', GIF]));
    expect(names).toEqual(['slides.smil', 'a_b.gif', 'a_b.txt', 'Foto_1_.gif']);
    expect(slides).toEqual(['a_b.gif+a_b.txt++', 'Foto_1_.gif+++']);
    expect(conformanceFaults(smil as string)).toEqual([]);
  });

  it('names without a letter of Latin are counted as the files are', async () => {
    expect((await compose(zip(['照片.gif', GIF], ['文字.txt', 'x']))).names).toEqual([
      'slides.smil',
      'part-1.gif',
      'part-2.txt',
    ]);
    const mixed = await compose(zip(['slides.gif', GIF], ['照片.gif', GIF]), { smil: 'none' });
    expect(mixed.names).toEqual(['slides.gif', 'part-2.gif']);
  });
});

describe('rule 5: order', () => {
  const files: File[] = [
    ['10.gif', GIF],
    ['9.gif', GIF],
    ['b.gif', GIF],
  ];

  it('of the archive', async () => {
    expect((await compose(zip(...files))).names).toEqual(['slides.smil', '10.gif', '9.gif', 'b.gif']);
  });

  it('as people count', async () => {
    expect((await compose(zip(...files), { order: 'natural' })).names).toEqual(['slides.smil', '9.gif', '10.gif', 'b.gif']);
    const sorted = ['a10', 'a2', 'A1', 'a02', 'b', '', 'a', 'a2b'].sort(compareNaturally);
    expect(sorted).toEqual(['', 'a', 'A1', 'a2', 'a02', 'a2b', 'a10', 'b']);
  });

  it('of the manifest, which gives types too; what it lacks comes last', async () => {
    const composed = await compose(
      zip(
        ['manifest', 'b.gif=image/gif\nsub/t=text/plain; charset=iso-8859-1\n'],
        ['10.gif', GIF],
        ['b.gif', GIF],
        ['sub/t', Uint8Array.of(0xe9)],
      ),
    );
    expect(composed.names).toEqual(['slides.smil', 'b.gif', 't.txt', '10.gif']);
    expect(partText(composed.message.parts[2] as Part)).toBe('é');
    expect(codes(composed)).toEqual([['not-in-manifest', '10.gif']]);
  });

  it('of the manifest among files of readZip, too', async () => {
    const archive = zip(['m/manifest', 'b.gif=image/gif\nt=text/plain\n'], ['m/a.gif', GIF], ['m/b.gif', GIF], ['m/t', 'x']);
    expect((await compose(archive)).names).toEqual(['slides.smil', 'b.gif', 't.txt', 'a.gif']);
    expect((await composeMms(await readZip(archive))).parts).toEqual((await composeMms(archive)).parts);
    const written = [
      { name: 'manifest', data: 'a.gif=image/gif' },
      { name: 'a.gif', data: GIF },
    ];
    expect((await composeMms(written)).parts).toHaveLength(2);
  });

  it('manifest.properties; in a folder it is a file as any other', async () => {
    expect(
      (await compose(zip(['m/MANIFEST.Properties', 'b.gif=image/gif'], ['m/a.gif', GIF], ['m/b.gif', GIF]))).names,
    ).toEqual(['slides.smil', 'b.gif', 'a.gif']);
    expect(await refused(zip(['x/manifest', 'b.gif=image/gif'], ['b.gif', GIF]))).toMatchObject({
      code: 'unencodable',
      field: 'MMS/part "x/manifest"',
    });
  });

  it('a manifest that counts the common folder in', async () => {
    const manifest = 'm/b/1.gif=image/gif\nm/a/1.gif=image/jpeg\n';
    const { message } = await compose(zip(['m/a/1.gif', JPEG], ['m/b/1.gif', GIF], ['m/manifest', manifest]));
    expect(message.parts.slice(1).map(({ data }) => data)).toEqual([GIF, JPEG]);
  });

  it('a manifest that names what is not there, or one file twice', async () => {
    expect((await refused(zip(['manifest', 'x.gif=image/gif'], ['a.gif', GIF]))).message).toBe(
      'MMS/manifest: "x.gif" is not a file of the message',
    );
    expect((await refused(zip(['manifest', 'a.gif=image/gif\nA.GIF=image/gif'], ['a.gif', GIF]))).message).toBe(
      'MMS/manifest: "A.GIF" is named twice',
    );
    expect((await refused(zip(['manifest', 'a.gif=image/gif'], ['x/a.gif', GIF], ['y/a.gif', GIF]))).message).toBe(
      'MMS/manifest: "a.gif" could be any of "x/a.gif", "y/a.gif"',
    );
    expect(await refused(zip(['manifest', 'a.gif'], ['a.gif', GIF]))).toMatchObject({
      code: 'bad-value',
      field: 'manifest/line 1',
    });
  });
});

describe('rule 6: types', () => {
  it('of the extension, and of the octets where they prove another', async () => {
    const composed = await compose(zip(['a.gif', JPEG], ['b', GIF], ['c.xyz', 'BEGIN:VCARD\r\n'], ['d.jpg', 'not']));
    expect(composed.message.parts.map(({ name, contentType }) => [name, contentType]).slice(1)).toEqual([
      ['a.jpg', 'image/jpeg'],
      ['b.gif', 'image/gif'],
      ['c.xyz.vcf', 'text/x-vCard'],
      ['d.jpg', 'image/jpeg'],
    ]);
    expect(codes(composed)).toEqual([
      ['type-clash', 'a.gif'],
      ['no-signature', 'd.jpg'],
    ]);
    expect(composed.warnings.map(({ message }) => message)).toEqual([
      'is image/jpeg, not image/gif',
      'has no signature of image/jpeg',
    ]);
  });

  it('of the caller', async () => {
    const { message, warnings } = await compose([
      { name: 'x', contentType: 'audio/amr', data: Uint8Array.from(AMR) },
      { name: 'y.gif', contentType: 'application/x-own', data: GIF },
      { name: 'z', data: 'text' },
    ]);
    expect(message.parts.map(({ name, contentType }) => [name, contentType]).slice(1)).toEqual([
      ['x.amr', 'audio/amr'],
      ['y.gif', 'application/x-own'],
      ['z.txt', 'text/plain'],
    ]);
    expect(warnings).toEqual([]);
  });

  it('of the caller in other words', async () => {
    const { message } = await compose([
      { name: 'a', contentType: 'IMAGE/JPG', data: JPEG },
      { name: 'b', contentType: 'audio/x-m4a', data: '' },
      { name: 'c', contentType: 'Application/X-Own; q=1', data: GIF },
    ]);
    expect(message.parts.slice(1).map(({ contentType }) => contentType)).toEqual([
      'image/jpeg',
      'audio/mp4',
      'Application/X-Own',
    ]);
    for (const contentType of ['', 'jpeg', 'image/', 'image/jp\0eg', 'a b/c', ';charset=utf-8']) {
      expect(await refused([{ name: 'a', contentType, data: JPEG }])).toMatchObject({
        code: 'bad-value',
        field: 'MMS/part "a"',
      });
    }
  });

  it('a text that begins with a word that is a signature', async () => {
    const texts = ['GIF89a is a format', '%PDF-1.4', '#!AMR\n', 'XMF_1'].map((text, i): File => [`${i}.txt`, text]);
    const composed = await compose(zip(...texts));
    expect(composed.message.parts.slice(1).map(({ contentType }) => contentType)).toEqual(texts.map(() => 'text/plain'));
    expect(composed.warnings).toEqual([]);
    expect(codes(await compose(zip(['a.txt', GIF], ['b.txt', Uint8Array.of(...utf8('%PDF-1.4\n%'), 0xe2, 0xe3)])))).toEqual([
      ['type-clash', 'a.txt'],
      ['type-clash', 'b.txt'],
    ]);
  });

  describe('pictures of formats that few handsets show', () => {
    const box = (brand: string) => Uint8Array.of(0, 0, 0, 24, ...utf8(`ftyp${brand}`), 0, 0, 0, 0, ...utf8('mif1heic'));
    const FOREIGN = [
      ['a.heic', box('heic'), 'HEIC', 'image/heic'],
      ['a.mp4', box('mif1'), 'HEIC', 'image/heic'],
      ['a', box('avif'), 'AVIF', 'image/avif'],
      ['a.webp', Uint8Array.of(...utf8('RIFF'), 4, 0, 0, 0, ...utf8('WEBP')), 'WebP', 'image/webp'],
      ['a.jpg', Uint8Array.of(0x49, 0x49, 0x2a, 0, 8, 0, 0, 0), 'TIFF', 'image/tiff'],
      ['a.svg', utf8('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'SVG', 'image/svg+xml'],
      ['a.jp2', Uint8Array.of(0xff, 0x4f, 0xff, 0x51), 'JPEG 2000', 'image/jp2'],
      ['a.jxl', Uint8Array.of(0xff, 0x0a, 0x10), 'JPEG XL', 'image/jxl'],
    ] as const;

    it.each(FOREIGN)('%s is refused with the remedy, and carried where that is asked for', async (name, data, format, type) => {
      const { code, field, reason } = await refused(zip([name, data]));
      expect([code, field]).toEqual(['unencodable', `MMS/part ${JSON.stringify(name)}`]);
      expect(reason).toMatch(new RegExp(`^is ${format}, which few handsets show: .*fitImages`));
      const carried = await compose(zip([name, data]), { unknownTypes: 'carry' });
      expect(carried.message.parts.at(-1)?.contentType).toBe(type);
      expect(codes(carried)).toContainEqual(['foreign-picture', name]);
    });

    it('one goes to a handset that lists it, and one that fitImages made another', async () => {
      const [name, data] = FOREIGN[3];
      const listing = profile({ types: ['image/webp', 'image/jpeg'] });
      expect((await compose(zip([name, data]), { profile: listing })).message.parts.at(-1)?.contentType).toBe('image/webp');
      const fitImages = async (parts: readonly Part[]) =>
        parts.map((part) => ({ ...part, data: GIF, contentType: 'image/gif' }));
      expect((await compose(zip([name, data]), { fitImages })).names).toEqual(['slides.smil', 'a.gif']);
    });
  });

  it('no message and no archive inside of one', async () => {
    const inner = zip(['a.gif', GIF]);
    for (const [name, data] of [
      ['x.mms', 'x'],
      ['x.zip', 'x'],
      ['x.gif', inner],
      ['x', hex('8c 84 8d 92')],
    ] as const) {
      expect(await refused(zip([name, data]))).toMatchObject({ code: 'bad-value', field: `MMS/part "${name}"` });
    }
    expect((await compose(zip(['x.jar', inner]))).message.parts[0]?.contentType).toBe('application/java-archive');
  });

  it('a type that nobody knows is refused, or carried', async () => {
    expect(await refused(zip(['x.xyz', 'hello']))).toMatchObject({ code: 'unencodable', field: 'MMS/part "x.xyz"' });
    const composed = await compose(zip(['a.gif', GIF], ['x.xyz', 'hello']), { unknownTypes: 'carry' });
    expect(composed.message.parts[2]).toMatchObject({ name: 'x.xyz', contentType: 'application/octet-stream' });
    expect(composed.attachments).toEqual(['x.xyz']);
    expect(codes(composed)).toEqual([['unknown-type', 'x.xyz']]);
  });

  it('an empty file is told about', async () => {
    expect(codes(await compose(zip(['a.txt', ''], ['b.gif', ''])))).toEqual([
      ['empty', 'a.txt'],
      ['empty', 'b.gif'],
    ]);
  });
});

describe('rule 7: texts', () => {
  it.each<[what: string, octets: Uint8Array, text: string, warns: boolean]>([
    ['UTF-8', utf8('Grüße'), 'Grüße', false],
    ['a byte order mark', utf8('\ufeffHi'), 'Hi', false],
    ['UTF-16, little end first', hex('ff fe 48 00 e9 00'), 'Hé', false],
    ['UTF-16, big end first', hex('fe ff 00 48 04 24'), 'HФ', false],
    ['ISO-8859-1', hex('48 e9'), 'Hé', true],
    ['line ends', utf8('a\nb\rc\r\nd\n\r'), 'a\r\nb\r\nc\r\nd\r\n\r\n', false],
  ])('%s', async (_, octets, text, warns) => {
    const composed = await compose(zip(['t.txt', octets]));
    const part = composed.message.parts[1] as Part;
    expect(part).toMatchObject({ charset: 'utf-8', contentType: 'text/plain' });
    expect(part.data).toEqual(utf8(text));
    expect(codes(composed)).toEqual(warns ? [['charset', 't.txt']] : []);
  });

  it('a charset that the caller names', async () => {
    const { message } = await compose([{ name: 't.txt', data: hex('d4'), charset: 'windows-1251' }]);
    expect(partText(message.parts[1] as Part)).toBe('Ф');
    const contentType = 'text/plain; format=flowed; charset="windows-1251"';
    const typed = (await compose([{ name: 't.txt', data: hex('d4'), contentType }])).message.parts[1] as Part;
    expect(typed).toMatchObject({ contentType: 'text/plain', charset: 'utf-8', data: utf8('Ф') });
    expect(await refused([{ name: 't.txt', data: hex('ff'), charset: 'utf-8' }])).toMatchObject({ code: 'bad-value' });
    expect(await refused([{ name: 't.txt', data: hex('ff'), charset: 'x-none' }])).toMatchObject({ code: 'bad-value' });
  });

  it('cards are not touched', async () => {
    const card = 'BEGIN:VCARD\nN:x\nEND:VCARD\n';
    const { message } = await compose(zip(['c.vcf', card], ['d.vcf', hex('42 e9')]));
    expect(message.parts).toMatchObject([{ data: utf8(card), charset: 'utf-8' }, { data: hex('42 e9') }]);
    expect(message.parts[1]).not.toHaveProperty('charset');
    // A string is written as UTF-8, and told to be.
    const given = await compose([
      { name: 'c.vcf', data: 'é', charset: 'windows-1251' },
      { name: 'p.html', data: 'é', contentType: 'text/html; charset=iso-8859-1' },
      { name: 's.smil', data: '<smil><head><meta name="a" content="é"/></head><body/></smil>', charset: 'utf-16' },
    ]);
    expect(given.message.parts.map(({ charset }) => charset)).toEqual(['utf-8', 'utf-8', 'utf-8']);
    expect(parseSmil(given.smil as string).meta).toEqual([{ name: 'a', content: 'é' }]);
  });

  it('a lone surrogate has no form', async () => {
    expect(await refused([{ name: 't.txt', data: '\ud800' }])).toMatchObject({
      code: 'unencodable',
      field: 'MMS/part "t.txt"',
      offset: 0,
    });
  });
});

describe('rule 8: SMIL', () => {
  const own = (...bodies: string[]) =>
    `<smil><head><layout><region id="x"/></layout></head><body>${bodies.join('')}</body></smil>`;

  it('an own one stays as it is but for the references', async () => {
    const text = `<?xml version="1.0"?>\n<!-- mine -->\n${own('<par dur="3s"><img src = "pics/a&amp;b.gif" region=\'x\'/>', '<text src=\'T.TXT\' alt="cid:"/></par>')}\n`;
    const composed = await compose(zip(['T.txt', 'x'], ['pics/a&b.gif', GIF], ['my.smil', text]));
    expect(composed.names).toEqual(['my.smil', 'a_b.gif', 'T.txt']);
    expect(composed.message.start).toBe('my.smil');
    expect(composed.smil).toBe(text.replace('pics/a&amp;b.gif', 'cid:a_b.gif').replace('T.TXT', 'cid:T.txt'));
    expect(composed.slides).toEqual(['a_b.gif+T.txt++']);
    expect(composed.warnings).toEqual([]);
  });

  it.each(['.smil', '.smi', '.sml', '.SMIL'])('%s', async (extension) => {
    const { slides, names } = await compose(zip(['a.gif', GIF], [`x${extension}`, own('<par><img src="a.gif"/></par>')]));
    expect(slides).toEqual(['a.gif+++']);
    expect(names[0]).toBe(`x${extension}`);
  });

  it('references are paths from the SMIL, then from the top, then names', async () => {
    const files: File[] = [
      ['a.gif', GIF],
      ['p/a.gif', JPEG],
      ['p/s.smil', own('<par><img src="a.gif"/></par><par><img src="../b.gif"/></par><par><img src="c.gif"/></par>')],
      ['b.gif', GIF],
      ['q/c.gif', GIF],
    ];
    const { message, names } = await compose(zip(...files));
    expect(names).toEqual(['s.smil', 'a.jpg', 'b.gif', 'c.gif', 'a.gif']);
    expect(message.parts[1]?.data).toEqual(JPEG);
    // In its own folder as well when that is said in other words.
    for (const src of ['./a.gif', '../p/a.gif', 'x/../a.gif', 'a%2Egif', '.\\a.gif', 'A.gif']) {
      const { message: found } = await compose(zip(...files.slice(0, 2), ['p/s.smil', own(`<par><img src="${src}"/></par>`)]));
      expect(found.parts[1]?.data).toEqual(JPEG);
    }
  });

  it('names of parts in other forms of the same characters', async () => {
    const { slides } = await compose([
      { name: 'Cafe\u0301.gif', data: GIF },
      { name: 'x\\y.gif', data: GIF },
      { name: 's.smil', data: own('<par><img src="Café.gif"/></par><par><img src="x/y.gif"/></par>') },
    ]);
    expect(slides).toEqual(['Cafe.gif+++', 'y.gif+++']);
  });

  it('escapes and colons that are part of a name', async () => {
    const text = own('<par><img src="a%20b.gif"/></par><par><img src="Re: x.gif"/></par>');
    const { slides } = await compose(zip(['a%20b.gif', GIF], ['Re: x.gif', GIF], ['s.smil', text]));
    expect(slides).toEqual(['a_20b.gif+++', 'Re_x.gif+++']);
    const missing = await refused(zip(['a.gif', GIF], ['s.smil', own('<par><img src="b%20c.gif"/></par>')]));
    expect(missing.reason).toBe('"b%20c.gif" is not a file of the message');
  });

  it('ampersands that are not escaped are, and blanks in front go', async () => {
    const text = `\n${own('<par><img src="a&b.gif" alt="c&d &amp; e"/><text src="t.txt"/></par>')}\n`;
    const composed = await compose(zip(['a&b.gif', GIF], ['t.txt', 'x'], ['s.smil', text]));
    expect(composed.smil).toBe(
      text.slice(1).replace('a&b.gif', 'cid:a_b.gif').replace('c&d', 'c&amp;d').replace('t.txt', 'cid:t.txt'),
    );
    expect(composed.slides).toEqual(['a_b.gif+t.txt++']);
    expect(codes(composed)).toEqual(Array(2).fill(['smil', 's.smil']));
    // Places are those of what was given.
    const broken = text.replace('t.txt', 'u.txt');
    expect(await refused(zip(['a&b.gif', GIF], ['s.smil', broken]))).toMatchObject({ offset: broken.indexOf('u.txt') });
  });

  it('a SMIL by its type alone gets its extension', async () => {
    const { names } = await compose([
      { name: 'Показ.xml', contentType: 'application/smil', data: own('<par><img src="a.gif"/></par>') },
      { name: 'a.gif', data: GIF },
    ]);
    expect(names).toEqual(['Pokaz.smil', 'a.gif']);
  });

  it('cid and escapes in references', async () => {
    const text = own(
      '<par><img src="cid:my%20pic.gif"/></par><par><img src="&lt;b.gif&gt;"/></par><par><img src="100%.gif"/></par>',
    );
    const { slides } = await compose(zip(['my pic.gif', GIF], ['b.gif', GIF], ['100%.gif', GIF], ['s.smil', text]));
    expect(slides).toEqual(['my_pic.gif+++', 'b.gif+++', '100_.gif+++']);
  });

  it('a reference to nothing, or to more than one file', async () => {
    const text = own('<par><img src="x.gif"/></par>');
    const error = await refused(zip(['a.gif', GIF], ['s.smil', text]));
    expect(error).toMatchObject({ code: 'bad-value', field: 'SMIL/body/par 1/img/src', offset: text.indexOf('x.gif') });
    expect(error.reason).toBe('"x.gif" is not a file of the message');
    const twice = await refused(zip(['1/x.gif', GIF], ['2/x.gif', GIF], ['s.smil', text]));
    expect(twice.reason).toBe('"x.gif" could be any of "1/x.gif", "2/x.gif"');
    const outside = await refused(zip(['a.gif', GIF], ['s.smil', own('<par><img src="http://example.com/a.gif"/></par>')]));
    expect(outside.reason).toBe('"http://example.com/a.gif" is an address outside the message');
  });

  it('two of them', async () => {
    expect(await refused(zip(['a.smil', own()], ['b.smi', own()]))).toMatchObject({
      code: 'bad-value',
      field: 'MMS/part "b.smi"',
    });
  });

  it('parts that it does not show stay, and are told about; it gives the order', async () => {
    const composed = await compose(
      zip(['z.gif', GIF], ['c.vcf', 'x'], ['a.gif', GIF], ['s.smil', own('<par><img src="a.gif"/></par>')]),
    );
    expect(composed.names).toEqual(['s.smil', 'a.gif', 'z.gif', 'c.vcf']);
    expect(composed.attachments).toEqual(['z.gif', 'c.vcf']);
    expect(codes(composed)).toEqual([
      ['not-in-smil', 'z.gif'],
      ['not-in-smil', 'c.vcf'],
    ]);
  });

  it('what the subset does not have stays, and is told about', async () => {
    const text = own('<par><img src="a.gif" transIn="t"/><excl/></par>');
    const composed = await compose(zip(['a.gif', GIF], ['s.smil', text]));
    expect(composed.smil).toBe(text.replace('a.gif', 'cid:a.gif'));
    expect(codes(composed)).toEqual([
      ['smil', 's.smil'],
      ['smil', 's.smil'],
    ]);
  });

  it('entities, XML that is not well-formed, and too much of it are refused', async () => {
    const bomb = '<!DOCTYPE smil [<!ENTITY a "x">]><smil><body>&a;</body></smil>';
    expect(await refused(zip(['a.gif', GIF], ['s.smil', bomb]))).toMatchObject({ code: 'bad-value', field: 'SMIL/doctype' });
    expect(await refused(zip(['a.gif', GIF], ['s.smil', own('<par><img src="a.gif"></par>')]))).toMatchObject({
      name: 'DecodeError',
    });
    expect(await refused(zip(['a.gif', GIF], ['s.smil', ' '.repeat(16_385)]))).toMatchObject({
      code: 'limit-exceeded',
      field: 'SMIL',
    });
    const deep = own('<par>'.repeat(15) + '</par>'.repeat(15));
    expect(await refused(zip(['a.gif', GIF], ['s.smil', deep]))).toMatchObject({ code: 'limit-exceeded' });
    expect(await refused(zip(['a.gif', GIF], ['s.smil', own()]), { limits: { smilCharacters: 9 } })).toMatchObject({
      offset: 9,
    });
  });

  it('other encodings become UTF-8', async () => {
    const latin = '<?xml version="1.0" encoding="ISO-8859-1"?>\n<smil><head><meta name="a" content="é"/></head><body/></smil>';
    const octets = Uint8Array.from(latin, (character) => character.charCodeAt(0));
    expect((await compose(zip(['a.gif', GIF], ['s.smil', octets]))).smil).toBe(latin.slice(latin.indexOf('<smil')));
    // Even where the octets happen to be UTF-8.
    const both = latin.replace('é', 'Ã©');
    const found = (await compose(zip(['a.gif', GIF], ['s.smil', Uint8Array.from(both, (c) => c.charCodeAt(0))]))).smil;
    expect(parseSmil(found as string).meta).toEqual([{ name: 'a', content: 'Ã©' }]);
    const utf16 = `<?xml version="1.0" encoding="UTF-16"?><smil><body><par><img src="a.gif"/></par></body></smil>`;
    const wide = Uint8Array.of(0xff, 0xfe, ...[...utf16].flatMap((character) => [character.charCodeAt(0), 0]));
    expect((await compose(zip(['a.gif', GIF], ['s.smil', wide]))).slides).toEqual(['a.gif+++']);
    // A declaration that cannot be true.
    expect((await compose(zip(['a.gif', GIF], ['s.smil', utf16]))).slides).toEqual(['a.gif+++']);
  });

  it('AddSMIL: none, add, and what the handset shows', async () => {
    const archive = zip(['a.gif', GIF]);
    const has = async (options: ComposeOptions) => (await compose(archive, options)).smil !== undefined;
    expect((await compose(archive, { smil: 'none' })).message).toMatchObject({
      contentType: 'application/vnd.wap.multipart.mixed',
    });
    expect((await compose(archive, { smil: 'none' })).message).not.toHaveProperty('start');
    expect(await has({ smil: 'none' })).toBe(false);
    expect(await has({ smil: 'add', profile: profile({ types: ['text/plain'] }) })).toBe(true);
    // An unknown handset, one whose messages are not known, and one that lists pictures only.
    expect(await has({})).toBe(true);
    expect(await has({ profile: profile(null) })).toBe(true);
    expect(await has({ profile: profile({}) })).toBe(true);
    expect(await has({ profile: profile({ types: ['image/gif', 'image/jpeg'] }) })).toBe(true);
    expect(await has({ profile: profile({ types: ['text/plain', 'image/gif', 'application/smil'] }) })).toBe(true);
    expect(
      await has({ profile: profile({ types: ['image/gif', 'application/vnd.wap.multipart.related', 'text/plain'] }) }),
    ).toBe(true);
    // Many lists have media alone, also of handsets that show slides.
    expect(await has({ profile: profile({ types: ['text/plain', 'image/gif'] }) })).toBe(true);
    expect(await has({ profile: findHandset({ make: 'Nokia', model: '6230' }) })).toBe(true);
    expect(await has({ profile: findHandset({ make: 'Nokia', model: '3100' }) })).toBe(false);
    // A list that has the wrapping of messages without a presentation, and no other.
    expect(await has({ profile: profile({ types: ['application/vnd.wap.multipart.mixed', 'image/gif'] }) })).toBe(false);
  });

  it('an own SMIL stays whatever AddSMIL says', async () => {
    const archive = zip(['a.gif', GIF], ['s.smil', own('<par><img src="a.gif"/></par>')]);
    for (const smil of ['none', 'auto', 'add'] as const) {
      const { message } = await compose(archive, { smil, profile: profile({ types: ['text/plain'] }) });
      expect(message).toMatchObject({ contentType: 'application/vnd.wap.multipart.related', start: 's.smil' });
    }
  });

  it('nothing to show', async () => {
    const composed = await compose(zip(['c.vcf', 'x']), { smil: 'add' });
    expect(composed.message.contentType).toBe('application/vnd.wap.multipart.mixed');
    expect(codes(composed)).toEqual([['nothing-to-show', undefined]]);
  });
});

describe('rule 9: slides that are made', () => {
  it('pairs, a picture and the text behind it, one each; cards are attached', async () => {
    const composed = await compose(
      zip(
        ['1.gif', GIF],
        ['1.amr', Uint8Array.from([...AMR, 0x78])],
        ['2.gif', GIF],
        ['hi.txt', 'x'],
        ['1.txt', 'y'],
        ['c.vcf', 'z'],
      ),
    );
    expect(composed.slides).toEqual(['1.gif+1.txt+1.amr+', '2.gif+hi.txt++']);
    expect(composed.attachments).toEqual(['c.vcf']);
    expect(conformanceFaults(composed.smil as string)).toEqual([]);
  });

  it('on the screen of a handset, the text first', async () => {
    const { smil } = await compose(zip(['1.gif', GIF], ['1.txt', 'x']), { profile: profile(null), textFirst: true });
    expect(parseSmil(smil as string)).toMatchObject({
      widthPx: 128,
      heightPx: 160,
      regions: [
        { id: 'Image', top: 64, height: 96 },
        { id: 'Text', top: 0, height: 64 },
      ],
      slides: [{ media: [{ kind: 'text' }, { kind: 'img' }] }],
    });
  });

  it('a sound is shown for as long as it plays', async () => {
    const { smil } = await compose(zip(['1.amr', Uint8Array.from([...AMR, ...new Array(321).fill(0x78)])]));
    expect(parseSmil(smil as string).slides).toEqual([{ durationMs: 6420, media: [{ kind: 'audio', src: 'cid:1.amr' }] }]);
  });
});

describe('rule 10: limits', () => {
  const big = Uint8Array.from([...GIF, ...new Array(31_000).fill(0)]);

  it('of the class, with the sizes and the class that it fits', async () => {
    const error = await refused(zip(['a.gif', big], ['t.txt', 'x']), { contentClass: 'image-basic' });
    const size = mmsSize(await composeMms(zip(['a.gif', big], ['t.txt', 'x']), { date }));
    expect(error).toMatchObject({ code: 'limit-exceeded', field: 'MMS', name: 'LimitError' });
    expect(error.reason).toMatch(
      new RegExp(
        `^${size} octets, the limit of class image-basic is 30720 \\(slides.smil \\d+, a.gif 31043, t.txt 1\\); it fits class image-rich$`,
      ),
    );
    expect((await compose(zip(['a.gif', big]), { contentClass: 'image-rich' })).warnings).toEqual([]);
  });

  it('of the caller and the handset: the least of them, of the encoded message', async () => {
    const message = await composeMms(zip(['a.gif', GIF]), { date });
    const size = encodeMms(message).length;
    expect(await composeMms(zip(['a.gif', GIF]), { date, maxOctets: size })).toEqual(message);
    const options = { contentClass: 'text', profile: profile({ maxBytes: 90 }), maxOctets: 20_000 } as const;
    expect((await refused(zip(['a.gif', GIF]), { maxOctets: size - 1 })).reason).toContain(
      `the limit of the option maxOctets is ${size - 1} `,
    );
    expect((await refused(zip(['a.gif', GIF]), options)).reason).toContain('the limit of the handset is 90 ');
    expect((await refused(zip(['a.png', PNG]), { maxOctets: 5 })).reason).toMatch(
      /it fits no content class: image\/png is not in class megapixel; no class has PNG, JPEG and GIF are in all but text$/,
    );
    const huge = Uint8Array.from([...GIF, ...new Array(620_000).fill(0)]);
    expect((await refused([{ name: 'a.gif', data: huge }], { maxOctets: 5 })).reason).toMatch(/it fits no content class$/);
  });

  it('of parts: as many as a reader takes', async () => {
    const parts = (count: number) => Array.from({ length: count }, (_, i) => ({ name: `${i}.gif`, data: GIF }));
    expect(decodeMms(encodeMms((await compose(parts(255))).message))).toHaveProperty('parts.length', 256);
    expect(await refused(parts(256))).toMatchObject({ code: 'limit-exceeded', field: 'MMS/parts' });
    expect((await compose(parts(256), { limits: { mmsParts: 300 } })).names).toHaveLength(257);
  });

  it('options that make no sense', async () => {
    for (const option of [{ smil: 1 }, { as: 'send' }, { order: 'name' }, { unknownTypes: true }]) {
      expect(await refused(zip(['a.gif', GIF]), option as ComposeOptions)).toMatchObject({
        code: 'bad-value',
        field: Object.keys(option)[0],
      });
    }
    expect(await refused(zip(['a.gif', GIF]), { maxOctets: 0 })).toMatchObject({ code: 'bad-value', field: 'maxOctets' });
    expect(await refused(zip(['a.gif', GIF]), { contentClass: 'huge' as 'text' })).toMatchObject({
      code: 'bad-value',
      field: 'contentClass',
    });
  });

  it('what is not for the class or the handset is told about', async () => {
    const composed = await compose(zip(['a.png', PNG], ['c.vcf', 'x'], ['b.gif', GIF]), { contentClass: 'image-basic' });
    expect(composed.warnings).toEqual([
      {
        code: 'content-class',
        part: 'a.png',
        message: 'image/png is not in class image-basic; no class has PNG, JPEG and GIF are in all but text',
      },
    ]);
    const large = await compose(zip(['a.jpg', JPEG], ['b.gif', GIF], ['t.txt', 'x']), {
      profile: profile({ types: ['image/pjpeg', 'text/plain', 'application/smil'], maxWidth: 100, maxHeight: 200 }),
    });
    expect(large.warnings.map(({ code, part, message }) => [code, part, message])).toEqual([
      ['handset', 'a.jpg', 'a picture of 160x120, the handset accepts 100x200'],
      ['handset', 'b.gif', 'the handset does not list image/gif'],
    ]);
    // A list of pictures alone says nothing of texts and sounds.
    const files = zip(['a.png', PNG], ['t.txt', 'x'], ['c.vcf', 'x'], ['s.amr', Uint8Array.from(AMR)]);
    const pictures = await compose(files, { profile: profile({ types: ['image/gif'] }) });
    expect(codes(pictures)).toEqual([['handset', 'a.png']]);
  });

  it('subjects', async () => {
    expect((await compose(zip(['a.gif', GIF]), { subject: '😀'.repeat(40) })).warnings).toEqual([]);
    expect(codes(await compose(zip(['a.gif', GIF]), { subject: 'x'.repeat(41) }))).toEqual([['long-subject', undefined]]);
    expect((await compose(zip(['a.gif', GIF]), { subject: 'é'.repeat(50) })).message.subject).toHaveLength(50);
    expect(await refused(zip(['a.gif', GIF]), { subject: 'x'.repeat(51) })).toMatchObject({
      code: 'limit-exceeded',
      field: 'MMS/Subject',
    });
    const limits = { mmsSubjectCharacters: 60 };
    expect((await compose(zip(['a.gif', GIF]), { subject: 'x'.repeat(60), limits })).message.subject).toHaveLength(60);
    expect(DEFAULT_LIMITS.mmsSubjectCharacters).toBe(50);
  });

  it('of the archive', async () => {
    expect(await refused(zip(['a.gif', GIF]), { limits: { zipEntryOctets: 10 } })).toMatchObject({ code: 'limit-exceeded' });
    expect(await refused(zip(['x'.repeat(51), GIF]))).toMatchObject({ code: 'limit-exceeded' });
    expect((await refused(Uint8Array.of(1, 2, 3))).name).toBe('DecodeError');
  });

  it('no files', async () => {
    expect(await refused([])).toMatchObject({ code: 'bad-value', field: 'MMS/parts' });
    expect(await refused(zip(['manifest', '']))).toMatchObject({ code: 'bad-value', field: 'MMS/parts' });
  });

  it('arguments of the wrong type', async () => {
    await expect(composeMms('x' as unknown as Uint8Array)).rejects.toThrow(TypeError);
    await expect(composeMms([{ name: 5 } as unknown as PartInput])).rejects.toThrow(TypeError);
    await expect(composeMms([{ name: 'a.gif', data: 5 } as unknown as PartInput])).rejects.toThrow(TypeError);
    await expect(composeMms([{ name: 'a', data: GIF, contentType: 5 } as unknown as PartInput])).rejects.toThrow(TypeError);
  });
});

describe('warnings and refusals', () => {
  it.each<[what: string, options: object, message: string]>([
    ['options', 5 as never, 'options is 5, not an object'],
    ['a profile', { profile: 5 }, 'options.profile is 5, not an object'],
    ['types of a profile', { profile: { mms: { types: 5 } } }, 'options.profile.mms.types is 5, not an array'],
    ['a type of a profile', { profile: { mms: { types: ['a/b', 5] } } }, 'options.profile.mms.types[1] is 5, not a string'],
    ['a subject', { subject: 5 }, 'options.subject is 5, not a string'],
    ['a date', { date: 5 }, 'options.date is 5, not a Date'],
    ['fitImages', { fitImages: 5 }, 'options.fitImages is 5, not a function'],
  ])('%s of the wrong type', async (_, options, message) => {
    await expect(composeMms([{ name: 'a.gif', data: GIF }], options as ComposeOptions)).rejects.toThrow(new TypeError(message));
  });

  it.each<[what: string, part: unknown, message: string]>([
    ['nothing', 5, 'a part is 5, not an object'],
    ['a name', { name: 5, data: GIF }, 'the name of a part is a string'],
    ['octets', { name: 'a.gif', data: 5 }, 'the data of part "a.gif" is 5'],
    ['a content type', { name: 'a.gif', data: GIF, contentType: 5 }, 'the content type of part "a.gif" is a string'],
  ])('%s of the wrong type in a part', async (_, part, message) => {
    const call = composeMms([{ name: 'b.gif', data: GIF }, part as PartInput], { date });
    await expect(call).rejects.toThrow(TypeError);
    await expect(composeMms([part as PartInput], { date })).rejects.toThrow(message);
  });

  it.each<[what: string, source: readonly PartInput[] | Uint8Array, code: string, field: string]>([
    ['a content type that is none', [{ name: 'a', data: GIF, contentType: 'gif' }], 'bad-value', 'MMS/part "a"'],
    ['a message', [{ name: 'a.mms', data: '' }], 'bad-value', 'MMS/part "a.mms"'],
    ['an archive', [{ name: 'a.zip', data: '' }], 'bad-value', 'MMS/part "a.zip"'],
    ['a type that is not known', [{ name: 'a.zz', data: hex('00') }], 'unencodable', 'MMS/part "a.zz"'],
    ['a charset that does not fit', [{ name: 'a.txt', data: hex('FF'), charset: 'utf-8' }], 'bad-value', 'MMS/part "a.txt"'],
    ['a charset that is not known', [{ name: 'a.txt', data: hex('61'), charset: 'x' }], 'bad-value', 'MMS/part "a.txt"'],
    ['a lone surrogate', [{ name: 'a.txt', data: '\ud800' }], 'unencodable', 'MMS/part "a.txt"'],
    ['no files', [], 'bad-value', 'MMS/parts'],
    ['a manifest alone', [{ name: 'manifest', data: '' }], 'bad-value', 'MMS/parts'],
    [
      'a manifest that names what is not there',
      [
        { name: 'manifest', data: 'b.gif=image/gif' },
        { name: 'a.gif', data: GIF },
      ],
      'bad-value',
      'MMS/manifest',
    ],
  ])('%s is refused by its field', async (_, source, code, field) => {
    expect(await refused(source)).toMatchObject({ code, field });
  });

  it('a long name is cut in the field', async () => {
    const name = `${'x'.repeat(80)}.zz`;
    const { field } = await refused([{ name, data: hex('00') }]);
    expect(field.startsWith(`MMS/part "${'x'.repeat(50)}`)).toBe(true);
    expect(field.length).toBeLessThan(80);
  });

  it.each<[code: string, part: PartInput, options?: ComposeOptions]>([
    ['empty', { name: 'a.txt', data: '' }],
    ['empty', { name: 'a.gif', data: new Uint8Array() }],
    ['no-signature', { name: 'a.gif', data: hex('00') }],
    ['no-signature', { name: 'a.gif', data: 'text' }],
    ['type-clash', { name: 'a.gif', data: JPEG }],
    ['charset', { name: 'a.txt', data: hex('E9') }],
    ['unknown-type', { name: 'a.zz', data: hex('00') }, { unknownTypes: 'carry' }],
  ])('%s is the only warning for %j', async (code, part, options) => {
    expect(codes(await compose([{ name: 'b.gif', data: GIF }, part], options))).toEqual([[code, part.name]]);
  });

  it('no warning where the type has no table, no signature, or a text begins like one', async () => {
    const parts: PartInput[] = [
      { name: 'a', data: GIF, contentType: 'x/own' },
      { name: 'b.wbmp', data: hex('00 00 08 08') },
      { name: 'c.txt', data: utf8('GIF89a is a word') },
      { name: 'd.mid', data: hex('4D546864 00000006 0000 0001 0060') },
      { name: 'e.spmid', data: hex('4D546864 00000006 0000 0001 0060') },
    ];
    const { warnings, message } = await compose(parts);
    expect(warnings).toEqual([]);
    expect(message.parts.slice(1).map(({ contentType }) => contentType)).toEqual([
      ...['x/own', 'image/vnd.wap.wbmp', 'text/plain', 'audio/midi', 'audio/sp-midi'],
    ]);
  });

  it('a text that is not plain has a charset where it is UTF-8 or one is given, other types have none', async () => {
    const parts: PartInput[] = [
      { name: 'a.vcf', data: utf8('BEGIN:VCARD') },
      { name: 'b.vcf', data: hex('424547494E3A5643415244 E9') },
      { name: 'c.vcf', data: hex('424547494E3A5643415244 E9'), charset: 'iso-8859-1' },
      { name: 'd.imy', data: utf8('BEGIN:IMELODY') },
      { name: 'e.vcf', data: 'BEGIN:VCARD' },
      { name: 'f.txt', data: hex('C1'), contentType: 'text/plain; charset=koi8-r' },
    ];
    const { message } = await compose(parts, { smil: 'none' });
    expect(message.parts.map(({ charset }) => charset)).toEqual([
      ...['utf-8', undefined, 'iso-8859-1', undefined, 'utf-8', 'utf-8'],
    ]);
    expect(message.parts.map((part) => 'charset' in part)).toEqual([true, false, true, false, true, true]);
    expect(partText(message.parts[5] as Part)).toBe('а');
  });

  // The order that people count in.
  it.each([
    ['2', '10', -1],
    ['a2b', 'a10', -1],
    ['a2b3', 'a2b20', -1],
    ['10', 'a', -1],
    ['a', '10', 1],
    ['b', 'A', 1],
    ['A', 'a', 0],
    ['a', 'a1', -1],
    ['a1', 'a', 1],
    ['007', '7', 0],
    ['007', '8', -1],
    ['09', '10', -1],
    ['99999999999999999999', '100000000000000000000', -1],
    ['19999999999999999999', '29999999999999999999', -1],
    ['', 'a', -1],
    ['', '', 0],
  ])('%j and %j', (a, b, sign) => {
    expect(Math.sign(compareNaturally(a, b))).toBe(sign);
    expect(Math.sign(compareNaturally(b, a))).toBe(sign === 0 ? 0 : -sign);
  });

  it.each<[files: string[], reference: string, folder: string, found: string | undefined]>([
    [['a/x.gif', 'x.gif'], 'x.gif', 'a/', 'a/x.gif'],
    [['a/x.gif', 'x.gif'], 'x.gif', '', 'x.gif'],
    [['a/x.gif', 'b/x.gif'], '../b/x.gif', 'a/', 'b/x.gif'],
    [['a/x.gif', 'b/x.gif'], './x.gif', 'b/', 'b/x.gif'],
    [['X.gif', 'x.gif'], 'x.gif', '', 'x.gif'],
    [['a/X.gif', 'x.gif'], 'X.GIF', 'a/', 'a/X.gif'],
    [['a/x.gif'], 'b\\x.gif', '', 'a/x.gif'],
    [['a/x.gif'], 'Top/a/x.gif', '', 'a/x.gif'],
    [['a/x.gif', 'b/x.gif'], 'TOP/b/x.gif', '', 'b/x.gif'],
    [['a/x.gif', 'b/x.gif'], 'x.gif', '', undefined],
    [['e\u0301.gif'], '\u00e9.gif', '', 'e\u0301.gif'],
    [['x.gif'], 'y.gif', '', undefined],
  ])('among %j, %s from %j', (files, reference, folder, found) => {
    const finder = new FileFinder(
      files.map((name) => ({ name })),
      'Top/',
    );
    const result = finder.find(reference, folder);
    expect('file' in result ? result.file.name : undefined).toBe(found);
  });

  it('only a folder that all files lie in goes', () => {
    const names = (...files: string[]) => {
      const { files: found, folder } = withoutCommonFolder(files.map((name) => ({ name })));
      return [folder, ...found.map(({ name }) => name)];
    };
    expect(names('a/x', 'a/b/y')).toEqual(['a/', 'x', 'b/y']);
    expect(names('a/x', 'b/y')).toEqual(['', 'a/x', 'b/y']);
    expect(names('a/x', 'ab/y')).toEqual(['', 'a/x', 'ab/y']);
    expect(names('x', 'a/y')).toEqual(['', 'x', 'a/y']);
    expect(names('a/b/x', 'a/b/y')).toEqual(['a/', 'b/x', 'b/y']);
    expect(names()).toEqual(['']);
  });
});

describe('whether a SMIL is made', () => {
  const MIXED = 'application/vnd.wap.multipart.mixed';

  // `auto` leaves it out where the handset lists multiparts, but neither SMIL nor related ones.
  it.each<[types: string[], auto: boolean]>([
    [[], true],
    [['image/gif', 'text/plain'], true],
    [[MIXED], false],
    [['Multipart/Mixed; a=b', 'image/gif'], false],
    [[MIXED, 'application/smil'], true],
    [[MIXED, 'application/smil+xml'], true],
    [[MIXED, 'application/vnd.wap.multipart.related'], true],
    [[MIXED, 'multipart/related'], true],
    [['application/vnd.wap.multipart.related'], true],
  ])('for a handset that lists %j', async (types, auto) => {
    const has = async (smil?: 'auto' | 'add' | 'none') =>
      (await compose([{ name: 'a.gif', data: GIF }], { smil, profile: profile({ types: ['image/*', ...types] }) })).smil !==
      undefined;
    expect([await has(), await has('auto'), await has('add'), await has('none')]).toEqual([auto, auto, true, false]);
  });

  it.each<[smil: 'auto' | 'add' | 'none', files: string[], warnings: string[]]>([
    ['add', ['c.vcf'], ['nothing-to-show']],
    ['auto', ['c.vcf'], []],
    ['none', ['c.vcf'], []],
    ['add', ['c.vcf', 't.txt'], []],
    ['add', ['c.vcf', 's.smil'], ['not-in-smil']],
  ])('%s for %j', async (smil, files, warnings) => {
    const parts = files.map((name) => ({ name, data: name === 's.smil' ? '<smil><body/></smil>' : 'x' }));
    expect((await compose(parts, { smil })).warnings.map(({ code }) => code)).toEqual(warnings);
  });

  it('a message has its own octets', async () => {
    const archive = zip(['a.gif', GIF]);
    const data = Uint8Array.from(GIF);
    const messages = [await composeMms(archive, { date }), await composeMms([{ name: 'a.gif', data }], { date })];
    archive.fill(0);
    data.fill(0);
    for (const { parts } of messages) expect(parts[1]?.data).toEqual(GIF);
  });

  it.each([
    ['http://x.example/a.gif', 'is an address outside the message'],
    ['HTTPS:a', 'is an address outside the message'],
    ['mailto:a@b.example', 'is an address outside the message'],
    ['a+b.c-d:x', 'is an address outside the message'],
    ['cid:http://x.example/', 'is an address outside the message'],
    ['C:a', 'is not a file of the message'],
    ['note: a', 'is not a file of the message'],
    ['note:', 'is not a file of the message'],
    ['x/http:a', 'is not a file of the message'],
    ['1http:a', 'is not a file of the message'],
    ['cid:b.gif', 'is not a file of the message'],
  ])('the reference %j %s', async (src, fault) => {
    const text = `<smil><body><par><img src="${src}"/></par></body></smil>`;
    const error = await refused([
      { name: 'a.gif', data: GIF },
      { name: 's.smil', data: text },
    ]);
    expect(error).toMatchObject({ code: 'bad-value', field: 'SMIL/body/par 1/img/src', offset: text.indexOf(src) });
    expect(error.reason).toBe(`${JSON.stringify(src)} ${fault}`);
  });

  it('a long reference is cut at 80 characters in its error', async () => {
    const text = `<smil><body><par><img src="${'x'.repeat(81)}"/></par></body></smil>`;
    const { reason } = await refused([
      { name: 'a.gif', data: GIF },
      { name: 's.smil', data: text },
    ]);
    expect(reason).toBe(`"${'x'.repeat(80)}" is not a file of the message`);
  });
});

describe('the text of SMIL', () => {
  const read = (text: string, charset?: string) =>
    smilText({ data: Uint8Array.from(text, (character) => character.charCodeAt(0)), charset });

  // A declaration of another encoding goes, since UTF-8 is written.
  it.each<[what: string, text: string, charset: string | undefined, found: string]>([
    ['none', '<smil/>', undefined, '<smil/>'],
    ['no encoding', '<?xml version="1.0"?><smil/>', undefined, '<?xml version="1.0"?><smil/>'],
    ['UTF-8', '<?xml version="1.0" encoding="UTF-8"?>\xc3\xa9', undefined, '<?xml version="1.0" encoding="UTF-8"?>é'],
    ['utf-8 in other marks', "<?xml encoding = 'utf-8' ?>x", undefined, "<?xml encoding = 'utf-8' ?>x"],
    ['another one', "<?xml version='1.0' encoding = 'windows-1251' standalone='yes'?>\n\xd4", undefined, 'Ф'],
    ['another one than the part has', '<?xml encoding="windows-1251"?>\xd4', 'iso-8859-1', 'Ф'],
    ['one that is not known', '<?xml encoding="x-utf-8"?>\xc3\xa9', undefined, 'é'],
    ['one that begins as another', '<?xml encoding="utf-8x"?>\xc3\xa9', undefined, 'é'],
    ['UTF-16 where it is not', '<?xml encoding="utf-16"?>a', undefined, 'a'],
    ['the charset of the part alone', '\xd4', 'windows-1251', 'Ф'],
    ['one that is not at the start', ' <?xml encoding="windows-1251"?>', undefined, ' <?xml encoding="windows-1251"?>'],
  ])('with a declaration: %s', (_, text, charset, found) => {
    expect(read(text, charset)).toBe(found);
  });

  it('in UTF-16, whatever the part or a declaration says', () => {
    const little = (text: string) => `\xff\xfe${[...text].map((character) => `${character}\0`).join('')}`;
    const big = (text: string) => `\xfe\xff${[...text].map((character) => `\0${character}`).join('')}`;
    for (const wide of [little, big]) {
      expect(read(wide('<smil/>'), 'utf-8')).toBe('<smil/>');
      expect(read(wide('<?xml encoding="UTF-16"?>a'))).toBe('a');
      expect(read(wide('<?xml encoding="koi8-r"?>a'))).toBe('a');
    }
  });

  it.each([
    ['FFFE', true],
    ['FEFF', true],
    ['FFFE61', true],
    ['FFFF', false],
    ['FEFE', false],
    ['FF', false],
    ['FE', false],
    ['00FE', false],
    ['00FF', false],
    ['', false],
  ])('%s begins UTF-16: %s', (octets, isWide) => {
    expect(isUtf16(hex(octets))).toBe(isWide);
  });
});

describe('limits of a target', () => {
  const types = ['text/plain', 'Image/PJPEG; q=1', 'image/gif', 'image/jpeg', 'audio/amr'];

  it('pictures: types of both, of the handset, of the class', () => {
    const of = (target: ComposeTarget) => pictureBudget(target);
    const classTypes = ['image/jpeg', 'image/gif', 'image/vnd.wap.wbmp'];
    expect(of({})).toEqual({ maxWidthPx: Infinity, maxHeightPx: Infinity, types: [] });
    expect(of({ contentClass: 'image-basic' })).toEqual({ maxWidthPx: 160, maxHeightPx: 120, types: classTypes });
    expect(of({ contentClass: 'text' })).toEqual({ maxWidthPx: 0, maxHeightPx: 0, types: [] });
    expect(of({ profile: profile({ types }) }).types).toEqual(['image/jpeg', 'image/gif']);
    expect(of({ profile: profile({ types: ['audio/amr'] }), contentClass: 'megapixel' }).types).toEqual(classTypes);
    expect(of({ profile: profile({ types, maxWidth: 100, maxHeight: 200 }), contentClass: 'image-basic' })).toEqual({
      maxWidthPx: 100,
      maxHeightPx: 120,
      types: ['image/jpeg', 'image/gif'],
    });
    expect(of({ profile: profile(null) })).toEqual(of({}));
  });

  it.each<[target: ComposeTarget, limit: object | undefined]>([
    [{}, undefined],
    [{ profile: profile(null) }, undefined],
    [{ profile: profile({}) }, undefined],
    [{ maxOctets: 1 }, { octets: 1, of: 'the option maxOctets' }],
    [{ contentClass: 'text' }, { octets: 30_720, of: 'class text' }],
    [{ profile: profile({ maxBytes: 5 }) }, { octets: 5, of: 'the handset' }],
    [
      { profile: profile({ maxBytes: 5 }), maxOctets: 4, contentClass: 'text' },
      { octets: 4, of: 'the option maxOctets' },
    ],
    [
      { profile: profile({ maxBytes: 5 }), maxOctets: 6, contentClass: 'text' },
      { octets: 5, of: 'the handset' },
    ],
    [
      { profile: profile({ maxBytes: 99_999 }), maxOctets: 50_000, contentClass: 'text' },
      { octets: 30_720, of: 'class text' },
    ],
    // Of two that are equal, the class and then the handset are named.
    [
      { profile: profile({ maxBytes: 30_720 }), maxOctets: 30_720, contentClass: 'text' },
      { octets: 30_720, of: 'class text' },
    ],
  ])('the size: the least of %j', (target, limit) => {
    expect(sizeLimit(target)).toEqual(limit);
  });

  it.each([0, -1, Number.NaN, 'x'])('a size of %j is refused', async (maxOctets) => {
    expect(await refused([{ name: 'a.gif', data: GIF }], { maxOctets: maxOctets as number })).toMatchObject({
      code: 'bad-value',
      field: 'maxOctets',
    });
  });

  // A list with text or multiparts is complete; any other says nothing of the kinds that it lacks.
  it.each<[types: string[], warned: string[]]>([
    [[], []],
    [['image/jpeg'], ['a.gif']],
    [['audio/midi'], ['s.amr']],
    [['audio/midi', 'image/gif'], ['s.amr']],
    [['text/plain'], ['a.gif', 's.amr']],
    [['text/plain', 'image/gif'], ['s.amr']],
    [['application/vnd.wap.multipart.mixed'], ['a.gif', 't.txt', 's.amr']],
    [['IMAGE/GIF;q=1', 'text/plain', 'audio/x-amr'], []],
  ])('a handset that lists %j', async (list, warned) => {
    const parts = [
      { name: 'a.gif', data: GIF },
      { name: 't.txt', data: 'x' },
      { name: 's.amr', data: Uint8Array.from(AMR) },
    ];
    const { warnings } = await compose(parts, { smil: 'none', profile: profile({ types: list }) });
    expect(warnings.map(({ code, part }) => [code, part])).toEqual(warned.map((part) => ['handset', part]));
  });

  it.each<[maxWidth: number | null, maxHeight: number | null, isLarger: boolean]>([
    [160, 120, false],
    [159, 120, true],
    [160, 119, true],
    [160, null, false],
    [159, null, true],
    [null, 119, true],
    [null, null, false],
  ])('a picture of 160x120 on a handset of %j x %j', async (maxWidth, maxHeight, isLarger) => {
    const composed = await compose([{ name: 'a.jpg', data: JPEG }], { profile: profile({ maxWidth, maxHeight }) });
    expect(codes(composed)).toEqual(isLarger ? [['handset', 'a.jpg']] : []);
  });

  it('a message of exactly the limit passes, one octet more does not, with the class that it fits', async () => {
    const parts = [{ name: 'a.gif', data: GIF }];
    const size = mmsSize(await composeMms(parts, { date }));
    expect(mmsSize(await composeMms(parts, { date, maxOctets: size }))).toBe(size);
    const error = await refused(parts, { maxOctets: size - 1 });
    expect(error).toMatchObject({ code: 'limit-exceeded', field: 'MMS', offset: undefined });
    expect(error.reason).toContain(`${size} octets, the limit of the option maxOctets is ${size - 1} (`);
    expect(error.reason).toMatch(/, a\.gif \d+\); it fits class image-basic$/);
    const png = await refused([{ name: 'a.png', data: PNG }], { maxOctets: 9 });
    expect(png.reason).toMatch(/it fits no content class: image\/png is not in class megapixel/);
    const huge = await refused([{ name: 'a.gif', data: Uint8Array.from([...GIF, ...new Array(700_000).fill(0)]) }], {
      maxOctets: 9,
    });
    expect(huge.reason).toMatch(/; it fits no content class$/);
  });
});

describe('pictures that are made to fit', () => {
  const big = Uint8Array.from([...GIF, ...new Array(40_000).fill(0)]);

  async function fitting(source: Uint8Array, options: ComposeOptions, change: (image: Part) => Partial<Part>) {
    const calls: { images: readonly Part[]; budget: PictureBudget }[] = [];
    const composed = await compose(source, {
      ...options,
      fitImages: async (images, budget) => {
        calls.push({ images, budget });
        return images.map((image) => ({ ...image, ...change(image) }));
      },
    });
    return { ...composed, calls };
  }

  it('with the octets that the rest leaves; names, references and types follow', async () => {
    const archive = zip(['a.gif', big], ['a.txt', 'x'], ['b.gif', GIF]);
    const { names, slides, message, calls, warnings } = await fitting(archive, { contentClass: 'image-basic' }, ({ name }) =>
      name === 'a.gif' ? { data: JPEG, contentType: 'image/jpeg' } : {},
    );
    expect(names).toEqual(['slides.smil', 'a.jpg', 'a.txt', 'b.gif']);
    expect(slides).toEqual(['a.jpg+a.txt++', 'b.gif+++']);
    expect(message.parts[1]).toMatchObject({ data: JPEG, contentType: 'image/jpeg', contentId: 'a.jpg' });
    expect(warnings).toEqual([]);
    expect(calls).toHaveLength(1);
    expect(calls[0]?.images.map(({ name }) => name)).toEqual(['a.gif', 'b.gif']);
    const { budget } = calls[0] as { budget: PictureBudget };
    expect(budget).toMatchObject({
      maxWidthPx: 160,
      maxHeightPx: 120,
      types: ['image/jpeg', 'image/gif', 'image/vnd.wap.wbmp'],
    });
    expect(budget.maxOctets).toBeLessThan(30_720);
    expect(budget.maxOctets).toBeGreaterThan(29_000);
  });

  it('pictures that use all of their budget make a message within its limit', async () => {
    for (const maxOctets of [1000, 5000, 20_000, 30_720]) {
      const fitImages = async (images: readonly Part[], budget: PictureBudget): Promise<readonly Part[]> => {
        const [first, second] = images as [Part, Part];
        const half = Math.floor(budget.maxOctets / 2);
        const jpeg = (length: number) => ({
          contentType: 'image/jpeg',
          data: Uint8Array.from([...JPEG, ...new Array(length).fill(0)]).subarray(0, length),
        });
        return [
          { ...first, ...jpeg(half) },
          { ...second, ...jpeg(budget.maxOctets - half) },
        ];
      };
      const message = await composeMms(zip(['a.gif', big], ['b.gif', big]), { date, maxOctets, fitImages });
      expect(mmsSize(message)).toBeLessThanOrEqual(maxOctets);
      expect(mmsSize(message)).toBeGreaterThan(maxOctets - 100);
    }
  });

  it('an own SMIL follows too', async () => {
    const smil = '<smil><body><par><img src="a.png"/></par></body></smil>';
    const { smil: written } = await fitting(zip(['a.png', PNG], ['s.smil', smil]), { contentClass: 'image-basic' }, () => ({
      data: GIF,
      contentType: 'image/gif',
    }));
    expect(written).toBe(smil.replace('a.png', 'cid:a.gif'));
  });

  it('of the handset: types that both have, the smaller size', async () => {
    const options = {
      contentClass: 'image-rich',
      profile: profile({ types: ['image/gif', 'image/png', 'text/plain', 'application/smil'], maxWidth: 352, maxHeight: 600 }),
    } as const;
    const { calls } = await fitting(zip(['a.jpg', JPEG]), options, () => ({ data: GIF, contentType: 'image/gif' }));
    expect(calls[0]?.budget).toMatchObject({ types: ['image/gif'], maxWidthPx: 352, maxHeightPx: 480 });
    // What the handset shows counts, where the class has none of it.
    const other = await fitting(zip(['a.jpg', JPEG]), { ...options, profile: profile({ types: ['image/png'] }) }, () => ({}));
    expect(other.calls[0]?.budget.types).toEqual(['image/png']);
    const free = await fitting(zip(['a.jpg', JPEG]), { profile: profile({ maxWidth: 20 }) }, () => ({}));
    expect(free.calls[0]?.budget).toEqual({ types: [], maxWidthPx: 20, maxHeightPx: Infinity, maxOctets: Infinity });
  });

  it('are given when they fit too, with at least the octets that they have', async () => {
    const { calls, message } = await fitting(zip(['a.gif', GIF]), {}, () => ({}));
    expect(calls).toMatchObject([{ images: [{ name: 'a.gif' }], budget: { maxOctets: Number.POSITIVE_INFINITY } }]);
    const exact = await fitting(zip(['a.gif', GIF]), { maxOctets: encodeMms(message).length }, () => ({}));
    expect(exact.calls[0]?.budget.maxOctets).toBe(GIF.length);
  });

  it('are not given where nothing would make them fit', async () => {
    expect((await fitting(zip(['t.txt', 'x']), { contentClass: 'text' }, () => ({}))).calls).toEqual([]);
    // No picture is small enough for a class that has none.
    const none = await fitting(zip(['a.gif', GIF]), { contentClass: 'text' }, () => ({}));
    expect([none.calls, codes(none)]).toEqual([[], [['content-class', 'a.gif']]]);
    const fitImages = () => expect.fail('nothing is left');
    expect(await refused(zip(['a.gif', GIF], ['t.txt', 'x'.repeat(300)]), { maxOctets: 300, fitImages })).toMatchObject({
      code: 'limit-exceeded',
    });
  });

  it('results of the wrong number or kind', async () => {
    for (const results of [[], [{ contentType: 'image/gif' }]]) {
      const options = { maxOctets: 20_000, fitImages: async () => results as Part[] };
      await expect(composeMms(zip(['a.gif', big]), options)).rejects.toThrow(TypeError);
    }
  });
});

describe('properties', () => {
  const TEXTS = ['a', 'b', '1', '2', 'фото', 'a&b', 'x y', '..', '😀', 'part-1', 'slides'];
  const file = fc
    .tuple(
      fc.constantFrom(...TEXTS),
      fc.constantFrom('gif', 'GIF', 'txt', 'amr', 'vcf', '3gp', 'jpg'),
      // No PDU, and no picture that few handsets show: two octets say that one is JPEG XL. Both are refused.
      fc.uint8Array({ maxLength: 20 }).filter((data) => data[0] !== 0x8c && findForeignType(data) === undefined),
    )
    .map(
      ([stem, extension, data]): PartInput => ({
        name: `${stem}.${extension}`,
        data: extension.toLowerCase() === 'gif' ? GIF : data,
      }),
    );

  it('a message of any files conforms, and shows or attaches every one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(file, { minLength: 1, maxLength: 8 }), fc.boolean(), async (files, textFirst) => {
        const { message, smil, slides } = await compose(files, { textFirst });
        if (smil !== undefined) expect(conformanceFaults(smil)).toEqual([]);
        const media = smil === undefined ? message.parts : message.parts.slice(1);
        expect(media).toHaveLength(files.length);
        const ids = message.parts.map(({ contentId }) => contentId as string);
        expect(new Set(ids.map((id) => id.toLowerCase())).size).toBe(ids.length);
        for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9._-]{1,40}$/);
        // As a handset sees it.
        const decoded = decodeMms(encodeMms(message)) as MRetrieveConf;
        const seen = resolveSlides(decoded);
        expect(seen.slides).toHaveLength(slides.length);
        expect(encodeMms(message)).toHaveLength(mmsSize(message));
      }),
      costly(300),
    );
  });

  it('references in any spelling lead to their files', async () => {
    const name = fc.constantFrom('a', 'A', 'Ф', 'é', '照', 'a&b', 'x y', '100%', 'a%20b', "it's", '#1', 'a;b', 'q?', 'Re: x');
    const path = fc.tuple(fc.constantFrom('', 'd/', 'd/e/', 'Д/'), name).map(([folder, stem]) => `${folder}${stem}.gif`);
    const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;');
    const paths = fc.uniqueArray(path, { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(paths, fc.constantFrom('', 'd/', 's/'), fc.boolean(), async (all, folder, isEncoded) => {
        const references = all
          .map((one) => (folder === '' ? one : `../${one}`))
          .map((one) => (isEncoded ? one.split('/').map(encodeURIComponent).join('/') : one));
        const slides = references.map((one) => `<par><img src="${escaped(one)}"/></par>`);
        const files = all.map((one, i): File => [one, Uint8Array.from([...GIF, i])]);
        const source = zip(...files, [`${folder}zz.smil`, `<smil><body>${slides.join('')}</body></smil>`]);
        const message = decodeMms(encodeMms(await composeMms(source, { date }))) as MRetrieveConf;
        expect(resolveSlides(message).slides.map(({ image }) => image?.data.at(-1))).toEqual(all.map((_, i) => i));
      }),
    );
  });

  it('the same files and date give the same octets, and the caller keeps his', async () => {
    const data = Uint8Array.from(GIF);
    const files = [{ name: 'a.gif', data }];
    const message = await composeMms(files, { date });
    data.fill(0);
    expect(message.parts[1]?.data).toEqual(GIF);
    expect(encodeMms(message)).toEqual(encodeMms(await composeMms([{ name: 'a.gif', data: GIF }], { date })));
  });

  it('arbitrary octets and own SMIL give a message or a FormatError', async () => {
    const piece = fc.constantFrom(
      '<smil>',
      '<body>',
      '</body>',
      '</smil>',
      '<par>',
      '</par>',
      '<img src="',
      'a.gif',
      '"/>',
      '&',
      'x',
      '\0',
      'é',
    );
    const smil = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 60 }), smil, async (octets, text) => {
        for (const source of [
          octets,
          [
            { name: 'a.gif', data: GIF },
            { name: 's.smil', data: text },
          ],
        ]) {
          await compose(source).catch((error: unknown) => {
            if (!(error instanceof FormatError)) throw error;
          });
        }
      }),
      costly(300),
    );
  });
});
