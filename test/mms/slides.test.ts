import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Issue } from '../../src/bytes/reading.js';
import {
  buildPresentation,
  decodeMms,
  formatSmil,
  groupSlides,
  type MSendReq,
  type Part,
  type ResolvedMessage,
  resolveSlides,
} from '../../src/mms/index.js';
import { hex } from '../support/hex.js';
import { conformanceFaults, presentation } from '../support/presentations.js';
import { fixture } from '../support/vectors.js';

interface Vector {
  id: string;
  op: string;
  hex?: string;
  verdict: string;
}

const vectors = (fixture('vectors/mms.json') as { vectors: Vector[] }).vectors;

const TYPES: Record<string, string> = {
  gif: 'image/gif',
  jpg: 'image/jpeg',
  txt: 'text/plain',
  amr: 'audio/amr',
  '3gp': 'video/3gpp',
  vcf: 'text/x-vCard',
  smil: 'application/smil',
  bin: 'application/octet-stream',
};

function part(name: string, more: Partial<Part> = {}): Part {
  return { name, contentType: TYPES[name.split('.').at(-1) as string] ?? 'text/plain', data: new Uint8Array(), ...more };
}

const smil = (body: string, more: Partial<Part> = {}): Part =>
  part('s.smil', { data: new TextEncoder().encode(`<smil><body>${body}</body></smil>`), ...more });

/** Names only: a slide as `image+text+sound+video`. */
function names({ slides, attachments }: ResolvedMessage): { slides: string[]; attachments: string[] } {
  return {
    slides: slides.map(({ image, text, sound, video }) => [image, text, sound, video].map((one) => one?.name ?? '').join('+')),
    attachments: attachments.map(({ name }) => name),
  };
}

const resolved = (parts: readonly Part[], start?: string) => names(resolveSlides({ parts, start }));

describe('published vectors', () => {
  // Their parts, as tshark and the Android parser list them.
  it.each([
    ['send-related', ['a.gif+t.txt++'], []],
    ['send-loc', ['a.gif+t.txt++'], []],
    ['send-mixed', ['a.gif+t.txt++'], []],
    ['retrieve', ['a.gif+t.txt++'], []],
    ['send-cc-basic', ['a.gif+t.txt++'], []],
  ])('%s', (id, slides, attachments) => {
    const vector = vectors.find((one) => one.id === id) as Vector;
    const message = decodeMms(hex(vector.hex as string)) as MSendReq;
    const found = resolveSlides(message);
    expect(names(found)).toEqual({ slides, attachments });
    expect(found.slides[0]?.durationMs).toBe(5000);
  });

  it('every part of every message is on a slide or attached', () => {
    const bodies = vectors
      .filter(({ op, verdict }) => op === 'mms-decode' && verdict === 'accept')
      .flatMap(({ hex: octets }) => (octets === undefined ? [] : [decodeMms(hex(octets)) as MSendReq]))
      .filter(({ parts }) => parts !== undefined);
    expect(bodies.length).toBeGreaterThan(10);
    for (const body of bodies) {
      const { slides, attachments } = resolveSlides(body);
      const reached = new Set([
        ...slides.flatMap(({ image, text, sound, video }) => [image, text, sound, video]),
        ...attachments,
      ]);
      for (const one of body.parts) expect(reached.has(one) || one.contentType === 'application/smil').toBe(true);
    }
  });
});

describe('references', () => {
  it.each<[what: string, src: string, part: Partial<Part>]>([
    ['a Content-ID', 'cid:a1', { contentId: 'a1' }],
    ['a Content-ID in brackets', 'cid:a1', { contentId: '<a1>' }],
    ['brackets in the reference', 'cid:&lt;a1&gt;', { contentId: 'a1' }],
    ['CID in capitals', 'CID:a1', { contentId: 'a1' }],
    ['escapes', 'cid:a%20b%40c', { contentId: 'a b@c' }],
    ['escapes of UTF-8', 'cid:%D0%A4', { contentId: 'Ф' }],
    ['no escape after all', 'cid:100%', { contentId: '100%' }],
    ['a Content-ID with escapes', 'cid:a%20b', { contentId: 'a%20b' }],
    ['a Content-Location', 'pic.gif', { contentLocation: 'pic.gif' }],
    ['a Content-Location behind cid', 'cid:pic.gif', { contentLocation: 'pic.gif' }],
    ['a name', 'x.gif', {}],
    ['a Content-ID without cid', 'a1', { contentId: 'a1' }],
    ['other letter case', 'PIC.GIF', { contentLocation: 'pic.gif' }],
    ['escapes of a location', 'a%20b.gif', { contentLocation: 'a b.gif' }],
    ['a location with escapes', 'a%20b.gif', { contentLocation: 'a%20b.gif' }],
    ['a path', './media/pic.gif', { contentLocation: 'pic.gif' }],
    ['a location with a path', 'pic.gif', { contentLocation: 'http://example.com/m/pic.gif' }],
    ['a location with escapes, without them', 'a b.gif', { contentLocation: 'a%20b.gif' }],
  ])('%s', (_, src, more) => {
    expect(resolved([smil(`<par><img src="${src}"/></par>`), part('x.gif', more)]).slides).toEqual(['x.gif+++']);
  });

  it('of two that match, the one that no slide has', () => {
    const parts = [
      smil('<par><img src="p.gif"/></par><par><img src="p.gif"/></par>'),
      part('p.gif'),
      part('p.gif', { charset: '2' }),
    ];
    const { slides, attachments } = resolveSlides({ parts });
    expect(slides.map(({ image }) => image)).toEqual([parts[1], parts[2]]);
    expect(attachments).toEqual([]);
  });

  // Content-IDs after cid:, otherwise locations and names before them.
  it.each([
    ['cid:x', ['id', 'location', 'name']],
    ['x', ['location', 'name', 'id']],
  ])('%s among parts that have it in different places', (src, order) => {
    const places: Record<string, Partial<Part>> = {
      id: { name: 'id.gif', contentId: 'x' },
      location: { name: 'location.gif', contentLocation: 'x' },
      name: { name: 'x', contentType: 'image/gif', charset: 'name' },
    };
    for (let i = 0; i < order.length; i++) {
      const parts = order
        .slice(i)
        .reverse()
        .map((place) => part(place, { contentType: 'image/gif', ...places[place] }));
      const { slides } = resolveSlides({ parts: [smil(`<par><img src="${src}"/></par>`), ...parts] });
      const { image } = slides[0] as { image?: Part };
      expect(image?.charset ?? image?.name.replace('.gif', '')).toBe(order[i]);
    }
  });

  it.each([
    ['the same letter case before another', 'a.gif', ['A.gif', 'a.gif'], 'a.gif'],
    ['another letter case before the same file name in a folder', 'A.gif', ['x/A.gif', 'a.gif'], 'a.gif'],
    ['a path before the same file name elsewhere', 'y/a.gif', ['x/a.gif', 'y/a.gif'], 'y/a.gif'],
    ['a file name in another folder', 'z/a.gif', ['b.gif', 'x/a.gif'], 'x/a.gif'],
    ['a composed letter', 'e\u0301.gif', ['\u00c9.gif'], '\u00c9.gif'],
  ])('%s', (_, src, files, found) => {
    const parts = [smil(`<par><img src="${src}"/></par>`), ...files.map((name) => part(name))];
    expect(resolved(parts).slides).toEqual([`${found}+++`]);
  });

  it('one part on two slides', () => {
    const body = '<par><img src="a.gif"/><audio src="s.amr"/></par><par><img src="b.gif"/><audio src="s.amr"/></par>';
    expect(resolved([smil(body), part('a.gif'), part('b.gif'), part('s.amr')]).slides).toEqual([
      'a.gif++s.amr+',
      'b.gif++s.amr+',
    ]);
  });

  it('the type of the part counts, not the element', () => {
    const body = '<par><ref src="a.gif"/><img src="t.txt"/><ref src="v.vcf"/></par>';
    expect(resolved([smil(body), part('a.gif'), part('t.txt'), part('v.vcf')])).toEqual({
      slides: ['a.gif+t.txt++'],
      attachments: ['v.vcf'],
    });
    expect(resolved([smil('<par><audio src="a.bin"/></par>'), part('a.bin')]).slides).toEqual(['++a.bin+']);
  });

  it('more on a slide than it can hold goes to the next', () => {
    const body = '<par dur="7s"><img src="a.gif"/><img src="b.gif"/><text src="t.txt"/></par>';
    const { slides } = resolveSlides({ parts: [smil(body), part('a.gif'), part('b.gif'), part('t.txt')] });
    expect(slides.map(({ durationMs, image, text }) => [durationMs, image?.name, text?.name])).toEqual([
      [7000, 'a.gif', 't.txt'],
      [7000, 'b.gif', undefined],
    ]);
  });

  it('a video with a sound of its own is shown as sent', () => {
    expect(
      resolved([smil('<par><video src="v.3gp"/><audio src="s.amr"/></par>'), part('v.3gp'), part('s.amr')]).slides,
    ).toEqual(['++s.amr+v.3gp']);
  });
});

describe('the SMIL of a message', () => {
  it('is where start says, else the first', () => {
    const one = smil('<par><img src="a.gif"/></par>', { contentId: 'one' });
    const two = smil('<par><img src="b.gif"/></par>', { name: 't.smil', contentId: '<two>' });
    const parts = [part('a.gif'), part('b.gif'), one, two];
    expect(resolved(parts, 'two')).toEqual({ slides: ['b.gif+++'], attachments: ['a.gif', 's.smil'] });
    expect(resolved(parts, '<two>').slides).toEqual(['b.gif+++']);
    expect(resolved(parts, 'a.gif')).toEqual({ slides: ['a.gif+++'], attachments: ['b.gif', 't.smil'] });
    expect(resolved(parts).slides).toEqual(['a.gif+++']);
  });

  it('may be in any charset', () => {
    const data = Uint8Array.of(
      0xff,
      0xfe,
      ...[...'<smil><body><par><img src="é.gif"/></par></body></smil>'].flatMap((c) => [c.charCodeAt(0), 0]),
    );
    expect(resolved([part('s.smil', { data, charset: 'utf-16' }), part('é.gif')]).slides).toEqual(['é.gif+++']);
    expect(resolved([part('s.smil', { data }), part('é.gif')]).slides).toEqual(['é.gif+++']);
    const declared = '<?xml version="1.0" encoding="windows-1251"?><smil><body><par><img src="\xd4.gif"/></par></body></smil>';
    const octets = Uint8Array.from(declared, (c) => c.charCodeAt(0));
    expect(resolved([part('s.smil', { data: octets }), part('Ф.gif')])).toEqual({ slides: ['Ф.gif+++'], attachments: [] });
  });

  it('that cannot be read is an attachment', () => {
    const issues: Issue[] = [];
    const parts = [part('s.smil', { data: new TextEncoder().encode('<smil><body>') }), part('a.gif')];
    const found = resolveSlides({ parts }, { onIssue: (error) => issues.push(error) });
    expect(names(found)).toEqual({ slides: ['a.gif+++'], attachments: ['s.smil'] });
    expect(issues.map(({ code, field }) => [code, field])).toEqual([['truncated', 'SMIL/body']]);
    expect(names(resolveSlides({ parts: [smil(''), part('a.gif')] }, { limits: { smilCharacters: 5 } })).attachments).toEqual([
      's.smil',
    ]);
  });

  it('that leads nowhere is passed over', () => {
    const issues: Issue[] = [];
    const parts = [smil('<par dur="9s"><img src="cid:zzz"/></par>'), part('a.gif')];
    expect(names(resolveSlides({ parts }, { onIssue: (error) => issues.push(error) }))).toEqual({
      slides: ['a.gif+++'],
      attachments: [],
    });
    expect(issues.map(({ message }) => message)).toEqual(['SMIL/src: "cid:zzz" is not a part of the message']);
  });

  it('that has references to nothing among others reports each of them', () => {
    const issues: Issue[] = [];
    const parts = [
      smil(`<par><img src="a.gif"/><text src="${'x'.repeat(99)}"/></par><par><img src="b"/></par>`),
      part('a.gif'),
    ];
    const { slides } = resolveSlides({ parts }, { onIssue: (issue) => issues.push(issue) });
    expect(slides).toStrictEqual([{ durationMs: 5000, image: parts[1] }]);
    expect(issues.map(({ code, severity, field, offset }) => [code, severity, field, offset])).toEqual([
      ['bad-value', 'error', 'SMIL/src', undefined],
      ['bad-value', 'error', 'SMIL/src', undefined],
    ]);
    expect(resolveSlides({ parts }).slides).toHaveLength(1);
  });

  it('and its presentation are given back', () => {
    const { presentation: read } = resolveSlides({ parts: [smil('<par dur="1s"><img src="a.gif"/></par>'), part('a.gif')] });
    expect(read).toEqual({ regions: [], slides: [{ durationMs: 1000, media: [{ kind: 'img', src: 'a.gif' }] }] });
  });

  it('leads into multiparts inside of the message', () => {
    const inner = part('inner', {
      contentType: 'application/vnd.wap.multipart.alternative',
      parts: [part('t.txt'), part('b.bin')],
    });
    expect(resolved([smil('<par><text src="t.txt"/></par>'), inner])).toEqual({ slides: ['+t.txt++'], attachments: ['b.bin'] });
  });
});

describe('messages without SMIL', () => {
  it.each<[what: string, files: string, slides: string[], attachments: string[]]>([
    ['one base name', '1.jpg 2.jpg 1.txt 1.amr 2.txt', ['1.jpg+1.txt+1.amr+', '2.jpg+2.txt++'], []],
    ['letter case', 'A.JPG a.txt', ['A.JPG+a.txt++'], []],
    ['a picture and the text behind it', 'a.gif hello.txt b.gif', ['a.gif+hello.txt++', 'b.gif+++'], []],
    ['a text in front of a picture', 'hello.txt a.gif', ['+hello.txt++', 'a.gif+++'], []],
    ['a sound between', 'a.gif s.amr hello.txt', ['a.gif+++', '++s.amr+', '+hello.txt++'], []],
    ['two texts behind a picture', 'a.gif x.txt y.txt', ['a.gif+x.txt++', '+y.txt++'], []],
    ['a picture with a sound takes no other text', '1.gif 1.amr x.txt', ['1.gif++1.amr+', '+x.txt++'], []],
    ['each of its own', 'a.gif b.gif s.amr', ['a.gif+++', 'b.gif+++', '++s.amr+'], []],
    ['no sound beside a video', '1.3gp 1.amr 1.txt', ['+1.txt++1.3gp', '++1.amr+'], []],
    ['no picture beside a video', '1.3gp 1.gif', ['+++1.3gp', '1.gif+++'], []],
    ['two of a kind and name', '1.jpg 1.gif 1.txt', ['1.jpg+1.txt++', '1.gif+++'], []],
    ['folders', 'a/1.jpg b/1.jpg b/1.txt a/1.txt', ['a/1.jpg+a/1.txt++', 'b/1.jpg+b/1.txt++'], []],
    [
      'folders by kind',
      'pics/1.jpg pics/2.jpg text/2.txt text/1.txt',
      ['pics/1.jpg+text/1.txt++', 'pics/2.jpg+text/2.txt++'],
      [],
    ],
    ['cards and what nobody knows are attached', 'a.gif c.vcf x.bin t.txt', ['a.gif+t.txt++'], ['c.vcf', 'x.bin']],
    ['nothing to show', 'c.vcf', [], ['c.vcf']],
  ])('%s', (_, files, slides, attachments) => {
    const parts = files
      .split(' ')
      .map((name) => part(name, { contentType: TYPES[name.toLowerCase().split('.')[1] as string] as string }));
    expect(resolved(parts)).toEqual({ slides, attachments });
  });

  it('have a presentation of their own', () => {
    const parts = [part('a.gif', { contentId: 'x' }), part('t.txt', { contentLocation: 'y' }), part('b.gif')];
    expect(resolveSlides({ parts }).presentation.slides.map(({ media }) => media.map(({ src }) => src))).toEqual([
      ['cid:x', 'y'],
      ['b.gif'],
    ]);
  });

  it('slides last 5 seconds, or as long as their sound; text and picture no less', () => {
    const amr = (frames: number) =>
      Uint8Array.from([...new TextEncoder().encode('#!AMR\n'), ...new Array(frames).fill(15 << 3)]);
    const sound = (ms: number) => part('1.amr', { data: amr(ms / 20) });
    const durations = (...parts: Part[]) => resolveSlides({ parts }).slides.map(({ durationMs }) => durationMs);
    expect(durations(part('1.gif'))).toEqual([5000]);
    expect(durations(sound(1200))).toEqual([1200]);
    expect(durations(part('1.gif'), sound(1200))).toEqual([5000]);
    expect(durations(part('1.gif'), sound(8000))).toEqual([8000]);
    expect(durations(part('1.amr'))).toEqual([5000]);
  });
});

describe('presentations that are built', () => {
  const build = (slides: Parameters<typeof buildPresentation<Part>>[0], textFirst?: boolean) =>
    buildPresentation(
      slides,
      ({ name }) => name,
      { widthPx: 100, heightPx: 100 },
      textFirst === undefined ? {} : { textFirst },
    );
  const image = part('a.gif');
  const text = part('t.txt');
  const sound = part('s.amr');
  const video = part('v.3gp');

  it('have the regions that their slides need', () => {
    const regions = (...slides: Parameters<typeof build>[0]) => build(slides).regions.map(({ id }) => id);
    expect(regions({ image }, { text })).toEqual(['Image', 'Text']);
    expect(regions({ video, text })).toEqual(['Image', 'Text']);
    expect(regions({ image }, { sound })).toEqual(['Image']);
    expect(regions({ video })).toEqual(['Image']);
    expect(regions({ text, sound })).toEqual(['Text']);
    expect(regions({ sound })).toEqual([]);
    expect(regions()).toEqual([]);
  });

  it('show picture or video, then text, and play the sound; the text first on demand', () => {
    const img = { kind: 'img', src: 'a.gif', region: 'Image' };
    const words = { kind: 'text', src: 't.txt', region: 'Text' };
    const audio = { kind: 'audio', src: 's.amr' };
    expect(build([{ sound, text, image }]).slides[0]?.media).toStrictEqual([img, words, audio]);
    expect(build([{ sound, text, image }], false).slides[0]?.media).toStrictEqual([img, words, audio]);
    expect(build([{ sound, text, image }], true).slides[0]?.media).toStrictEqual([words, img, audio]);
    expect(build([{ video }]).slides[0]?.media).toStrictEqual([{ kind: 'video', src: 'v.3gp', region: 'Image' }]);
    expect(build([{ text, image }], true).regions.map(({ id, top }) => [id, top])).toEqual([
      ['Image', 25],
      ['Text', 0],
    ]);
  });

  it('last as long as the longer of sound and video', () => {
    const amr = (frames: number) =>
      part('s.amr', { data: Uint8Array.from([...new TextEncoder().encode('#!AMR\n'), ...new Array(frames).fill(15 << 3)]) });
    const ms = (...slides: Parameters<typeof build>[0]) => build(slides).slides.map(({ durationMs }) => durationMs);
    expect(ms({ sound: amr(10) }, { sound: amr(10), text }, { sound: amr(10), image }, { sound: amr(300), text })).toEqual([
      ...[200, 5000, 5000, 6000],
    ]);
    expect(ms({ video: amr(20), sound: amr(10) }, { video: amr(10), sound: amr(20) }, { video: amr(10), text })).toEqual([
      ...[400, 400, 5000],
    ]);
    expect(ms({ text }, {})).toEqual([5000, 5000]);
  });
});

describe('arguments of the wrong type', () => {
  it.each<[name: string, call: () => unknown]>([
    ['message is 5, not an object', () => resolveSlides(5 as never)],
    ['message.parts is 5, not an array', () => resolveSlides({ parts: 5 as never })],
    ['message.parts[1] is 5, not an object', () => resolveSlides({ parts: [part('a.gif'), 5 as never] })],
    ['files is 5, not an array', () => groupSlides(5 as never)],
    ['files[0] is 5, not an object', () => groupSlides([5 as never])],
    ['slides is 5, not an array', () => buildPresentation(5 as never, () => '')],
    ['slides[0] is 5, not an object', () => buildPresentation([5 as never], () => '')],
  ])('%s', (message, call) => {
    expect(call).toThrow(new TypeError(message));
  });
});

describe('properties', () => {
  const name = fc
    .tuple(fc.constantFrom('1', '2', 'a', 'B', 'x/1'), fc.constantFrom(...Object.keys(TYPES)))
    .map(([stem, extension]) => `${stem}.${extension}`);
  const anyPart = fc
    .record(
      {
        name,
        contentId: fc.constantFrom('1', '<a>', 'cid'),
        contentLocation: name,
        data: fc.uint8Array({ maxLength: 8 }),
      },
      { requiredKeys: ['name', 'data'] },
    )
    .map((record): Part => part(record.name, record));

  it('every part is on a slide or attached, whatever the SMIL says', () => {
    const withSmil = presentation.map((value) => part('s.smil', { data: new TextEncoder().encode(formatSmil(value)) }));
    const body = fc
      .array(
        name.map((src) => `<par><img src="${src}"/><ref src="cid:a"/></par>`),
        { maxLength: 4 },
      )
      .map((pars) => smil(pars.join('')));
    fc.assert(
      fc.property(
        fc.array(anyPart, { maxLength: 8 }),
        fc.option(fc.oneof(withSmil, body), { nil: undefined }),
        (others, root) => {
          const parts = root === undefined ? others : [...others, root];
          const { slides, attachments, presentation: shown } = resolveSlides({ parts, start: root?.contentId });
          const onSlides = slides.flatMap(({ image, text, sound, video }) => [image, text, sound, video]);
          const reached = new Set<Part | undefined>([...onSlides, ...attachments]);
          expect(parts.filter((one) => !reached.has(one)).length).toBeLessThanOrEqual(1);
          for (const one of parts) expect(reached.has(one) || one.contentType === 'application/smil').toBe(true);
          expect(attachments.filter((one) => onSlides.includes(one))).toEqual([]);
          for (const slide of slides) expect(slide.durationMs).toBeGreaterThanOrEqual(0);
          expect(shown.slides).toBeInstanceOf(Array);
        },
      ),
    );
  });

  it('what is grouped conforms', () => {
    fc.assert(
      fc.property(fc.array(anyPart, { maxLength: 10 }), fc.boolean(), (parts, textFirst) => {
        const { slides, attachments } = groupSlides(parts);
        const placed = slides.flatMap((slide) => Object.values(slide));
        expect([...placed, ...attachments]).toHaveLength(parts.length);
        expect(new Set([...placed, ...attachments]).size).toBe(parts.length);
        const xml = formatSmil(
          buildPresentation(slides, (one) => `cid:${one.name.replace('/', '')}`, undefined, { textFirst }),
        );
        expect(conformanceFaults(xml)).toEqual([]);
      }),
    );
  });
});
